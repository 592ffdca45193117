use std::collections::{HashMap, HashSet};

use app::api::{ListQuery, SessionsQuery};
use app::document::{BlockHead, DocumentHead, Kind, Source, State, Summary, Tally};
use app::event::{Cursor, Envelope, Event, Feed, Replaced, Totals};
use axum::body::Bytes;
use proptest::prelude::*;
use rusqlite::Connection;
use server::store::{
    Arrival, Basis, Due, Expired, Identity, OpenError, PAGE, Receipt, Replay, SqliteStore, Store,
};

fn arrival(key: &str, raw: &str, state: State, sample: bool) -> Arrival {
    let summary = Summary { state, tally: Tally { high: 2, ..Tally::default() }, ..Summary::default() };
    let block = BlockHead {
        format: "5.1".to_owned(),
        name: "Review Report".to_owned(),
        kind: Kind::Report,
        summary,
        warnings: 1,
        ..BlockHead::default()
    };
    let head = DocumentHead {
        id: Identity::of_key(key).document_id(),
        seq: 0,
        received_ms: 1_000,
        title: key.to_owned(),
        source: Source { sample, ..Source::default() },
        version: 1,
        bytes: raw.len() as u32,
        masked: 0,
        not_utf8: false,
        pinned: false,
        lines: 1,
        blocks: vec![block],
        ..DocumentHead::default()
    };
    let raw = Bytes::copy_from_slice(raw.as_bytes());
    Arrival::of(head, raw)
}

#[tokio::test]
async fn a_restart_keeps_documents_order_and_epoch() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/folder/harmony.sqlite");
    let long = "a line that packs well\n".repeat(1000);
    let before = {
        let store = SqliteStore::open(&path, 3).unwrap();
        let batch =
            vec![arrival("a", &long, State::Passed, false), arrival("b", "short", State::Failed, true)];
        store.append(batch).await.unwrap();
        store.feed().await.unwrap()
    };
    let store = SqliteStore::open(&path, 4).unwrap();
    assert_eq!(store.feed().await.unwrap(), before);
    assert_eq!(before.cursor, Cursor { epoch: 3, seq: 2 });
    assert_eq!(*store.head().borrow(), before.cursor);
    let kept = store.get(Identity::of_key("a").document_id()).await.unwrap().unwrap();
    assert_eq!(kept.raw, long);
    let again = store.append(vec![arrival("b", "short", State::Failed, true)]).await.unwrap();
    assert!(matches!(again.as_slice(), [Receipt::Duplicate(head)] if head.seq == 2));
}

