//! What is kept and what is removed: deletion, pins, and the retention policy.

use std::path::Path;
use std::sync::Arc;

use app::api::{ListQuery, Retention, SessionsQuery};
use app::document::Source;
use app::event::{Cursor, Envelope, Event, QuarantineAction};
use axum::body::Body;
use rusqlite::Connection;
use server::ingest::{Incoming, arrive};
use server::store::{Identity, Replay, SharedStore, SqliteStore};
use server::sweep::{Swept, sweep};

use crate::requests::{Server, from_here};
use crate::stores;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A document that mentions a chain.
const STEP: &str =
    ">> Step 3 complete: code/store/ -- The zanzibar was found [QUALITY]. Continuing to Step 4...\n";

async fn add(store: &SharedStore, session: &str, text: &str) -> String {
    let source = Source { session: Some(session.to_owned()), ..Source::default() };
    let raw = text.to_owned().into();
    let incoming = Incoming { identity: Identity::of_content(&source, text.as_bytes()), source, raw };
    arrive(store, vec![incoming]).await.unwrap();
    store.list(ListQuery::default()).await.unwrap().documents[0].id.clone()
}

async fn found(store: &SharedStore, words: &str) -> usize {
    let query = ListQuery { text: Some(words.to_owned()), ..ListQuery::default() };
    let list = store.list(query).await.unwrap();
    assert_eq!(list.not_searched, 0);
    list.documents.len()
}

async fn events(store: &SharedStore) -> Vec<Event> {
    let epoch = store.head().borrow().epoch;
    let Replay::Events(frames) = store.replay(Cursor { epoch, seq: 0 }, 1000).await.unwrap() else {
        panic!("gone")
    };
    let event = |json: &str| serde_json::from_str::<Envelope>(json).unwrap().event;
    frames.iter().map(|frame| event(&frame.json)).collect()
}

/// Returns whether any file below a folder contains the bytes of a word.
fn stands_in(folder: &Path, word: &str) -> bool {
    let mut files = vec![folder.to_owned()];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if std::fs::read(&path).unwrap().windows(word.len()).any(|bytes| bytes == word.as_bytes()) {
            return true;
        }
    }
    false
}

#[tokio::test]
async fn what_was_derived_of_a_document_goes_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harmony.sqlite");
    let store: SharedStore = Arc::new(SqliteStore::open(&file, 7).unwrap());
    let kept = add(&store, "night", "the zebra stays").await;
    let id = add(&store, "night", STEP).await;
    assert_eq!((found(&store, "zanzibar").await, found(&store, "zebra").await), (1, 1));
    assert_eq!(store.mentions("night".to_owned(), None).await.unwrap().len(), 1);

    assert!(store.remove(id.clone()).await.unwrap());
    assert!(!store.remove(id.clone()).await.unwrap(), "it went twice");
    assert_eq!(store.get(id.clone()).await.unwrap(), None);
    assert_eq!((found(&store, "zanzibar").await, found(&store, "zebra").await), (0, 1));
    assert!(store.mentions("night".to_owned(), None).await.unwrap().is_empty());
    let sessions = store.sessions(SessionsQuery::default()).await.unwrap().sessions;
    assert_eq!((sessions.len(), sessions[0].documents, sessions[0].newest_seq), (1, 1, 1));
    let feed = store.feed().await.unwrap();
    assert_eq!((feed.totals.documents, feed.documents.len(), &feed.documents[0].id), (1, 1, &kept));
    let removed = Event::DocumentsRemoved { ids: vec![id] };
    assert_eq!(events(&store).await[1..], [removed.clone(), removed], "only the id is kept");

    assert!(stands_in(folder.path(), "zebra"));
    assert!(!stands_in(folder.path(), "nzibar"), "the deleted text is still on the disk");
    drop(store);
    assert!(!stands_in(folder.path(), "nzibar"), "it came back");
    let connection = Connection::open(&file).unwrap();
    for table in ["document", "facet", "mention", "document_format"] {
        let rows: u32 = connection
            .query_row(&format!("SELECT count(*) FROM {table} WHERE seq = 2"), [], |row| row.get(0))
            .unwrap();
        assert_eq!(rows, 0, "{table}");
    }
}

