use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use app::document::Source;
use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use walkdir::DirEntry;

use super::batch::Batch;
use super::files::{self, Content};
use super::pending::Pending;
use super::progress::Progress;
use super::tail::{Tail, name_in_store};
use super::{Root, WatchError};
use crate::clock;
use crate::ingest::reader::Piece;
use crate::ingest::{self, Incoming};
use crate::store::{Arrival, Identity, Receipt, SharedStore, StoreError};

/// How soon it notices that Harmony ends.
const LOOK_UP: Duration = Duration::from_millis(250);
/// A store that is full or busy may have room again.
const TRY_AGAIN: Duration = Duration::from_secs(5);

type Events = Receiver<notify::Result<Event>>;

pub(super) struct Follower {
    pub(super) store: SharedStore,
    roots: Vec<Root>,
    watcher: RecommendedWatcher,
    pub(super) runtime: Handle,
    pending: Pending,
    /// Growing files, as far as they were read and all of it is stored.
    pub(super) tails: HashMap<PathBuf, Tail>,
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
            tails: HashMap::new(),
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
        let is_left_out = |entry: &DirEntry| {
            is_excluded(&self.roots, entry.path(), entry.file_type().is_dir())
                || entry.path_is_symlink() && leads_out(&self.roots, &mut self.leading_out, entry.path())
        };
        for file in files::walk(folder, is_left_out, |folder| watch(&mut self.watcher, folder))? {
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
            || is_excluded(&self.roots, folder, true)
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
        let is_named = self.roots.iter().any(|root| root.real == file);
        let is_below = || self.roots.iter().any(|root| file.starts_with(&root.real));
        is_named || is_below() && files::is_taken(file) && !is_excluded(&self.roots, file, false)
    }

    fn take_in(&mut self, due: Vec<PathBuf>, shutdown: &CancellationToken) {
        if due.is_empty() {
            return;
        }
        let mut progress = Progress::of(due.len());
        let logs_each = !progress.is_long();
        let mut batch = Batch::default();
        for file in due {
            if shutdown.is_cancelled() {
                return;
            }
            if let Err(error) = self.take(&file, &mut batch, logs_each) {
                // Most often it is gone again.
                tracing::debug!(file = %file.display(), %error, "not read");
            }
            if batch.is_full() {
                self.store(&mut batch, logs_each);
            }
            progress.step();
        }
        self.store(&mut batch, logs_each);
    }

    fn take(&mut self, file: &Path, batch: &mut Batch, logs_each: bool) -> io::Result<()> {
        if leads_out(&self.roots, &mut self.leading_out, file) {
            return Ok(());
        }
        match files::open(file)? {
            Content::Raw(raw) => {
                let piece = Piece { raw, source: Source::default(), message: None };
                batch.push(file, self.read(file, piece));
            }
            Content::Growing(input, growing) => self.go_on(file, input, growing, batch, logs_each)?,
            Content::Empty => {}
            Content::TooLarge => {
                if self.too_large.insert(file.to_owned()) {
                    tracing::warn!(file = %file.display(), "left out: it has more than 16 MB");
                }
            }
        }
        Ok(())
    }

    pub(super) fn read(&self, file: &Path, piece: Piece) -> Arrival {
        let key = piece.key();
        let name = name_in_store(file);
        let place = match &piece.source.part {
            Some(part) => format!("{name} {part}"),
            None => name.clone(),
        };
        let source = Source { path: Some(name), ..piece.source };
        let identity = match &key {
            Some(key) => Identity::of_key(key),
            None => Identity::of_file(&place, &piece.raw),
        };
        ingest::read(Incoming { identity, source, raw: piece.raw.into() }, clock::now_ms())
    }

    /// False where it could not; the files are then due again.
    pub(super) fn store(&mut self, batch: &mut Batch, logs_each: bool) -> bool {
        let Batch { files, arrivals, .. } = std::mem::take(batch);
        if files.is_empty() {
            return true;
        }
        match self.runtime.block_on(self.store.append(arrivals)) {
            Ok(receipts) if logs_each => log_new(&files, &receipts),
            Ok(_) => {}
            Err(StoreError::Stopped) => return false,
            Err(error) => {
                tracing::error!(%error, files = files.len(), "files could not be stored; trying again");
                let later = Instant::now() + TRY_AGAIN;
                for file in files {
                    // What was read of it is not stored.
                    self.tails.remove(&file);
                    self.pending.changed(file, later);
                }
                return false;
            }
        }
        true
    }
}

/// Out of all roots; `named` are those that the log knows of.
fn leads_out(roots: &[Root], named: &mut HashSet<PathBuf>, path: &Path) -> bool {
    let leads_out = files::leads_out(roots.iter().map(|root| root.real.as_path()), path);
    if leads_out && named.insert(path.to_owned()) {
        tracing::warn!(link = %path.display(), "left out: it leads out of the watched folders");
    }
    leads_out
}

/// The roots that hold it all leave it out.
fn is_excluded(roots: &[Root], path: &Path, is_folder: bool) -> bool {
    let mut holding = roots.iter().filter(|root| path.starts_with(&root.real)).peekable();
    holding.peek().is_some() && holding.all(|root| root.excludes.cover(path, is_folder))
}

fn log_new(files: &[PathBuf], receipts: &[Receipt]) {
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