#[tokio::test]
async fn a_store_of_an_older_harmony_learns_of_versions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    let older = Connection::open(&path).unwrap();
    for migration in [
        include_str!("../../src/store/sqlite/migrations/1_documents.sql"),
        include_str!("../../src/store/sqlite/migrations/2_facets.sql"),
        include_str!("../../src/store/sqlite/migrations/3_sessions.sql"),
    ] {
        older.execute_batch(migration).unwrap();
    }
    older.execute("INSERT INTO meta (name, value) VALUES ('epoch', 3)", []).unwrap();
    for (seq, id, place) in
        [(1, "a1", Some("a.md")), (2, "b1", Some("runs/b.md")), (3, "a2", Some("a.md")), (4, "n", None)]
    {
        let source = Source { path: place.map(str::to_owned), ..Source::default() };
        let mut head = serde_json::to_value(DocumentHead {
            seq,
            source,
            ..arrival("", "text", State::Passed, false).head
        })
        .unwrap();
        head["id"] = id.into();
        head.as_object_mut().unwrap().remove("version");
        older
            .execute(
                "INSERT INTO document (seq, id, sample, outcome, head, digest, codec, raw) VALUES (?1, ?2, 0, 'pass', ?3, zeroblob(32), 0, x'74657874')",
                (seq, id, head.to_string()),
            )
            .unwrap();
        older
            .execute("INSERT INTO facet (seq, session, received_ms, severity) VALUES (?1, NULL, 0, 0)", [seq])
            .unwrap();
        older.execute("INSERT INTO event (seq, frame) VALUES (?1, '')", [seq]).unwrap();
        let what = if seq == 3 { r#"{"move":"learned"}"# } else { r#"{"move":"human-gate"}"# };
        older.execute("INSERT INTO mention VALUES ('', ?1, 0, 1, ?2)", (seq, what)).unwrap();
    }
    older.pragma_update(None, "application_id", 0x4861_726d).unwrap();
    older.pragma_update(None, "user_version", 3).unwrap();
    drop(older);

    let store = SqliteStore::open(&path, 9).unwrap();
    let listed = store.list(ListQuery::default()).await.unwrap().documents;
    let versions: Vec<_> = listed.iter().map(|head| (head.id.as_str(), head.version)).collect();
    assert_eq!(versions, [("n", 1), ("a2", 2), ("b1", 1)]);
    let sessions = store.sessions(SessionsQuery::default()).await.unwrap().sessions;
    let sessions: Vec<_> = sessions.iter().map(|head| (head.name.as_str(), head.documents)).collect();
    assert_eq!(sessions, [("document:n", 1), ("file:a.md", 2), ("folder:runs", 1)]);
    let path = Some("a.md".to_owned());
    let mut next = arrival("a3", "other", State::Passed, false);
    next.head.source.path = path;
    let receipts = store.append(vec![next]).await.unwrap();
    assert!(matches!(receipts.as_slice(), [Receipt::Stored(head)] if head.version == 3), "{receipts:?}");
    // The same text is recognized, and another one with the same id isn't mistaken for it.
    let mut again = [arrival("", "text", State::Passed, false), arrival("", "tixt", State::Passed, false)];
    again.iter_mut().for_each(|arrival| arrival.head.id = "n".to_owned());
    let receipts = store.append(again.to_vec()).await.unwrap();
    assert!(matches!(receipts.as_slice(), [Receipt::Duplicate(_), Receipt::Conflict(_)]), "{receipts:?}");
}

#[test]
fn a_store_of_a_newer_harmony_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    drop(SqliteStore::open(&path, 1).unwrap());
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let Err(error) = SqliteStore::open(&path, 1) else { panic!("it was opened") };
    assert!(matches!(error, OpenError::Newer { found: 99, .. }));
    assert!(error.to_string().contains("update Harmony"));
}

#[test]
fn a_file_that_is_no_store_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.md");
    std::fs::write(&text, "# Notes of a person, long enough to be no empty file\n".repeat(100)).unwrap();
    assert!(matches!(SqliteStore::open(&text, 1), Err(OpenError::NotAStore { .. })));
    let other = folder.path().join("other.sqlite");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE songs (name TEXT)").unwrap();
    assert!(matches!(SqliteStore::open(&other, 1), Err(OpenError::NotAStore { .. })));
    let tables: u32 = Connection::open(&other)
        .unwrap()
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .unwrap();
    assert_eq!(tables, 1);
}

#[test]
fn the_file_is_set_up_as_it_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    let _store = SqliteStore::open(&path, 1).unwrap();
    let connection = Connection::open(&path).unwrap();
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!((pragma("page_size"), pragma("auto_vacuum")), (8192, 2));
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
}

/// The simplest model of a store.
#[derive(Debug, Default)]
struct Model {
    seq: u64,
    /// Oldest first.
    documents: Vec<(DocumentHead, Bytes)>,
    events: Vec<(u64, Event)>,
}

#[derive(Clone, Debug)]
enum Step {
    Append(Vec<(u8, u8, State, bool)>),
    RemoveSamples,
    Remove(u8),
    Pin(u8, bool),
    /// Of those received before this moment.
    Expire(i64),
    Reopen,
}

