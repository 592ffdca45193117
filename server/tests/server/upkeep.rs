//! Backups, and parsing all documents again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use app::api::{ListQuery, SessionsQuery};
use app::document::{DocumentHead, Source};
use app::event::{Cursor, Envelope, Event};
use app::track::Mention;
use rusqlite::Connection;
use server::ingest::{Incoming, Reparsed, arrive, derive, reparse};
use server::store::{
    BackUpError, Identity, OpenError, Reached, Rederived, Replay, SharedStore, SqliteStore, back_up,
};
use tempfile::TempDir;

const REPORT: &str = "# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 91%\n";

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harmony.sqlite");
    (folder, file)
}

fn open(file: &Path, epoch: u32) -> SharedStore {
    Arc::new(SqliteStore::open(file, epoch).unwrap())
}

async fn add(store: &SharedStore, texts: &[&str]) {
    let incoming = |text: &&str| Incoming {
        identity: Identity::of_key(text),
        source: Source::default(),
        raw: (*text).to_owned().into(),
    };
    arrive(store, texts.iter().map(incoming).collect()).await.unwrap();
}

async fn heads(store: &SharedStore) -> Vec<DocumentHead> {
    store.list(ListQuery::default()).await.unwrap().documents
}

#[tokio::test]
async fn a_back_up_is_made_while_the_store_is_in_use() {
    let (folder, file) = place();
    let store = open(&file, 7);
    add(&store, &["one", REPORT]).await;
    let copy = folder.path().join("copy.sqlite");
    let made = back_up(&file, &copy).unwrap();
    assert_eq!((made.documents, made.bytes), (2, std::fs::metadata(&copy).unwrap().len()));
    add(&store, &["after the moment of the copy"]).await;
    let before = store.feed().await.unwrap();

    // Each restored copy starts an epoch of its own, so that nobody resumes in the wrong order.
    for epoch in [9, 10] {
        let restored = folder.path().join(format!("restored-{epoch}.sqlite"));
        std::fs::copy(&copy, &restored).unwrap();
        let store = open(&restored, epoch);
        let feed = store.feed().await.unwrap();
        assert_eq!((feed.cursor, feed.totals.documents), (Cursor { epoch, seq: 2 }, 2));
        assert_eq!(feed.documents, before.documents[1..]);
        assert_eq!(store.replay(before.cursor, 10).await.unwrap(), Replay::Gone);
        assert_eq!(store.replay(Cursor { epoch, seq: 0 }, 10).await.unwrap(), Replay::Gone);
        add(&store, &["a new one"]).await;
        let Replay::Events(frames) = store.replay(Cursor { epoch, seq: 1 }, 10).await.unwrap() else {
            panic!("gone")
        };
        let cursors: Vec<Cursor> = frames
            .iter()
            .map(|frame| serde_json::from_str::<Envelope>(&frame.json).unwrap().cursor)
            .collect();
        assert_eq!(cursors, [Cursor { epoch, seq: 2 }, Cursor { epoch, seq: 3 }]);
        drop(store);
        assert_eq!(
            open(&restored, 99).head().borrow().epoch,
            epoch,
            "once restored, it is a store like any other"
        );
    }
    assert_eq!(store.feed().await.unwrap(), before, "the store itself goes on as before");
}

#[tokio::test]
async fn a_back_up_is_refused_where_it_could_do_harm() {
    let (folder, file) = place();
    let copy = folder.path().join("copy.sqlite");
    assert!(matches!(back_up(&file, &copy), Err(BackUpError::Store(OpenError::Missing { .. }))));
    let store = open(&file, 7);
    add(&store, &["one"]).await;
    std::fs::write(&copy, "precious").unwrap();
    assert!(matches!(back_up(&file, &copy), Err(BackUpError::Exists { .. })));
    assert_eq!(std::fs::read(&copy).unwrap(), b"precious");
    let nowhere = folder.path().join("no/such/folder/copy.sqlite");
    assert!(matches!(back_up(&file, &nowhere), Err(BackUpError::Target { .. })));
    for (content, name) in
        [("", "empty"), ("# Notes of a person, no store at all, and long enough\n", "notes")]
    {
        let other = folder.path().join(name);
        std::fs::write(&other, content.repeat(100)).unwrap();
        let refused = back_up(&other, &folder.path().join("out.sqlite"));
        assert!(
            matches!(refused, Err(BackUpError::Store(OpenError::NotAStore { .. }))),
            "{name}: {refused:?}"
        );
    }
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let refused = back_up(&file, &folder.path().join("out.sqlite"));
    assert!(matches!(refused, Err(BackUpError::Store(OpenError::Newer { found: 99, .. }))));
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("backup")), "{left:?}");
}

