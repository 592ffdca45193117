//! Formats that a team declares in files of its own.

mod files;
mod keep;
mod reread;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use app::catalog::{Catalog, Overlap, Problem, RefusedFile, compile};
use app::format::Spec;
use app::formats::RegisteredFormat;
use app::scan;
use app::text::Text;

use crate::cli::drawn_problem;
use crate::store::{Reread, SharedStore, StoreError, StoredCatalog, StoredFormat};
use files::Files;

pub use files::{SUFFIX, source_of};
pub use keep::Keeper;

/// The problems of a file that pages show and the log has.
const MOST_DRAWN: usize = 3;

/// The formats of some files.
#[derive(Clone, Default)]
pub struct OwnFormats {
    pub formats: Vec<OwnFormat>,
    /// Files that declare none. They keep no other from being used.
    pub refused: Vec<Refused>,
    /// Formats of such files that can't be read by any more. Their documents stay as they were read.
    held: Vec<StoredFormat>,
}

#[derive(Clone)]
pub struct OwnFormat {
    /// The name of its file.
    file: String,
    source: String,
    pub room: &'static RegisteredFormat,
}

/// A file that declares no format, and why.
#[derive(Clone)]
pub struct Refused {
    pub path: PathBuf,
    pub source: String,
    pub problems: Vec<Problem>,
    /// The last good version, which is read by instead.
    instead: Option<&'static Spec>,
    /// The formats before it.
    place: usize,
}

impl Refused {
    pub fn new(path: PathBuf, source: String, problems: Vec<Problem>) -> Self {
        Self { path, source, problems, instead: None, place: 0 }
    }

    /// Draws what is wrong with the file under a name: the first problems, and the count of the others.
    fn drawn(&self, name: &str) -> (Vec<String>, u32) {
        let text = Text::new(&self.source);
        let drawn = self.problems.iter().take(MOST_DRAWN).map(|problem| drawn_problem(name, &text, problem));
        (drawn.collect(), self.problems.len().saturating_sub(MOST_DRAWN) as u32)
    }

    fn shown(&self) -> RefusedFile {
        let name = name_of(&self.path);
        let (problems, not_drawn) = self.drawn(&name);
        RefusedFile { name, problems, not_drawn, instead: self.instead }
    }
}

impl OwnFormats {
    /// Reads files, and those of folders in the order of their names. An error if a folder can't be read.
    pub fn read(paths: &[PathBuf]) -> anyhow::Result<Self> {
        let mut read = Self::default();
        for path in paths {
            let found = Files::of(path)?;
            for file in found.paths {
                read.add(file);
            }
            if found.are_too_many {
                let message =
                    format!("there are more than {} formats; the others are left out", Catalog::MOST);
                read.refuse(path.clone(), String::new(), vec![Problem::new(0..0, message)]);
            }
        }
        Ok(read)
    }

    /// Reads texts by the formats in these folders from now on. For a file that is refused, the last good version goes on
    /// that documents of the store were read by.
    pub async fn take_up(folders: &[PathBuf], store: &SharedStore) -> anyhow::Result<Self> {
        let earlier = store.catalogs().await?.pop().map(|catalog| catalog.formats).unwrap_or_default();
        let formats = Self::read(folders)?.after(&earlier);
        formats.make_current(store).await;
        Ok(formats)
    }

    /// Reads texts by these formats from now on.
    async fn make_current(&self, store: &SharedStore) -> Arc<Catalog> {
        let catalog = self.catalog();
        // First, so that the store knows them when the first document comes.
        if let Some(key) = catalog.key()
            && let Err(error) =
                store.reread(Reread::Begin(StoredCatalog { key, formats: self.stored() })).await
        {
            tracing::warn!(%error, "could not store the formats; more documents than necessary will be read again");
        }
        catalog.make_current()
    }

    /// Records that all documents of a store are read by these formats.
    pub async fn settle_in(&self, store: &SharedStore) -> Result<(), StoreError> {
        let key = Catalog::current().key();
        store.reread(Reread::End { key, forget_others: self.held.is_empty() }).await.map(drop)
    }

    /// Has the files that are refused go on with their earlier versions.
    fn after(mut self, earlier: &[StoredFormat]) -> Self {
        let mut added = 0;
        for refused in &mut self.refused {
            let name = name_of(&refused.path);
            let is_declared =
                |id: &str, formats: &[OwnFormat]| formats.iter().any(|known| known.room.spec.id == id);
            for known in earlier.iter().filter(|known| known.file == name) {
                if is_declared(&known.id, &self.formats) || self.formats.len() == Catalog::MOST {
                    continue;
                }
                let Ok(room) = compile(&known.source) else {
                    self.held.push(known.clone());
                    continue;
                };
                let format = OwnFormat { file: name.clone(), source: known.source.clone(), room };
                self.formats.insert(refused.place + added, format);
                refused.instead = Some(room.spec);
                added += 1;
            }
        }
        self
    }