impl Model {
    fn append(&mut self, arrival: &Arrival) -> Receipt {
        if let Some((head, raw)) = self.documents.iter().find(|(head, _)| head.id == arrival.head.id) {
            let is_same = *raw == arrival.raw;
            return if is_same { Receipt::Duplicate(head.clone()) } else { Receipt::Conflict(head.clone()) };
        }
        let of_source = |(head, _): &&(DocumentHead, Bytes)| head.source.path == arrival.head.source.path;
        let newest = self.documents.iter().rfind(of_source).filter(|(head, _)| head.source.path.is_some());
        let is_same = |(head, raw): &&(DocumentHead, Bytes)| {
            head.source.sample == arrival.head.source.sample && *raw == arrival.raw
        };
        if let Some((head, _)) = newest.filter(is_same).filter(|_| arrival.basis == Basis::Content) {
            return Receipt::Duplicate(head.clone());
        }
        let newest = newest.map(|(head, _)| head);
        self.seq += 1;
        let replaces = newest.map(Replaced::of);
        let version = newest.map_or(1, |newest| newest.version + 1);
        let head = DocumentHead { seq: self.seq, version, ..arrival.head.clone() };
        self.documents.push((head.clone(), arrival.raw.clone()));
        self.events.push((self.seq, Event::DocumentEvent { document: head.clone(), replaces }));
        Receipt::Stored(head)
    }

    fn remove_samples(&mut self) -> u32 {
        self.let_go(|head| head.source.sample)
    }

    /// The events of removed documents are replaced.
    fn let_go(&mut self, goes: impl Fn(&DocumentHead) -> bool) -> u32 {
        let gone: Vec<_> = self.documents.extract_if(.., |(head, _)| goes(head)).collect();
        for (head, _) in &gone {
            let removed = Event::DocumentsRemoved { ids: vec![head.id.clone()] };
            self.events
                .iter_mut()
                .filter(|(seq, _)| *seq == head.seq)
                .for_each(|(_, event)| *event = removed.clone());
        }
        if !gone.is_empty() {
            self.seq += 1;
            let ids = gone.iter().map(|(head, _)| head.id.clone()).collect();
            self.events.push((self.seq, Event::DocumentsRemoved { ids }));
        }
        gone.len() as u32
    }

    fn pin(&mut self, id: &str, pinned: bool) -> bool {
        let Some((head, _)) = self.documents.iter_mut().find(|(head, _)| head.id == id) else { return false };
        if head.pinned != pinned {
            head.pinned = pinned;
            self.seq += 1;
            self.events.push((self.seq, Event::DocumentPinned { id: id.to_owned(), pinned }));
        }
        true
    }

    /// Returns the newest version of each source.
    fn newest(&self, limit: usize, keep: impl Fn(&DocumentHead) -> bool) -> Vec<DocumentHead> {
        let heads = self.documents.iter().rev().map(|(head, _)| head);
        let mut sources = HashSet::new();
        let newest = heads.filter(|head| head.source.path.is_none() || sources.insert(&head.source.path));
        newest.filter(|head| keep(head)).take(limit).cloned().collect()
    }

