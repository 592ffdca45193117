//! Formats that a team declares in files of its own.

mod changes;
mod examples;
mod files;
mod keep;
mod reread;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use app::catalog::{Catalog, Examples, Overlap, Problem, RefusedFile, compile};
use app::document::DocumentHead;
use app::format::Spec;
use app::formats::RegisteredFormat;
use app::scan;
use app::text::Text;
use tokio::task;

use crate::cli::drawn_problem;
use crate::store::{Reread, SharedStore, StoreError, StoredCatalog, StoredFormat};

pub use examples::{ExampleFile, examples_beside};
pub use files::{Files, SUFFIX, source_of};
pub use keep::Keeper;

/// The problems of a file that pages show and the log has.
const MOST_DRAWN: usize = 3;

/// The formats of some files.
#[derive(Clone, Default)]
pub struct OwnFormats {
    pub formats: Vec<OwnFormat>,
    /// Files that declare none. They keep no other from being used.
    pub refused: Vec<Refused>,
    /// The folders and files that were asked for.
    paths: Vec<PathBuf>,
    /// Formats of such files that can't be read by any more. Their documents stay as they were read.
    held: Vec<StoredFormat>,
}

#[derive(Clone)]
pub struct OwnFormat {
    path: PathBuf,
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
        let mut read = Self { paths: paths.to_vec(), ..Self::default() };
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

    /// Reads texts by the formats in these folders from now on; without folders, by those that documents of the store were
    /// read by. For a file that is refused, the last good version goes on.
    pub async fn take_up(folders: &[PathBuf], store: &SharedStore) -> anyhow::Result<Self> {
        let earlier = store.catalogs().await?.pop().map(|catalog| catalog.formats).unwrap_or_default();
        let formats =
            if folders.is_empty() { Self::kept(earlier) } else { Self::read(folders)?.after(&earlier) };
        formats.make_current(store).await;
        Ok(formats)
    }

    /// Returns formats that a store has kept.
    fn kept(stored: Vec<StoredFormat>) -> Self {
        let mut kept = Self::default();
        for known in stored {
            match compile(&known.source) {
                Ok(room) => {
                    let StoredFormat { file, source, .. } = known;
                    kept.formats.push(OwnFormat { path: PathBuf::from(&file), file, source, room });
                }
                Err(_) => kept.held.push(known),
            }
        }
        kept
    }