#[tokio::test]
async fn a_document_with_a_nul_goes_like_any_other() {
    let store: SharedStore = stores::temporary(7);
    let deleted = add(&store, "night", "# Review Report: n\0ul\n").await;
    add(&store, "day", "# Review Report: n\0ul\n").await;
    let listed = store.list(ListQuery::default()).await.unwrap().documents;
    assert_eq!(listed.len(), 2);
    assert!(store.remove(deleted).await.unwrap());
    let at_once = Retention { documents_ms: Some(0), ..Retention::default() };
    let swept = sweep(&store, at_once, listed[0].received_ms + 1).await.unwrap();
    assert_eq!(swept.documents, 1);
    assert_eq!(store.feed().await.unwrap().totals.documents, 0);
}

#[tokio::test]
async fn the_quarantines_of_a_removed_document_are_replaced() {
    let store: SharedStore = stores::temporary(7);
    let record = include_str!("../../../app/src/formats/quarantine_operations/fixtures/complete.md");
    let id = add(&store, "night", record).await;
    let before = events(&store).await;
    assert!(before.iter().any(|event| matches!(event, Event::QuarantineEvent(_))));
    assert!(store.remove(id.clone()).await.unwrap());
    let removed = Event::DocumentsRemoved { ids: vec![id] };
    let mut after = events(&store).await;
    let Some(Event::QuarantineEvent(released)) = after.pop() else { panic!("it ends with its document") };
    assert_eq!((released.action, released.target_id.as_str()), (QuarantineAction::Remove, "chain-7f31c9"));
    assert_eq!(after, vec![removed; before.len() + 1]);
}

#[tokio::test]
async fn a_file_that_is_read_again_does_not_bring_back_what_was_deleted() {
    let store: SharedStore = stores::temporary(7);
    let read = async |text: &'static str| {
        let source = Source { path: Some("reports/a.md".to_owned()), ..Source::default() };
        let identity = Identity::of_file("/home/ada/reports/a.md", text.as_bytes());
        arrive(&store, vec![Incoming { identity, source, raw: text.into() }]).await.unwrap();
        store.feed().await.unwrap().documents
    };
    let id = read("one").await[0].id.clone();
    assert!(store.remove(id.clone()).await.unwrap());
    assert!(read("one").await.is_empty());
    assert_eq!(read("two").await.len(), 1, "a change of it is something new");
    // Delivering the text stores it again.
    assert_eq!(add(&store, "night", "one").await.len(), id.len());
    assert_eq!(store.feed().await.unwrap().totals.documents, 2);
}

#[tokio::test]
async fn machines_delete_and_pin() {
    let server = Server::new();
    let stored = server.post_text("# Notes").await.json();
    let id = stored["documents"][0]["id"].as_str().unwrap().to_owned();
    let send = async |method: &str, path: String| {
        server.send(from_here(method, &path).body(Body::empty()).unwrap()).await
    };
    let shown = async |query: &str| {
        let list = server.get(&format!("/api/documents{query}")).await.json();
        list["documents"].as_array().unwrap().len()
    };
    assert_eq!(shown("?pinned=true").await, 0);
    assert_eq!(send("PUT", format!("/api/documents/{id}/pin")).await.status, 204);
    assert_eq!(
        (shown("?pinned=true").await, shown("?pinned=false").await, shown("?pinned=").await),
        (1, 0, 1)
    );
    assert_eq!(server.get(&format!("/api/documents/{id}")).await.json()["pinned"], true);
    assert_eq!(send("DELETE", format!("/api/documents/{id}/pin")).await.status, 204);
    assert_eq!(shown("?pinned=true").await, 0);
    assert_eq!(send("DELETE", format!("/api/documents/{id}")).await.status, 204);
    assert_eq!(shown("").await, 0);
    for (method, path) in [("DELETE", ""), ("PUT", "/pin"), ("DELETE", "/pin")] {
        let answer = send(method, format!("/api/documents/{id}{path}")).await;
        answer.expect_problem(404, "not-found", &[&id]);
    }
}

