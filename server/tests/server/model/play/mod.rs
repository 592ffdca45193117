//! Makes each step in a store and in the model, and compares what they answer.

use std::path::PathBuf;
use std::sync::Arc;

use app::document::DocumentHead;
use proptest::sample::Index;
use server::ingest::{Reparsed, reparse};
use server::store::{
    Bookmark, Choice, Due, FoldedSession, InboxChoice, OtherTexts, Reread, SharedStore, SqliteStore,
    StoredCatalog,
};
use tempfile::TempDir;

use super::derivation::read_by;
use super::drafts::{Draft, note};
use super::steps::Step;
use super::{EPOCH, Model, questions};
use crate::stores;

/// A store that can be opened again.
pub struct Engine {
    folder: TempDir,
    open: fn(PathBuf) -> SharedStore,
}

impl Engine {
    pub fn sqlite() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            open: |file| Arc::new(SqliteStore::open(&file, EPOCH).unwrap()),
        }
    }

    pub fn database() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), open: |file| stores::open(&file, EPOCH) }
    }

    fn open(&self) -> SharedStore {
        (self.open)(self.folder.path().join("harmony.sqlite"))
    }
}

/// A store and the model of it.
pub struct Pair {
    pub store: SharedStore,
    pub model: Model,
    /// What was made so far, for secrets that differ.
    made: u8,
}

/// Asks the store and the model the same, and returns their answer.
macro_rules! same {
    ($pair:expr, $method:ident($($argument:expr),*)) => {{
        let answer = $pair.store.$method($($argument.clone()),*).await.unwrap();
        assert_eq!(answer, $pair.model.$method($($argument.clone()),*), "the store (left) and the model differ in `{}`", stringify!($method));
        answer
    }};
}
/// The same for a change that may make something, whose id the store chooses.
macro_rules! same_change {
    ($pair:expr, $method:ident($change:expr)) => {{
        let answer = $pair.store.$method($change.clone()).await.unwrap();
        let of_model = $pair.model.$method($change.clone(), answer.unwrap_or_default());
        assert_eq!(answer, of_model, "the store (left) and the model differ in `{}`", stringify!($method));
        answer
    }};
}
pub(super) use same;

mod access;
mod others;

/// Plays a history. Some questions are asked after each step, all at its end.
pub async fn play(engine: Engine, history: Vec<Step>) {
    let mut pair = Pair { store: engine.open(), model: Model::default(), made: 0 };
    for step in history {
        match step {
            Step::Reopen => {
                drop(pair.store);
                pair.store = engine.open();
            }
            step => pair.make(step).await,
        }
        pair.name_deliveries().await;
        questions::ask_some(&pair).await;
    }
    pair.end_rereading().await;
    questions::ask_all(&pair).await;
}

