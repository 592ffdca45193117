//! A damaged store: the request that finds the damage fails, and pages and `/healthz` report it from then on.

use std::sync::Arc;

use rusqlite::Connection;
use server::store::SqliteStore;

use crate::requests::Server;

const MESSAGE: &str = "The store is damaged";

#[tokio::test]
async fn damage_is_reported_on_pages_and_in_the_api() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    let server = Server::with(Arc::new(SqliteStore::open(&path, 1).unwrap()), None);
    server.post_text("# Review Report: a\n\n## Verdict: APPROVED\n## Score: 91%\n").await;
    assert!(!server.get("/contract").await.text().contains(MESSAGE));
    let other = Connection::open(&path).unwrap();
    other.execute("UPDATE document SET head = substr(head, 1, 20)", []).unwrap();
    assert_eq!(server.get("/contract").await.status, 200, "the damage was not found yet");

    let list = server.get("/documents").await;
    assert_eq!(list.status, 500);
    assert!(list.text().contains(MESSAGE), "{}", list.text());
    server.get("/api/documents").await.expect_problem(500, "store-damaged", &["backup"]);
    let formats = server.get("/contract").await;
    assert_eq!(formats.status, 200);
    assert!(formats.text().contains(MESSAGE), "every page reports it");
    server.get("/healthz").await.expect_problem(500, "store-damaged", &[MESSAGE]);

    other.execute("DELETE FROM document", []).unwrap();
    server.get("/healthz").await.expect_problem(500, "store-damaged", &[]);
}