    fn feed(&self) -> Feed {
        let mut totals = Totals::default();
        self.newest(usize::MAX, |_| true).iter().for_each(|head| totals.add(head));
        let cursor = Cursor { epoch: 5, seq: self.seq };
        Feed { cursor, documents: self.newest(Feed::KEPT, |_| true), totals }
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let state = prop_oneof![Just(State::Passed), Just(State::Failed), Just(State::None)];
    let document = (0..40_u8, 0..2_u8, state, any::<bool>());
    let step = prop_oneof![
        6 => prop::collection::vec(document, 0..12).prop_map(Step::Append),
        1 => Just(Step::RemoveSamples),
        2 => (0..40_u8).prop_map(Step::Remove),
        2 => (0..40_u8, any::<bool>()).prop_map(|(key, pinned)| Step::Pin(key, pinned)),
        1 => (0..40_i64).prop_map(Step::Expire),
        1 => Just(Step::Reopen),
    ];
    prop::collection::vec(step, 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_store_does_what_the_model_does(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(compare(steps));
    }
}

async fn compare(steps: Vec<Step>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    let mut store = SqliteStore::open(&path, 5).unwrap();
    let mut model = Model::default();
    for step in steps {
        match step {
            Step::Append(documents) => {
                let batch: Vec<_> = documents
                    .iter()
                    .map(|(key, text, state, sample)| {
                        let mut arrival =
                            arrival(&format!("key {key}"), &format!("text {text}"), *state, *sample);
                        arrival.head.received_ms = i64::from(*key);
                        arrival.basis = if *key < 20 { Basis::Key } else { Basis::Content };
                        // Some are versions of one of two files.
                        arrival.head.source.path =
                            (*key % 3 == 0).then(|| ["odd.md", "even.md"][usize::from(*key % 2)].to_owned());
                        arrival
                    })
                    .collect();
                let expected: Vec<_> = batch.iter().map(|arrival| model.append(arrival)).collect();
                assert_eq!(store.append(batch).await.unwrap(), expected);
            }
            Step::RemoveSamples => assert_eq!(store.remove_samples().await.unwrap(), model.remove_samples()),
            Step::Remove(key) => {
                let id = Identity::of_key(&format!("key {key}")).document_id();
                let was_there = model.let_go(|head| head.id == id) > 0;
                assert_eq!(store.remove(id).await.unwrap(), was_there);
            }
            Step::Pin(key, pinned) => {
                let id = Identity::of_key(&format!("key {key}")).document_id();
                assert_eq!(store.pin(id.clone(), pinned).await.unwrap(), model.pin(&id, pinned));
            }
            Step::Expire(before_ms) => {
                // The oldest are removed first, and the event has the same order.
                model.documents.sort_by_key(|(head, _)| head.received_ms);
                let documents = model.let_go(|head| head.received_ms < before_ms && !head.pinned);
                model.documents.sort_by_key(|(head, _)| head.seq);
                let due = Due { documents_before_ms: before_ms, traces_before_ms: i64::MIN };
                let expired = store.expire(due).await.unwrap();
                assert_eq!(expired, Expired { documents, traces: 0, there_is_more: false });
            }
            Step::Reopen => {
                drop(store);
                store = SqliteStore::open(&path, 99).unwrap();
            }
        }
        check(&store, &model).await;
    }
}

async fn check(store: &SqliteStore, model: &Model) {
    assert_eq!(store.feed().await.unwrap(), model.feed());
    assert_eq!(store.head().borrow().seq, model.seq);
    for state in [State::Passed, State::Failed, State::None] {
        let query = ListQuery { state: Some(state.as_str().to_owned()), ..ListQuery::default() };
        let expected = model.newest(PAGE, |head| head.blocks[0].summary.state == state);
        assert_eq!(store.list(query).await.unwrap().documents, expected);
    }
    for digit in ["0", "1"] {
        let query = ListQuery { text: Some(format!("text {digit}")), ..ListQuery::default() };
        let texts: HashMap<_, _> = model.documents.iter().map(|(head, raw)| (&head.id, raw)).collect();
        let expected = model.newest(PAGE, |head| {
            // A title is searched too.
            texts[&head.id].ends_with(digit.as_bytes()) || head.title == format!("key {digit}")
        });
        assert_eq!(store.list(query).await.unwrap().documents, expected);
    }
    let pinned = ListQuery { pinned: Some("true".to_owned()), ..ListQuery::default() };
    assert_eq!(store.list(pinned).await.unwrap().documents, model.newest(PAGE, |head| head.pinned));
    let raw: HashMap<_, _> = model.documents.iter().map(|(head, raw)| (&head.id, raw)).collect();
    for (id, raw) in raw {
        assert_eq!(&store.get(id.clone()).await.unwrap().unwrap().raw, raw);
    }
    for after in 0..=model.seq {
        let Replay::Events(frames) = store.replay(Cursor { epoch: 5, seq: after }, 1000).await.unwrap()
        else {
            panic!("gone")
        };
        let found: Vec<_> = frames
            .iter()
            .map(|frame| serde_json::from_str::<Envelope>(&frame.json).unwrap())
            .map(|envelope| (envelope.cursor.seq, envelope.event))
            .collect();
        let expected: Vec<_> = model.events.iter().filter(|(seq, _)| *seq > after).cloned().collect();
        assert_eq!(found, expected);
    }
    let beyond = Cursor { epoch: 5, seq: model.seq + 1 };
    assert_eq!(store.replay(beyond, 1).await.unwrap(), Replay::Gone);
    assert_eq!(store.replay(Cursor { epoch: 4, seq: 0 }, 1).await.unwrap(), Replay::Gone);
}
