use app::api::{ListQuery, SessionsQuery};
use app::document::{BlockHead, DocumentHead, Kind, Source, State, Summary, Tally};
use app::event::Cursor;
use axum::body::Bytes;
use rusqlite::Connection;
use server::store::{Arrival, Identity, OpenError, Receipt, SqliteStore, Store};

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
