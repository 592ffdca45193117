//! Copies between a file and a database. Run where `HARMONY_TEST_POSTGRES` names one.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use app::access::Role;
use app::event::Cursor;
use serde_json::{Value, json};
use server::library::add_samples;
use server::store::{
    AccessChange, Copied, CopyError, NewToken, OpenError, PostgresStore, Replay, Reread, SharedStore,
    SqliteStore, StoreError, StoredCatalog, ViewChange, copy_into_database, copy_into_file,
};
use tempfile::TempDir;

use crate::requests::{Server, from_here};
use crate::stores;

const ROUTES: [&str; 13] = [
    "/api/documents?limit=200", "/api/documents?pinned=true", "/api/documents?format=5.1",
    "/api/search?text=review", "/api/search?text=보고", "/api/sessions", "/api/verdicts", "/api/traces",
    "/api/decisions", "/api/inbox", "/api/webhooks", "/api/views", "/api/previews",
];

/// Fills a store with everything that a store can have.
async fn fill(store: &SharedStore) {
    add_samples(store).await.unwrap();
    let server = Server::with(Arc::clone(store), None);
    let posted = server.post_text("# 보고서\n\nA text with a \0 in it.\n").await.json();
    let id = posted["documents"][0]["id"].as_str().unwrap().to_owned();
    let send = async |method: &str, path: &str, body: Value| {
        let request = from_here(method, path).header("content-type", "application/json");
        let reply = server.send(request.body(body.to_string().into()).unwrap()).await;
        assert!(reply.status.is_success(), "{method} {path}: {}", reply.text());
    };
    send("PUT", &format!("/api/documents/{id}/pin"), json!({})).await;
    send("POST", "/api/views", json!({"name": "failed", "query": "state=failed"})).await;
    send(
        "POST",
        "/api/quarantine",
        json!({"targetType": "session", "targetId": "scout", "reason": "It loops."}),
    )
    .await;
    let removed =
        server.post_text("# Removed").await.json()["documents"][0]["id"].as_str().unwrap().to_owned();
    assert!(store.remove(removed).await.unwrap());
    // A login, since a token would be asked for.
    let login = NewToken {
        name: "Kim".to_owned(),
        role: Role::Read,
        digest: [7; 32],
        is_login: true,
        parent: None,
        created_ms: 1,
        created_by: "Kim".to_owned(),
        expires_ms: Some(i64::MAX),
    };
    assert!(store.change_access(AccessChange::Create(login)).await.unwrap().is_some());
}

async fn answers(store: &SharedStore) -> Vec<Value> {
    let server = Server::with(Arc::clone(store), None);
    let mut answers = Vec::new();
    for route in ROUTES {
        let reply = server.get(route).await;
        assert_eq!(reply.status.as_u16(), 200, "{route}: {}", reply.text());
        answers.push(reply.json());
    }
    let epoch = store.head().borrow().epoch;
    let Replay::Events(frames) = store.replay(Cursor { seq: 0, epoch }, 10_000).await.unwrap() else {
        panic!("the events are kept")
    };
    answers.push(frames.into_iter().map(|frame| json!([frame.cursor.seq, frame.json])).collect());
    answers.push(json!(store.totals().await.unwrap().documents));
    answers.push(json!(format!("{:?}", store.quarantines(0, 100).await.unwrap())));
    answers.push(json!(store.token_of([7; 32]).await.unwrap().expect("the login is copied")));
    answers.push(json!(store.audit_log(None).await.unwrap()));
    answers
}

/// Names the routes with different answers: whole answers are long.
fn check(answers: &[Value], expected: &[Value]) {
    let routes = ROUTES.into_iter().chain(["events", "totals", "quarantines", "tokens", "audit"]);
    let differs = |(answer, expected): &(&Value, &Value)| answer != expected;
    let different: Vec<_> =
        routes.zip(answers.iter().zip(expected)).filter(|(_, pair)| differs(pair)).collect();
    let names: Vec<_> = different.iter().map(|(route, _)| route).collect();
    if let Some((_, (answer, expected))) = different.first() {
        let (answer, expected) = (answer.to_string(), expected.to_string());
        let same = answer.bytes().zip(expected.bytes()).take_while(|(one, other)| one == other).count();
        let near = |text: &str| {
            String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(80)..(same + 80).min(text.len())])
                .into_owned()
        };
        panic!("{names:?} differ: {} / {}", near(&answer), near(&expected));
    }
}

fn open_file(file: &Path) -> SharedStore {
    Arc::new(SqliteStore::open(file, 7).unwrap())
}

/// Returns a store that nobody uses, in its folder.
async fn filled_file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harmony.sqlite");
    fill(&open_file(&file)).await;
    (folder, file)
}

