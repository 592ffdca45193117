use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use app::document::Source;
use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::files::{self, Content};
use super::pending::Pending;
use super::{Root, WatchError};
use crate::ingest::{Incoming, arrive};
use crate::store::{Identity, Receipt, SharedStore, StoreError};

/// How soon it notices that Harmony ends.
const LOOK_UP: Duration = Duration::from_millis(250);
/// About how much is read before it is stored.
const BATCH_BYTES: usize = 4 * 1024 * 1024;
const BATCH_FILES: usize = 128;
/// A store that is full or busy may have room again.
const TRY_AGAIN: Duration = Duration::from_secs(5);

type Events = Receiver<notify::Result<Event>>;

pub(super) struct Follower {
    store: SharedStore,
    roots: Vec<Root>,
    watcher: RecommendedWatcher,
    runtime: Handle,
    pending: Pending,
    /// Named once in the log, not at each change.
    too_large: HashSet<PathBuf>,
    /// Links that lead out of the roots; named once as well.
    leading_out: HashSet<PathBuf>,
}

impl Follower {
    pub fn new(store: SharedStore, roots: Vec<Root>, watcher: RecommendedWatcher, runtime: Handle) -> Self {
        Self {
            store,
            roots,
            watcher,
            runtime,
            pending: Pending::default(),
            too_large: HashSet::new(),
            leading_out: HashSet::new(),
        }
    }

    /// Watches every folder below the roots; their files are due at once.
    pub fn enter_roots(&mut self) -> Result<(), WatchError> {
        for root in self.roots.clone() {
            if root.real.is_dir() {
                self.enter(&root.real)?;
                continue;
            }
            // Editors put a new file in place of the old: only its folder sees that.
            let folder = root.real.parent().unwrap_or(&root.real);
            watch(&mut self.watcher, folder)?;
            self.pending.written(root.real.clone(), Instant::now());
        }
        Ok(())
    }