impl Pair {
    async fn make(&mut self, step: Step) {
        match step {
            Step::Append(drafts) => {
                let batch: Vec<_> = drafts.into_iter().map(Draft::arrival).collect();
                same!(self, append(batch));
            }
            Step::AppendMany => {
                let batch: Vec<_> = (0..60).map(note).collect();
                same!(self, append(batch));
            }
            Step::Remove(at) => {
                let id = self.document(at);
                same!(self, remove(id));
            }
            Step::RemoveSamples => {
                same!(self, remove_samples());
            }
            Step::Pin(at, pinned) => {
                let id = self.document(at);
                same!(self, pin(id, pinned));
            }
            Step::Expire { documents_before_ms, traces_before_ms } => {
                let due = Due { documents_before_ms, traces_before_ms };
                same!(self, expire(due));
            }
            Step::Quarantine(request) => {
                same!(self, quarantine(request));
            }
            Step::ReleaseDue(now_ms) => {
                same!(self, release_due(now_ms));
            }
            Step::Choose(at, handled, at_ms) => {
                let keys = self.model.known_keys();
                let key = pick(&keys, at).cloned().unwrap_or_else(|| "nothing".to_owned());
                let choice = InboxChoice { key, handled, at_ms };
                self.store.choose(Choice::Inbox(choice.clone())).await.unwrap();
                self.model.choose(choice);
            }
            Step::Heal(decided) => {
                self.store.choose(Choice::Healing(decided.clone())).await.unwrap();
                self.model.decide(decided);
            }
            Step::Settle { sessions, has_changed } => {
                let due = self.store.sessions_due(1_000).await.unwrap();
                for (name, state) in self.model.sessions_due().into_iter().zip(sessions) {
                    let token = due.iter().find(|(session, _)| *session == name).unwrap().1;
                    let items = vec![others::gate(&name)];
                    let token = if has_changed { token - 1 } else { token };
                    let folded = FoldedSession { session: name, state, token, items };
                    self.store.settle_chains(vec![folded.clone()]).await.unwrap();
                    self.model.settle_chains(folded, has_changed);
                }
            }
            Step::AddLines(lines, received_ms) => {
                self.store.add_lines(lines.clone(), received_ms).await.unwrap();
                self.model.add_lines(lines, received_ms);
            }
            Step::Rederive { forgets } => self.rederive(forgets).await,
            Step::Reread { key, ends, forgets_others } => self.reread(key, ends, forgets_others).await,
            Step::Mark(line) => {
                let (file, bookmark) =
                    ("/repo/log".to_owned(), Bookmark { offset: line * 7, line, digest: [line as u8; 32] });
                same!(self, mark(file, bookmark));
                same!(self, set_mirror(line.to_string()));
            }
            step => self.make_other(step).await,
        }
    }

    async fn rederive(&mut self, forgets: bool) {
        if forgets {
            let forgotten = self.model.forgotten();
            same!(self, rederive(forgotten));
        }
        let reparsed = reparse(&self.store, 0, |_| ()).await.unwrap();
        let changed = self.model.rederive(self.model.derived()).into();
        let documents = self.model.documents.len() as u64;
        assert_eq!(reparsed, Reparsed { documents, changed, kept: 0 });
    }

    async fn reread(&mut self, key: Option<i64>, ends: bool, forgets_others: bool) {
        if let Some(key) = key {
            let begin = Reread::Begin(StoredCatalog { key, formats: Vec::new() });
            same!(self, reread(begin));
        }
        let mut after = 0;
        loop {
            let found = self.store.texts_of_others(after, key).await.unwrap();
            let of_model = self.model.texts_of_others(after, key);
            assert_eq!(others(&found), others(&of_model));
            if found.texts.is_empty() {
                break;
            }
            after = found.up_to;
            let (documents, unconcerned) = read_by(key, found.texts);
            let batch = Reread::Batch { documents, unconcerned, key };
            same!(self, reread(batch));
        }
        if ends {
            let end = Reread::End { key, forget_others: forgets_others };
            same!(self, reread(end));
        }
    }

    /// Its event has searches wait for the words of new titles.
    async fn end_rereading(&mut self) {
        if self.model.has_reread {
            let end = Reread::End { key: None, forget_others: false };
            same!(self, reread(end));
        }
    }

    /// The model takes over the ids of new deliveries.
    async fn name_deliveries(&mut self) {
        for id in self.model.webhook_ids() {
            let log = self.store.webhook_log(id, 1_000).await.unwrap().unwrap_or_default();
            self.model.name_deliveries(id, &log);
        }
    }

    fn document(&self, at: Index) -> String {
        pick(&self.model.documents, at).map_or_else(|| "none".to_owned(), |document| document.head.id.clone())
    }
}

type Others<'a> = (Vec<(Option<i64>, &'a DocumentHead, &'a [u8])>, u64, u64);

fn others(found: &OtherTexts) -> Others<'_> {
    let texts = found.texts.iter().map(|text| (text.catalog, &text.head, &text.raw[..]));
    (texts.collect(), found.up_to, found.newest)
}

fn pick<T>(all: &[T], at: Index) -> Option<&T> {
    if all.is_empty() { None } else { Some(at.get(all)) }
}