#[tokio::test]
async fn forms_ask_once_more_and_lead_back() {
    let server = Server::new();
    let stored = server.post("/api/documents?session=night", "text/markdown", STEP).await.json();
    let id = stored["documents"][0]["id"].as_str().unwrap().to_owned();
    let question = server.get(&format!("/documents/{id}/delete")).await;
    for part in ["Delete this document?", "1 block (", "1 statement in session night", "Delete for good"] {
        assert!(question.text().contains(part), "{part}: {}", question.text());
    }
    let form = "application/x-www-form-urlencoded";
    let pinned = server.post(&format!("/documents/{id}/pin"), form, "").await;
    assert_eq!(
        (pinned.status.as_u16(), pinned.header("location")),
        (303, format!("/documents/{id}").as_str())
    );
    assert!(server.get(&format!("/documents/{id}")).await.text().contains("Unpin"));
    assert_eq!(server.post(&format!("/documents/{id}/unpin"), form, "").await.status, 303);
    let deleted = server.post(&format!("/documents/{id}/delete"), form, "").await;
    assert_eq!((deleted.status.as_u16(), deleted.header("location")), (303, "/documents?deleted"));
    assert!(server.get("/documents?deleted").await.text().contains("The document was deleted."));
    assert_eq!(server.get(&format!("/documents/{id}/delete")).await.status, 404);
}

#[tokio::test]
async fn the_list_is_narrowed_as_before_once_what_was_selected_is_deleted() {
    let server = Server::new();
    let stored = server.post("/api/documents?session=night", "text/markdown", STEP).await.json();
    let id = stored["documents"][0]["id"].as_str().unwrap().to_owned();
    let form = "application/x-www-form-urlencoded";
    let selected = format!(
        "id={id}&action=delete&back=%2Fdocuments%3Fsession%3Dnight%26q%3Da%2520b%26skip%3D50%26x%3D1"
    );
    let question = server.post("/documents/selected", form, selected).await;
    let address = format!("/delete?id={id}&session=night&q=a+b");
    assert_eq!((question.status.as_u16(), question.header("location")), (303, address.as_str()));
    let page = server.get(&address).await.text().to_owned();
    assert!(page.contains("href=\"/documents?q=a%20b&amp;session=night\""), "{page}");
    let deleted = server.post("/delete", form, format!("id={id}&session=night&to=%0D%0A%26&back=//x")).await;
    let list = "/documents?session=night&to=%0D%0A%26&deleted=1";
    assert_eq!((deleted.status.as_u16(), deleted.header("location")), (303, list));
    let list = server.get("/documents?session=night&deleted=1").await;
    assert!(list.text().contains("The document was deleted."));
}

#[tokio::test]
async fn what_is_due_goes_and_what_is_pinned_stays() {
    let store: SharedStore = stores::temporary(7);
    let mut ids = Vec::new();
    for number in 0..2_100 {
        let raw = format!("note {number}");
        let source = Source::default();
        ids.push(Incoming { identity: Identity::of_key(&raw), source, raw: raw.into() });
    }
    let receipts = arrive(&store, ids).await.unwrap();
    assert_eq!(receipts.len(), 2_100);
    let pinned = store.feed().await.unwrap().documents[0].clone();
    assert!(store.pin(pinned.id.clone(), true).await.unwrap());

    let policy = Retention { documents_ms: Some(90 * DAY_MS), ..Retention::default() };
    let documents = |documents| Swept { documents, traces: 0 };
    let just_before = pinned.received_ms + 90 * DAY_MS;
    assert_eq!(sweep(&store, policy, just_before).await.unwrap(), documents(0));
    let forever = sweep(&store, Retention::default(), i64::MAX).await.unwrap();
    assert_eq!(forever, documents(0), "for ever is for ever");
    assert_eq!(sweep(&store, policy, just_before + 1).await.unwrap(), documents(2_099));
    let feed = store.feed().await.unwrap();
    assert_eq!((feed.totals.documents, feed.documents[0].id.as_str()), (1, pinned.id.as_str()));
    assert_eq!(found(&store, "note").await, 1);
    assert!(store.pin(pinned.id, false).await.unwrap());
    assert_eq!(sweep(&store, policy, just_before + 1).await.unwrap(), documents(1));
    assert_eq!(store.feed().await.unwrap().totals.documents, 0);
}

