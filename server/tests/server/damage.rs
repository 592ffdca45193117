//! A store that can't be read any more in parts: who asks for one is told so, and so is everybody after.

use std::sync::Arc;

use rusqlite::Connection;
use server::store::SqliteStore;

use crate::requests::Server;

const TOLD: &str = "The store is damaged";

#[tokio::test]
async fn damage_is_told_to_people_and_to_machines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    let server = Server::with(Arc::new(SqliteStore::open(&path, 1).unwrap()), None);
    server.post_text("# Review Report: a\n\n## Verdict: APPROVED\n## Score: 91%\n").await;
    assert!(!server.get("/formats").await.text().contains(TOLD));
    let other = Connection::open(&path).unwrap();
    other.execute("UPDATE document SET head = substr(head, 1, 20)", []).unwrap();
    assert_eq!(server.get("/formats").await.status, 200, "nobody has met it");

    let list = server.get("/documents").await;
    assert_eq!(list.status, 500);
    assert!(list.text().contains(TOLD), "{}", list.text());
    server.get("/api/documents").await.expect_problem(500, "store-damaged", &["back-up"]);
    let formats = server.get("/formats").await;
    assert_eq!(formats.status, 200);
    assert!(formats.text().contains(TOLD), "every page says it");
    server.get("/healthz").await.expect_problem(500, "store-damaged", &[TOLD]);

    other.execute("DELETE FROM document", []).unwrap();
    server.get("/healthz").await.expect_problem(500, "store-damaged", &[]);
}