    pub fn run(mut self, events: &Events, shutdown: &CancellationToken) {
        while !shutdown.is_cancelled() {
            let now = Instant::now();
            let due = self.pending.next().map_or(LOOK_UP, |due| due.saturating_duration_since(now));
            match events.recv_timeout(due.min(LOOK_UP)) {
                Ok(Ok(event)) => self.note(event),
                Ok(Err(error)) => tracing::warn!(%error, "a change in a watched folder may have been missed"),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            let due = self.pending.take(Instant::now());
            self.take_in(due, shutdown);
        }
    }

    fn enter(&mut self, folder: &Path) -> Result<(), WatchError> {
        let now = Instant::now();
        let leads_out = |link: &Path| leads_out(&self.roots, &mut self.leading_out, link);
        for file in files::walk(folder, leads_out, |folder| watch(&mut self.watcher, folder))? {
            self.pending.written(file, now);
        }
        Ok(())
    }

    fn note(&mut self, event: Event) {
        if event.need_rescan() {
            tracing::info!("changes came faster than the system tells: looking through the folders again");
            if let Err(error) = self.enter_roots() {
                tracing::warn!(%error, "a folder is not followed");
            }
            return;
        }
        let is_whole = match event.kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
            EventKind::Modify(ModifyKind::Name(_)) => true,
            EventKind::Create(_) | EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Any) => false,
            _ => return,
        };
        let now = Instant::now();
        for path in event.paths {
            if path.is_dir() {
                self.note_folder(&path);
            } else if self.is_followed(&path) && is_whole {
                self.pending.written(path, now);
            } else if self.is_followed(&path) {
                self.pending.changed(path, now);
            }
        }
    }

    fn note_folder(&mut self, folder: &Path) {
        let is_below_a_root = self.roots.iter().any(|root| folder.starts_with(&root.real));
        if !is_below_a_root
            || files::is_passed_by(folder)
            || leads_out(&self.roots, &mut self.leading_out, folder)
        {
            return;
        }
        if let Err(error) = self.enter(folder) {
            tracing::warn!(%error, "a new folder is not followed");
        }
    }

    /// A file that was named itself is followed whatever its extension.
    fn is_followed(&self, file: &Path) -> bool {
        self.roots
            .iter()
            .any(|root| root.real == file || (file.starts_with(&root.real) && files::is_taken(file)))
    }

    fn take_in(&mut self, due: Vec<PathBuf>, shutdown: &CancellationToken) {
        let mut batch = Vec::new();
        let mut bytes = 0;
        for file in due {
            if let Some(incoming) = self.read(&file) {
                bytes += incoming.raw.len();
                batch.push((file, incoming));
            }
            if bytes >= BATCH_BYTES || batch.len() >= BATCH_FILES {
                self.store(std::mem::take(&mut batch));
                bytes = 0;
            }
            if shutdown.is_cancelled() {
                return;
            }
        }
        self.store(batch);
    }

    fn read(&mut self, file: &Path) -> Option<Incoming> {
        if leads_out(&self.roots, &mut self.leading_out, file) {
            return None;
        }
        let raw = match files::read(file) {
            Ok(Content::Raw(raw)) => raw,
            Ok(Content::Empty) => return None,
            Ok(Content::TooLarge) => {
                if self.too_large.insert(file.to_owned()) {
                    tracing::warn!(file = %file.display(), "left out: it has more than 16 MB");
                }
                return None;
            }
            Err(error) => {
                // Most often it is gone again.
                tracing::debug!(file = %file.display(), %error, "not read");
                return None;
            }
        };
        let identity = Identity::of_file(&file.to_string_lossy(), &raw);
        let name = self.roots.iter().find_map(|root| root.name_of(file)).unwrap_or_else(|| file.to_owned());
        let source = Source { path: Some(name.to_string_lossy().into_owned()), ..Source::default() };
        Some(Incoming { identity, source, raw: raw.into() })
    }

    fn store(&mut self, batch: Vec<(PathBuf, Incoming)>) {
        if batch.is_empty() {
            return;
        }
        let (files, texts): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
        match self.runtime.block_on(arrive(&self.store, texts)) {
            Ok(receipts) => tell(&files, &receipts),
            Err(StoreError::Stopped) => {}
            Err(error) => {
                tracing::error!(%error, files = files.len(), "files could not be stored; trying again");
                let later = Instant::now() + TRY_AGAIN;
                for file in files {
                    self.pending.changed(file, later);
                }
            }
        }
    }
}

/// Who may write a link into a watched folder must not thereby read what lies elsewhere.
fn leads_out(roots: &[Root], named: &mut HashSet<PathBuf>, path: &Path) -> bool {
    // What is gone leads nowhere.
    let Ok(real) = path.canonicalize() else { return false };
    if roots.iter().any(|root| real.starts_with(&root.real)) {
        return false;
    }
    if named.insert(path.to_owned()) {
        tracing::warn!(link = %path.display(), "left out: it leads out of the watched folders");
    }
    true
}

fn tell(files: &[PathBuf], receipts: &[Receipt]) {
    for (file, receipt) in files.iter().zip(receipts) {
        if let Receipt::Stored(head) = receipt {
            let format = head.lead().map_or("no known format", |block| block.format.as_str());
            tracing::info!(file = %file.display(), format, document.id = head.id, "new document");
        }
    }
}

fn watch(watcher: &mut RecommendedWatcher, folder: &Path) -> Result<(), WatchError> {
    watcher.watch(folder, RecursiveMode::NonRecursive).map_err(|error| refusal(folder, &error))
}

pub(super) fn refusal(path: &Path, error: &notify::Error) -> WatchError {
    let path = path.to_owned();
    match error.kind {
        notify::ErrorKind::MaxFilesWatch => WatchError::TooManyFolders { path },
        _ => WatchError::System { path, reason: error.to_string() },
    }
}