async fn open_database(address: &str) -> SharedStore {
    Arc::new(PostgresStore::open_existing(address).await.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_answers_like_the_store_that_was_copied_and_so_does_its_copy() {
    let Some(database) = stores::database() else {
        println!("not checked: HARMONY_TEST_POSTGRES names no database");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (file, back) = (folder.path().join("harmony.sqlite"), folder.path().join("back.sqlite"));
    let store = open_file(&file);
    fill(&store).await;
    // Whatever is folded while pages are read is written before the copy.
    answers(&store).await;
    let expected = answers(&store).await;
    drop(store);

    let address = stores::new_address(&database);
    let Copied { documents, rows } = copy_into_database(&file, &address, false, |_, _| {}).await.unwrap();
    assert!(documents > 40 && rows > documents * 10, "{documents} {rows}");
    let copy = open_database(&address).await;
    check(&answers(&copy).await, &expected);
    let again = copy_into_database(&file, &address, true, |_, _| {}).await;
    assert!(matches!(again, Err(CopyError::InUse)), "{again:?}");

    assert_eq!(copy_into_file(&address, &back, false, |_, _| {}).await.unwrap().documents, documents);
    let again = copy_into_file(&address, &back, true, |_, _| {}).await;
    assert!(matches!(again, Err(CopyError::NotEmpty { .. })), "{again:?}");
    check(&answers(&open_file(&back)).await, &expected);

    // The order goes on in both.
    for store in [open_database(&address).await, open_file(&back)] {
        let before = store.head().borrow().seq;
        let server = Server::with(Arc::clone(&store), None);
        assert_eq!(server.post_text("# New").await.status.as_u16(), 201);
        assert_eq!(store.feed().await.unwrap().cursor.seq, before + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_copy_goes_on_and_is_not_served() {
    let Some(database) = stores::database() else { return };
    let (_folder, file) = filled_file().await;
    let address = stores::new_address(&database);
    let mut parts = 0;
    let interrupted = tokio::spawn({
        let (file, address) = (file.clone(), address.clone());
        async move {
            copy_into_database(&file, &address, false, |_, _| {
                parts += 1;
                assert!(parts < 9, "interrupted here");
            })
            .await
        }
    });
    assert!(interrupted.await.is_err());
    assert!(matches!(PostgresStore::open(&address, 7).await, Err(OpenError::UnfinishedCopy)));
    let mut left = 0;
    copy_into_database(&file, &address, false, |_, _| left += 1).await.unwrap();
    assert!(left > 20, "{left}");
    check(&answers(&open_database(&address).await).await, &answers(&open_file(&file)).await);

    // A store that changed meanwhile is copied from the start.
    let address = stores::new_address(&database);
    let started = tokio::spawn({
        let (file, address) = (file.clone(), address.clone());
        async move { copy_into_database(&file, &address, false, |_, _| panic!("interrupted")).await }
    });
    assert!(started.await.is_err());
    let store = open_file(&file);
    Server::with(Arc::clone(&store), None).post_text("# New").await;
    let changed = copy_into_database(&file, &address, false, |_, _| {}).await;
    assert!(matches!(changed, Err(CopyError::Changed)), "{changed:?}");
    copy_into_database(&file, &address, true, |_, _| {}).await.unwrap();
    check(&answers(&open_database(&address).await).await, &answers(&store).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_copied_into_a_database_that_is_used_or_has_anything() {
    let Some(database) = stores::database() else { return };
    let (_folder, file) = filled_file().await;
    let address = stores::new_address(&database);
    let served: SharedStore = Arc::new(PostgresStore::open(&address, 7).await.unwrap());
    // As a server does that has formats of a team.
    let catalog = StoredCatalog { key: 1, formats: Vec::new() };
    served.reread(Reread::Begin(catalog)).await.unwrap();
    let refused = copy_into_database(&file, &address, true, |_, _| {}).await;
    assert!(matches!(refused, Err(CopyError::InUse)), "{refused:?}");

    let save = ViewChange::Save { name: "mine".to_owned(), query: "state=failed".to_owned() };
    let view = served.change_views(save).await.unwrap().unwrap();
    drop(served);
    let refused = copy_into_database(&file, &address, true, |_, _| {}).await;
    assert!(matches!(refused, Err(CopyError::NotEmpty { .. })), "{refused:?}");

    let served = open_database(&address).await;
    assert_eq!(served.views().await.unwrap().len(), 1, "it is kept");
    served.change_views(ViewChange::Remove(view)).await.unwrap();
    drop(served);
    copy_into_database(&file, &address, false, |_, _| {}).await.unwrap();
    check(&answers(&open_database(&address).await).await, &answers(&open_file(&file)).await);
}

/// As one that was asleep when the copy began.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_overlooks_a_copy_takes_nothing() {
    let Some(database) = stores::database() else { return };
    let address = stores::new_address(&database);
    let served: SharedStore = Arc::new(PostgresStore::open(&address, 8).await.unwrap());
    let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    // A copy has the order while it writes.
    client.batch_execute("DELETE FROM shard").await.unwrap();
    assert!(add_samples(&served).await.is_err());
    // Afterwards it is another one.
    client.batch_execute("INSERT INTO shard VALUES (0, 7, 0, NULL)").await.unwrap();
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert!(served.is_cut_off());
    assert!(add_samples(&served).await.is_err());
    assert_eq!(open_database(&address).await.totals().await.unwrap().documents, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_is_only_not_in_its_place_is_put_there() {
    let Some(database) = stores::database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let address = stores::new_address(&database);
    let store: SharedStore = Arc::new(PostgresStore::open(&address, 7).await.unwrap());
    add_samples(&store).await.unwrap();
    let file = folder.path().join("harmony.sqlite");
    let copied = copy_into_file(&address, &file, false, |_, _| {}).await.unwrap();
    std::fs::rename(&file, folder.path().join("harmony.sqlite.unfinished")).unwrap();
    let mut parts = 0;
    let again = copy_into_file(&address, &file, false, |_, _| parts += 1).await.unwrap();
    assert_eq!((again, parts), (copied, 0));
    assert_eq!(open_file(&file).totals().await.unwrap(), store.totals().await.unwrap());
}

#[test]
fn only_where_it_can_help_a_copy_says_to_go_on() {
    let said = |error: StoreError| CopyError::from(error).to_string();
    assert!(said(StoreError::Full).ends_with("run the same command to go on"));
    assert!(said(StoreError::Unreachable("closed".to_owned())).ends_with("run the same command to go on"));
    assert_eq!(said(StoreError::Failed("duplicate key".to_owned())), "the copy failed: duplicate key");
}