/// Leaves the store as an older version would, one without formats and chains.
fn forget(file: &Path) {
    let connection = Connection::open(file).unwrap();
    connection
        .execute_batch(
            "UPDATE document SET head = json_set(head, '$.blocks', json('[]'), '$.title', 'old'), state = 'none';
             DELETE FROM document_format; DELETE FROM mention; UPDATE facet SET severity = 0;
             UPDATE meta SET value = json_set(value, '$.recognized', 0, '$.conforming', 0, '$.passed', 0)
             WHERE name = 'totals';",
        )
        .unwrap();
}

/// What all documents say of chains.
async fn said(store: &SharedStore) -> Vec<Mention> {
    let mut said = Vec::new();
    for head in heads(store).await {
        said.extend(store.mentions(head.session().into_owned(), None).await.unwrap());
    }
    said
}

#[tokio::test]
async fn everything_is_derived_again_from_the_texts() {
    let (_folder, file) = place();
    let step = ">> Step 3 complete: code/store/ -- All is well [QUALITY]. Continuing to Step 4...\n";
    let store = open(&file, 7);
    add(&store, &["one", REPORT, step]).await;
    let report = heads(&store).await[1].id.clone();
    assert!(store.pin(report.clone(), true).await.unwrap());
    let (before, said) = (heads(&store).await, said(&store).await);
    let totals = store.feed().await.unwrap().totals;
    assert_eq!(said.len(), 2);
    drop(store);
    forget(&file);

    let store = open(&file, 7);
    let sessions_before = store.sessions(SessionsQuery::default()).await.unwrap();
    assert_ne!(heads(&store).await, before);
    let mut reports = Vec::new();
    let done = reparse(&store, 0, |so_far| reports.push(so_far)).await.unwrap();
    assert_eq!(
        (done, reports),
        (
            Reparsed { documents: 3, changed: 3, kept: 0 },
            vec![Reparsed { documents: 3, changed: 3, kept: 0 }]
        )
    );
    assert_eq!(heads(&store).await, before, "pins stay");
    assert_eq!(self::said(&store).await, said);
    assert_eq!(store.sessions(SessionsQuery::default()).await.unwrap(), sessions_before);
    assert_eq!(store.feed().await.unwrap().totals, totals);
    let passed = ListQuery {
        state: Some("passed".to_owned()),
        format: Some("5.1".to_owned()),
        ..ListQuery::default()
    };
    assert_eq!(store.list(passed).await.unwrap().documents.len(), 1);
    // A search includes the title.
    let billing = ListQuery { text: Some("billing".to_owned()), ..ListQuery::default() };
    assert_eq!(store.list(billing).await.unwrap().documents.len(), 1);
    let cursor = store.feed().await.unwrap().cursor;
    let last = Cursor { seq: cursor.seq - 1, ..cursor };
    let Replay::Events(frames) = store.replay(last, 10).await.unwrap() else { panic!("gone") };
    let event = serde_json::from_str::<Envelope>(&frames[0].json).unwrap().event;
    assert_eq!(event, Event::DocumentsReread, "open pages load again");

    assert_eq!(reparse(&store, 0, |_| {}).await.unwrap(), Reparsed { documents: 3, changed: 0, kept: 0 });
    assert_eq!(store.feed().await.unwrap().cursor, cursor, "where nothing changed, no event is sent");
}

#[tokio::test]
async fn a_run_that_was_broken_off_goes_on() {
    let (_folder, file) = place();
    let store = open(&file, 7);
    add(&store, &["one", "two", "three"]).await;
    drop(store);
    forget(&file);
    let store = open(&file, 7);
    let (head, raw) = store.texts(0).await.unwrap().remove(0);
    let batch = Rederived { documents: vec![derive(head, raw)], reached: Reached::Seq(1) };
    assert_eq!(store.rederive(batch).await.unwrap(), 1);
    drop(store);

    let store = open(&file, 7);
    let after = store.rederived().await.unwrap();
    assert_eq!(after, 1);
    assert_eq!(reparse(&store, after, |_| {}).await.unwrap(), Reparsed { documents: 2, changed: 2, kept: 0 });
    assert_eq!(store.rederived().await.unwrap(), 0);
    let titles: Vec<String> = heads(&store).await.into_iter().map(|head| head.title).collect();
    assert_eq!(titles, ["three", "two", "one"]);
}
