//! The formats that texts are read as: the built-in ones, and those that a team declares in files of its own.

mod compile;
pub mod drafts;
mod entries;
mod file;
mod gates;
mod lookup;
mod manual;
mod precedence;
mod problem;

use std::sync::{Arc, LazyLock, OnceLock, PoisonError, RwLock};

use crate::format::Spec;
use crate::formats::{FORMATS, RegisteredFormat};
use crate::recognition::{OpenerIndex, Scan};
use lookup::Lookup;

pub(crate) use compile::spelled;
pub use compile::{compile, compile_beside};
pub use gates::{OwnGate, gate_label, gate_name, own_gates};
pub use precedence::Overlap;
pub use problem::Problem;

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
        let rooms = precedence::ordered(built_in.into_iter().collect(), own.into_iter().take(Self::MOST));
        let openers = OpenerIndex::of(rooms.iter().flat_map(|room| room.spec.openers));
        let lookup = Lookup::of(&rooms);
        Self { rooms, openers, lookup, overlaps: OnceLock::new() }
    }

    pub fn current() -> Arc<Self> {
        Arc::clone(&CURRENT.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// From now on this process reads by this catalog.
    pub fn make_current(self) {
        *CURRENT.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(self);
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
}