    pub fn catalog(&self) -> Catalog {
        let refused = self.refused.iter().map(Refused::shown).collect();
        Catalog::with(self.formats.iter().map(|format| format.room).collect()).refusing(refused)
    }

    /// Logs what documents are read by in place of files that declare no format.
    fn report_instead(&self) {
        for Refused { path, instead, .. } in &self.refused {
            if let Some(spec) = instead {
                let version = spec.own_version.unwrap_or_default();
                tracing::warn!("{}: its last good version goes on, {version}", path.display());
            }
        }
        for StoredFormat { file, id, .. } in &self.held {
            tracing::warn!("{file}: documents of `{id}` stay as they were read");
        }
    }

    /// Logs what is wrong with the files that declare none, with the line and a caret.
    pub fn report(&self) {
        for refused in &self.refused {
            let goes_on = match refused.instead {
                Some(spec) => format!("version {} goes on", spec.own_version.unwrap_or_default()),
                None => "the others are used".to_owned(),
            };
            let path = refused.path.display().to_string();
            let (problems, not_drawn) = refused.drawn(&path);
            for problem in problems {
                tracing::warn!("{path} declares no format; {goes_on}\n{problem}");
            }
            if not_drawn > 0 {
                tracing::warn!("`harmony format check {path}` has {not_drawn} more");
            }
        }
    }

    fn is_same_as(&self, other: &Self) -> bool {
        self.stored() == other.stored() && self.refuses_the_same_as(other)
    }

    fn refuses_the_same_as(&self, other: &Self) -> bool {
        let what =
            |refused: &Refused| (refused.path.clone(), refused.source.clone(), refused.problems.clone());
        self.refused.iter().map(what).eq(other.refused.iter().map(what))
    }

    /// Returns what a store keeps of these formats.
    fn stored(&self) -> Vec<StoredFormat> {
        let stored = |format: &OwnFormat| StoredFormat {
            file: format.file.clone(),
            id: format.room.spec.id.to_owned(),
            source: format.source.clone(),
        };
        self.formats.iter().map(stored).chain(self.held.iter().cloned()).collect()
    }

    /// Returns the name of another gate that has the number of a format's gate.
    fn gate_twin(&self, format: &RegisteredFormat) -> Option<&'static str> {
        let Spec { gate, gate_name, .. } = format.spec;
        let is_twin = |other: &&OwnFormat| {
            let other = other.room.spec;
            other.gate == *gate && other.gate_name.to_lowercase() != gate_name.to_lowercase()
        };
        Some(self.formats.iter().find(is_twin)?.room.spec.gate_name)
    }

    fn add(&mut self, path: PathBuf) {
        let source = match source_of(&path) {
            Ok(source) => source,
            // It was deleted since.
            Err(_) if !path.exists() => return,
            Err(error) => {
                return self.refuse(path, String::new(), vec![Problem::new(0..0, format!("{error:#}"))]);
            }
        };
        let twin = |format: &'static RegisteredFormat| {
            self.formats.iter().any(|known| known.room.spec.id == format.spec.id)
        };
        let problems = match compile(&source) {
            Ok(format) if twin(format) => {
                vec![Problem::new(0..0, format!("another file declares `{}` already", format.spec.id))]
            }
            Ok(_) if self.formats.len() == Catalog::MOST => {
                vec![Problem::new(0..0, format!("there are {} formats already", Catalog::MOST))]
            }
            Ok(format) if self.gate_twin(format).is_some() => {
                let Spec { gate_name, .. } = format.spec;
                let other = self.gate_twin(format).unwrap_or_default();
                vec![Problem::new(
                    0..0,
                    format!("the gate `{gate_name}` can't be kept apart from `{other}`; another name can"),
                )]
            }
            Ok(room) => {
                self.formats.push(OwnFormat { file: name_of(&path), source, room });
                return;
            }
            Err(problems) => problems,
        };
        self.refuse(path, source, problems);
    }

    fn refuse(&mut self, path: PathBuf, source: String, problems: Vec<Problem>) {
        let place = self.formats.len();
        self.refused.push(Refused { place, ..Refused::new(path, source, problems) });
    }
}

/// Logs which formats of a catalog open at the same places, and which go before one that is none.
fn report_overlaps(catalog: &Catalog) {
    for spec in catalog.specs() {
        for name in catalog.unknown_in_precedence(spec) {
            tracing::warn!("{} goes before `{name}`, which is no format", spec.name);
        }
    }
    for Overlap { first, second } in scan::overlaps(catalog) {
        let (first, second) = (first.labelled(), second.labelled());
        tracing::info!("{first} and {second} open at the same places, which are read as {first}");
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