    /// Reads texts by these formats from now on.
    async fn make_current(&self, store: &SharedStore) -> Arc<Catalog> {
        let catalog = self.catalog().showing(self.examples());
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
    pub async fn settle_in(&self, store: &SharedStore, are_kept: bool) -> Result<(), StoreError> {
        settle_in(store, Catalog::current().key(), are_kept || !self.held.is_empty()).await
    }

    /// Returns whether a document stays as it was read: it is of a format whose file is refused, or, if no folder was named,
    /// of one that is unknown.
    pub fn keep_as_read(&self, head: &DocumentHead) -> bool {
        let catalog = Catalog::current();
        head.blocks.iter().any(|block| {
            let is_held = self.held.iter().any(|held| held.id == block.format);
            is_held || (self.paths.is_empty() && catalog.room(&block.format).is_none())
        })
    }

    /// Has the files that are refused go on with their earlier versions.
    fn after(mut self, earlier: &[StoredFormat]) -> Self {
        let mut added = 0;
        for refused in &mut self.refused {
            let name = name_of(&refused.path);
            for known in earlier.iter().filter(|known| known.file == name) {
                match compile(&known.source) {
                    Ok(room) if clash(room.spec, &self.formats).is_none() => {
                        let (path, source) = (refused.path.clone(), known.source.clone());
                        let format = OwnFormat { path, file: name.clone(), source, room };
                        self.formats.insert(refused.place + added, format);
                        refused.instead = Some(room.spec);
                        added += 1;
                    }
                    Ok(_) => {}
                    // Documents are read by the other file that declares the format.
                    Err(_) if self.formats.iter().any(|other| other.room.spec.id == known.id) => {}
                    Err(_) => self.held.push(known.clone()),
                }
            }
        }
        self
    }

    pub fn catalog(&self) -> Catalog {
        let refused = self.refused.iter().map(Refused::shown).collect();
        let folders = self.paths.iter().filter(|path| path.is_dir());
        let folders = folders.map(|folder| folder.display().to_string()).collect();
        Catalog::with(self.formats.iter().map(|format| format.room).collect())
            .refusing(refused)
            .reading_from(folders)
    }

    /// Reads the documents beside the files.
    pub fn examples(&self) -> Examples {
        examples::examples_of(&self.formats)
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

    fn add(&mut self, path: PathBuf) {
        let source = match source_of(&path) {
            Ok(source) => source,
            // It was deleted since.
            Err(_) if !path.exists() => return,
            Err(error) => {
                return self.refuse(path, String::new(), vec![Problem::new(0..0, format!("{error:#}"))]);
            }
        };
        match compile(&source) {
            Ok(room) => match clash(room.spec, &self.formats) {
                Some(message) => self.refuse(path, source, vec![Problem::new(0..0, message)]),
                None => self.formats.push(OwnFormat { file: name_of(&path), path, source, room }),
            },
            Err(problems) => self.refuse(path, source, problems),
        }
    }

    fn refuse(&mut self, path: PathBuf, source: String, problems: Vec<Problem>) {
        let place = self.formats.len();
        self.refused.push(Refused { place, ..Refused::new(path, source, problems) });
    }
}

/// Has a command without folders know the formats of a team that documents of a store were read by last.
pub async fn read_by_stored(store: &SharedStore) -> Result<(), StoreError> {
    if Catalog::current().key().is_none()
        && let Some(StoredCatalog { formats, .. }) = store.catalogs().await?.pop()
    {
        let rooms = formats.iter().filter_map(|format| compile(&format.source).ok()).collect();
        Catalog::with(rooms).make_current();
    }
    Ok(())
}

/// Records that all documents of a store are read by the catalog with this key, or held by others.
async fn settle_in(store: &SharedStore, key: Option<i64>, are_held: bool) -> Result<(), StoreError> {
    store.reread(Reread::End { key, forget_others: !are_held }).await.map(drop)
}

/// Returns why a format can't be used beside others.
fn clash(spec: &Spec, others: &[OwnFormat]) -> Option<String> {
    let Spec { id, gate, gate_name, .. } = spec;
    let mut specs = others.iter().map(|other| other.room.spec);
    if specs.clone().any(|other| other.id == *id) {
        return Some(format!("another file declares `{id}` already"));
    }
    if others.len() == Catalog::MOST {
        return Some(format!("there are {} formats already", Catalog::MOST));
    }
    let has_its_number =
        |other: &&Spec| other.gate == *gate && other.gate_name.to_lowercase() != gate_name.to_lowercase();
    let other = specs.find(has_its_number)?.gate_name;
    Some(format!("the gate `{gate_name}` can't be kept apart from `{other}`; another name can"))
}

/// Logs which formats of a catalog open at the same places, and which go before one that is none. Nobody waits for it: among
/// hundreds of formats it takes a while to find them.
fn report_overlaps(catalog: Arc<Catalog>) {
    task::spawn_blocking(move || {
        for spec in catalog.specs() {
            for name in catalog.unknown_in_precedence(spec) {
                tracing::warn!("{} goes before `{name}`, which is no format", spec.name);
            }
        }
        for Overlap { first, second } in scan::overlaps(&catalog) {
            let (first, second) = (first.labelled(), second.labelled());
            tracing::info!("{first} and {second} open at the same places, which are read as {first}");
        }
    });
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::fs;

    use app::track::own_gate;

    use super::{OwnFormats, StoredFormat};

    fn file(name: &str, gate: &str) -> String {
        format!("name = \"{name}\"\ngate = \"{gate}\"\nheading = \"{name}\"\n[fields]\nstate = \"State\"\n")
    }

    /// Returns two names of gates that have the same number.
    fn twins() -> (String, String) {
        let mut names: HashMap<u32, String> = HashMap::new();
        let mut names_of_gates = (0..).map(|number: u32| format!("sign-off {number}"));
        names_of_gates
            .find_map(|name| names.insert(own_gate(&name), name.clone()).map(|earlier| (earlier, name)))
            .unwrap()
    }

    #[test]
    fn gates_that_can_not_be_kept_apart_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = twins();
        fs::write(folder.path().join("a.format.toml"), file("A", &first)).unwrap();
        fs::write(folder.path().join("b.format.toml"), file("B", &second)).unwrap();
        let read = || OwnFormats::read(&[folder.path().to_owned()]).unwrap();
        assert_eq!((read().formats.len(), read().refused.len()), (1, 1));
        let message = &read().refused[0].problems[0].message;
        assert!(message.contains(&first) && message.contains(&second), "{message}");

        // Nor does an earlier version go on.
        let earlier = |name: &str, gate: &str| StoredFormat {
            file: "b.format.toml".to_owned(),
            id: name.to_lowercase(),
            source: file(name, gate),
        };
        assert_eq!(read().after(&[earlier("B", &second)]).formats.len(), 1);
        assert_eq!(read().after(&[earlier("B", "another")]).formats.len(), 2);
    }
}