#[tokio::test]
async fn traces_are_kept_for_some_days_and_those_of_pinned_documents_stay() {
    let server = Server::new();
    let send = async |session: &str| {
        let path = format!("/api/documents?session={session}");
        let text = format!("{STEP}\n# Review Report: {session}\n\n## Verdict: APPROVED\n## Score: 9/10\n");
        let stored = server.post(&path, "text/markdown", text).await.json();
        stored["documents"][0]["id"].as_str().unwrap().to_owned()
    };
    let (pinned, other) = (send("a").await, send("b").await);
    let traces = async |query: &str| -> Vec<(String, u64, u64)> {
        let list = server.get(&format!("/api/traces{query}")).await.json();
        let trace = |trace: &serde_json::Value| {
            (
                trace["document"].as_str().unwrap().to_owned(),
                trace["gate"].as_u64().unwrap(),
                trace["score"].as_u64().unwrap(),
            )
        };
        list["traces"].as_array().unwrap().iter().map(trace).collect()
    };
    let of = |id: &String| [(id.clone(), 6, 100), (id.clone(), 9, 55)];
    assert_eq!(traces("").await, [of(&other), of(&pinned)].concat());
    assert_eq!(traces("?gate=9&session=a").await, of(&pinned)[1..]);
    server.get("/api/traces?gate=x").await.expect_problem(400, "unreadable-query", &["gate"]);

    let store = &server.state.store;
    assert!(store.pin(pinned.clone(), true).await.unwrap());
    let received_ms = store.feed().await.unwrap().documents[0].received_ms;
    let week = Retention::default();
    assert_eq!(sweep(store, week, received_ms + 7 * DAY_MS).await.unwrap(), Swept::default());
    let swept = sweep(store, week, received_ms + 7 * DAY_MS + 1).await.unwrap();
    assert_eq!(swept, Swept { documents: 0, traces: 2 });
    assert_eq!(traces("").await, of(&pinned));
    assert_eq!(store.feed().await.unwrap().totals.documents, 2, "documents stay");
    assert!(store.remove(pinned).await.unwrap());
    assert_eq!(traces("").await, []);
}

#[tokio::test]
async fn space_goes_back_to_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harmony.sqlite");
    let store: SharedStore = Arc::new(SqliteStore::open(&file, 7).unwrap());
    // 16 MB that don't compress.
    let text = |number: u64| {
        let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            char::from(b'!' + (state % 90) as u8)
        };
        (0..1024 * 1024).map(|_| next()).collect::<String>()
    };
    for number in 0..16 {
        let raw = text(number);
        let incoming = Incoming {
            identity: Identity::of_key(&number.to_string()),
            source: Source::default(),
            raw: raw.into(),
        };
        arrive(&store, vec![incoming]).await.unwrap();
    }
    sweep(&store, Retention { documents_ms: Some(0), ..Retention::default() }, i64::MAX).await.unwrap();
    drop(store);
    let bytes = std::fs::metadata(&file).unwrap().len();
    assert!(bytes < 10 * 1024 * 1024, "{bytes} bytes are left of an empty store");
}

#[tokio::test]
async fn dropped_events_are_reported_as_gone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harmony.sqlite");
    let store: SharedStore = Arc::new(SqliteStore::open(&file, 7).unwrap());
    for text in ["one", "two", "three"] {
        add(&store, "s", text).await;
    }
    Connection::open(&file).unwrap().execute("DELETE FROM event WHERE seq < 3", []).unwrap();
    let at = |seq| Cursor { epoch: 7, seq };
    assert_eq!(store.replay(at(1), 10).await.unwrap(), Replay::Gone);
    let Replay::Events(frames) = store.replay(at(2), 10).await.unwrap() else { panic!("gone") };
    assert_eq!(frames.len(), 1);
}

#[tokio::test]
async fn what_another_process_writes_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harmony.sqlite");
    let ours: SharedStore = stores::open(&file, 7);
    // For SQLite, this is another process.
    let theirs: SharedStore = stores::open(&file, 8);
    let mut head = ours.head();
    add(&theirs, "s", "a walrus").await;
    assert_eq!(found(&ours, "walrus").await, 1, "it is found at once");
    head.wait_for(|head| head.seq == 1).await.unwrap();
    add(&ours, "s", "an otter").await;
    add(&theirs, "s", "a heron").await;
    assert_eq!((found(&theirs, "otter").await, found(&ours, "heron").await), (1, 1));
    assert_eq!(ours.feed().await.unwrap(), theirs.feed().await.unwrap());
    head.wait_for(|head| *head == Cursor { epoch: 7, seq: 3 }).await.unwrap();
}
