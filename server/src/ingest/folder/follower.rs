use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use app::document::Source;
use ignore::DirEntry;
use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::batch::Batch;
use super::files::{self, Content};
use super::pending::Pending;
use super::progress::Progress;
use super::scope::Scope;
use super::tail::{Tail, name_in_store};
use super::{Root, WatchError};
use crate::clock;
use crate::ingest::reader::Piece;
use crate::ingest::{self, Checkouts, Incoming};
use crate::store::{Arrival, Identity, InCheckout, Receipt, SharedStore, StoreError};

/// How soon the thread notices a shutdown.
const LOOK_UP: Duration = Duration::from_millis(250);
/// When to try again after the store was full or busy.
const TRY_AGAIN: Duration = Duration::from_secs(5);

type Events = Receiver<notify::Result<Event>>;

pub(super) struct Follower {
    pub(super) store: SharedStore,
    pub(super) scope: Arc<Scope>,
    watcher: RecommendedWatcher,
    pub(super) runtime: Handle,
    pending: Pending,
    /// How far growing files were read and stored.
    pub(super) tails: HashMap<PathBuf, Tail>,
    /// Files that are too large. Each is logged once.
    too_large: HashSet<PathBuf>,
    checkouts: Checkouts,
    /// The last text of each file, by its path and part, whose repository has several checkouts here.
    in_several: HashMap<(Option<String>, Option<String>), Identity>,
}

impl Follower {
    pub fn new(store: SharedStore, roots: Vec<Root>, watcher: RecommendedWatcher, runtime: Handle) -> Self {
        Self {
            store,
            scope: Arc::new(Scope::of(roots)),
            watcher,
            runtime,
            pending: Pending::default(),
            tails: HashMap::new(),
            too_large: HashSet::new(),
            checkouts: Checkouts::default(),
            in_several: HashMap::new(),
        }
    }

    /// Watches every folder below the roots and schedules their files.
    pub fn enter_roots(&mut self) -> Result<(), WatchError> {
        let scope = Arc::clone(&self.scope);
        for root in &scope.roots {
            if root.real.is_dir() {
                self.enter(&root.real)?;
                continue;
            }
            // Editors replace the file by a new one, which only a watch on its folder notices.
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
                Ok(Err(error)) => tracing::warn!(%error, "may have missed a change in a watched folder"),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            let due = self.pending.take(Instant::now());
            self.take_in(due, shutdown);
        }
    }

    fn enter(&mut self, folder: &Path) -> Result<(), WatchError> {
        let now = Instant::now();
        let scope = Arc::clone(&self.scope);
        let leaves_out = move |entry: &DirEntry| scope.leaves_out(entry);
        for file in files::walk(folder, leaves_out, |folder| watch(&mut self.watcher, folder))? {
            // Before any is read: which repositories have several checkouts?
            self.checkouts.note(&file);
            self.pending.written(file, now);
        }
        Ok(())
    }

    fn note(&mut self, event: Event) {
        if event.need_rescan() {
            tracing::info!("the system lost events: reading the folders again");
            if let Err(error) = self.enter_roots() {
                tracing::warn!(%error, "could not watch a folder");
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
            } else if self.scope.follows_file(&path) && is_whole {
                self.pending.written(path, now);
            } else if self.scope.follows_file(&path) {
                self.pending.changed(path, now);
            }
        }
    }

    fn note_folder(&mut self, folder: &Path) {
        if self.scope.follows_folder(folder)
            && let Err(error) = self.enter(folder)
        {
            tracing::warn!(%error, "a new folder is not followed");
        }
    }

    fn take_in(&mut self, due: Vec<PathBuf>, shutdown: &CancellationToken) {
        if due.is_empty() {
            return;
        }
        let mut progress = Progress::of(due.len());
        let logs_each = !progress.is_long();
        let mut batch = Batch::default();
        self.checkouts.look_again();
        for file in due {
            if shutdown.is_cancelled() {
                return;
            }
            if let Err(error) = self.take(&file, &mut batch, logs_each) {
                // Usually it was deleted again.
                tracing::debug!(file = %file.display(), %error, "could not read a file");
            }
            if batch.is_full() {
                self.store(&mut batch, logs_each);
            }
            progress.step();
        }
        self.store(&mut batch, logs_each);
    }

    fn take(&mut self, file: &Path, batch: &mut Batch, logs_each: bool) -> io::Result<()> {
        if self.scope.leads_out(file) {
            return Ok(());
        }
        match files::open(file)? {
            Content::Raw(raw) => {
                let piece = Piece { raw, source: Source::default(), message: None, lines: Vec::new() };
                batch.push(file, self.read(file, piece));
            }
            Content::Growing(input, growing) => self.go_on(file, input, growing, batch, logs_each)?,
            Content::Empty => {}
            Content::TooLarge => {
                if self.too_large.insert(file.to_owned()) {
                    tracing::warn!(file = %file.display(), "not read: larger than 16 MB");
                }
            }
        }
        Ok(())
    }

    pub(super) fn read(&mut self, file: &Path, piece: Piece) -> Arrival {
        let key = piece.key();
        let path = piece.source.path.clone().unwrap_or_else(|| name_in_store(file));
        let former = Source { path: Some(path), ..piece.source };
        let source = self.checkouts.name(former.clone());
        let former_id = identity(key.as_deref(), &former, &piece.raw);
        let in_checkout = (source != former).then(|| {
            let has_several =
                source.repository.as_deref().is_some_and(|name| self.checkouts.has_several(name));
            let is_unchanged = has_several && !self.has_changed(&former, former_id);
            InCheckout { former_id: former_id.document_id(), former, is_unchanged }
        });
        let identity = identity(key.as_deref(), &source, &piece.raw);
        let arrival = ingest::read(Incoming { identity, source, raw: piece.raw.into() }, clock::now_ms());
        Arrival { in_checkout, ..arrival }
    }

    /// Returns whether a file was read before, with another text, and remembers the text.
    fn has_changed(&mut self, file: &Source, text: Identity) -> bool {
        let before = self.in_several.insert((file.path.clone(), file.part.clone()), text);
        before.is_some_and(|before| before != text)
    }

    /// Stores the batch. Returns `false` if that failed, after scheduling its files again.
    pub(super) fn store(&mut self, batch: &mut Batch, logs_each: bool) -> bool {
        let Batch { files, arrivals, .. } = std::mem::take(batch);
        if files.is_empty() {
            return true;
        }
        match self.runtime.block_on(ingest::append(&self.store, arrivals)) {
            Ok(receipts) if logs_each => log_new(&files, &receipts),
            Ok(_) => {}
            Err(StoreError::Stopped) => return false,
            Err(error) => {
                tracing::error!(%error, files = files.len(), "could not store files; will try again");
                for file in files {
                    self.try_again(file);
                }
                return false;
            }
        }
        true
    }

    /// Schedules a file again, from where it was stored: what was read since is lost.
    pub(super) fn try_again(&mut self, file: PathBuf) {
        self.tails.remove(&file);
        self.pending.changed(file, Instant::now() + TRY_AGAIN);
    }
}

/// Returns the identity of a text that has a key, or of a file.
fn identity(key: Option<&str>, source: &Source, raw: &[u8]) -> Identity {
    let Some(key) = key else {
        let repository = source.repository.as_deref().map(|name| format!("{name}:")).unwrap_or_default();
        let path = source.path.as_deref().unwrap_or_default();
        let part = source.part.as_deref().map(|part| format!(" {part}")).unwrap_or_default();
        return Identity::of_file(&format!("{repository}{path}{part}"), raw);
    };
    Identity::of_key(key)
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
