//! The formats that texts are read as: the built-in ones, and those that a team declares in files of its own.

mod compile;
mod doubts;
pub mod drafts;
mod entries;
mod examples;
mod file;
mod gates;
mod lookup;
mod manual;
mod precedence;
mod problem;

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, LazyLock, OnceLock, PoisonError, RwLock};

use sha2::{Digest as _, Sha256};

use crate::format::Spec;
use crate::formats::{FORMATS, RegisteredFormat};
use crate::reading::nearest;
use crate::recognition::{OpenerIndex, Scan};
use lookup::Lookup;

pub use compile::{compile, compile_beside};
pub(crate) use compile::{line_of, spelled};
pub use doubts::doubts;
pub use examples::{Example, Examples};
pub use gates::{GATES, OwnGate, gate_label, gate_name, gate_named, own_gates, read_gate};
pub use precedence::Overlap;
pub use problem::{Problem, RefusedFile};

/// Returns the format of the current catalog with that id or slug.
pub fn by_id(id: &str) -> Option<&'static Spec> {
    Catalog::current().room(id).map(|room| room.spec)
}

/// A commented file for a format of the name `NAME`.
pub const TEMPLATE: &str = include_str!("new.toml");

/// Formats in order of precedence, and how they open.
pub struct Catalog {
    rooms: Vec<&'static RegisteredFormat>,
    openers: OpenerIndex,
    lookup: Lookup,
    overlaps: OnceLock<Vec<Overlap>>,
    key: Option<i64>,
    refused: Vec<RefusedFile>,
    examples: Examples,
    folders: Vec<String>,
    /// Of the stored documents.
    percent_read: AtomicU8,
}

/// What this process reads by, unless a caller has a catalog of its own.
static CURRENT: LazyLock<RwLock<Arc<Catalog>>> =
    LazyLock::new(|| RwLock::new(Arc::new(Catalog::with(Vec::new()))));

impl Catalog {
    /// The most formats of a team.
    pub const MOST: usize = 500;

    /// Returns the built-in formats and these, each behind the built-in ones unless it goes before some. Those beyond
    /// [`Self::MOST`] are left out.
    pub fn with(own: Vec<&'static RegisteredFormat>) -> Self {
        Self::of(FORMATS, own)
    }

    /// As [`Self::with`], with some of the built-in formats.
    pub fn of(
        built_in: impl IntoIterator<Item = &'static RegisteredFormat>,
        own: Vec<&'static RegisteredFormat>,
    ) -> Self {
        Self::in_order(precedence::ordered(built_in.into_iter().collect(), own.into_iter().take(Self::MOST)))
    }

    fn in_order(rooms: Vec<&'static RegisteredFormat>) -> Self {
        let openers = OpenerIndex::of(rooms.iter().flat_map(|room| room.spec.openers));
        let (lookup, key) = (Lookup::of(&rooms), key_of(&rooms));
        let (overlaps, percent_read) = (OnceLock::new(), AtomicU8::new(100));
        Self {
            rooms,
            openers,
            lookup,
            overlaps,
            key,
            refused: Vec::new(),
            examples: Examples::new(),
            folders: Vec::new(),
            percent_read,
        }
    }

    /// Adds the files that should declare a format and don't.
    pub fn refusing(self, refused: Vec<RefusedFile>) -> Self {
        Self { refused, ..self }
    }

    /// Adds the documents beside the files that declare its formats.
    pub fn showing(self, examples: Examples) -> Self {
        Self { examples, ..self }
    }

    /// Adds the folders from which files are taken up while the process runs.
    pub fn reading_from(self, folders: Vec<String>) -> Self {
        Self { folders, ..self }
    }

    /// Returns the documents beside the file that declares a format.
    pub fn examples(&self, id: &str) -> &[Example] {
        self.examples.get(id).map(Vec::as_slice).unwrap_or_default()
    }

    pub fn current() -> Arc<Self> {
        Arc::clone(&CURRENT.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// From now on this process reads by this catalog.
    pub fn make_current(self) -> Arc<Self> {
        let catalog = Arc::new(self);
        *CURRENT.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&catalog);
        catalog
    }

    /// Returns all formats in order of precedence.
    pub fn rooms(&self) -> &[&'static RegisteredFormat] {
        &self.rooms
    }

    /// Returns the formats that may open in a text, in order of precedence.
    pub fn rooms_in(&self, scan: &Scan<'_>) -> Vec<&'static RegisteredFormat> {
        self.lookup.in_text(scan).into_iter().filter_map(|place| self.rooms.get(place).copied()).collect()
    }

    /// Returns the overlaps of its formats, which are found when they are first asked for.
    pub fn overlaps(&self, find: impl FnOnce(&Self) -> Vec<Overlap>) -> &[Overlap] {
        self.overlaps.get_or_init(|| find(self))
    }

    /// Returns the names that a format goes before and that no format has.
    pub fn unknown_in_precedence(&self, spec: &Spec) -> impl Iterator<Item = &'static str> {
        spec.precedence.iter().copied().filter(|name| self.room(name).is_none())
    }

    /// Returns the format that replaces a deprecated one, if no format has that name.
    pub fn unknown_replacement(&self, spec: &Spec) -> Option<&'static str> {
        spec.deprecation?.replaced_by.filter(|name| self.room(name).is_none())
    }

    pub fn openers(&self) -> &OpenerIndex {
        &self.openers
    }

    pub fn specs(&self) -> impl Iterator<Item = &'static Spec> {
        self.rooms.iter().map(|room| room.spec)
    }

    /// Returns the format with that id or slug.
    pub fn room(&self, id: &str) -> Option<&'static RegisteredFormat> {
        self.rooms.iter().copied().find(|room| room.spec.id == id || room.spec.slug == id)
    }

    /// Says that no format has this name, and which one may be meant.
    pub fn unknown(&self, name: &str) -> String {
        let names: Vec<&str> = self.specs().flat_map(|spec| [spec.slug, spec.id]).collect();
        match nearest(name, &names) {
            Some(nearest) => format!("no format is called `{name}`; did you mean `{nearest}`?"),
            None => {
                format!(
                    "no format is called `{name}`; write its id or name, such as `5.1` or `review-report`"
                )
            }
        }
    }

    /// The files that should declare a format and don't.
    pub fn refused(&self) -> &[RefusedFile] {
        &self.refused
    }

    /// The folders from which files are taken up while the process runs.
    pub fn folders(&self) -> &[String] {
        &self.folders
    }

    /// How many percent of the stored documents are read by these formats.
    pub fn percent_read(&self) -> u8 {
        self.percent_read.load(Ordering::Relaxed)
    }

    pub fn set_percent_read(&self, percent: u8) {
        self.percent_read.store(percent, Ordering::Relaxed);
    }

    /// A number for the formats of a team, their versions and their order; `None` if there are none.
    pub fn key(&self) -> Option<i64> {
        self.key
    }

    /// Returns the formats of a team that only one of the two catalogs has in its version. A text in which none of them opens
    /// is read the same by both.
    pub fn difference(&self, other: &Self) -> Self {
        let shared = |one: &Self, two: &Self| -> Vec<&str> {
            let is_shared = |room: &&RegisteredFormat| room.spec.own_version.is_none() || two.has(room);
            one.rooms.iter().copied().filter(is_shared).map(|room| room.spec.id).collect()
        };
        let is_same_order = shared(self, other) == shared(other, self);
        let only = |one: &'_ Self, two: &'_ Self| -> Vec<_> {
            one.own().filter(|room| !is_same_order || !two.has(room)).collect()
        };
        Self::in_order([only(self, other), only(other, self)].concat())
    }

    fn own(&self) -> impl Iterator<Item = &'static RegisteredFormat> {
        self.rooms.iter().copied().filter(|room| room.spec.own_version.is_some())
    }

    fn has(&self, other: &RegisteredFormat) -> bool {
        let is_same = |room: &RegisteredFormat| {
            (room.spec.id, room.spec.own_version) == (other.spec.id, other.spec.own_version)
        };
        self.own().any(is_same)
    }
}

fn key_of(rooms: &[&RegisteredFormat]) -> Option<i64> {
    let mut own = rooms.iter().filter_map(|room| Some((room.spec.id, room.spec.own_version?))).peekable();
    own.peek()?;
    let hash = own.fold(Sha256::new(), |hash, (id, version)| {
        hash.chain_update(id).chain_update("\n").chain_update(version).chain_update("\n")
    });
    hash.finalize().first_chunk().copied().map(i64::from_be_bytes)
}
