//! Tests that need the store's internals: a store with a limit, which is full before the disk is.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use rusqlite::Connection;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::{SqliteStore, connection, disk_space};
use crate::router::router;
use crate::security::{AllowedHosts, Guard};
use crate::state::AppState;
use crate::store::SharedStore;

const LISTEN: ([u8; 4], u16) = ([127, 0, 0, 1], 4180);
/// Beyond the pages of an empty store.
const PAGES: u32 = 60;

async fn send(
    router: &Router,
    method: &str,
    path: &str,
    content_type: &str,
    body: String,
) -> (StatusCode, Bytes) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "localhost:4180")
        .header("content-type", content_type)
        .extension(ConnectInfo(std::net::SocketAddr::from(([127, 0, 0, 1], 50_000))))
        .body(Body::from(body))
        .unwrap();
    let response = router.clone().oneshot(request).await.unwrap();
    let status = response.status();
    (status, to_bytes(response.into_body(), usize::MAX).await.unwrap())
}

/// 16 kB that don't compress well.
fn text(number: u64) -> String {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(b'!' + (state % 90) as u8)
    };
    (0..16 * 1024).map(|_| next()).collect()
}

fn small_store(path: &Path) -> (SharedStore, Router) {
    let opened = connection::open_writer(path, 1).unwrap();
    let pages: u32 = opened.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    opened.connection.pragma_update(None, "max_page_count", pages + PAGES).unwrap();
    let store: SharedStore = Arc::new(SqliteStore::around(opened, path, None).unwrap());
    let guard = Guard::new(AllowedHosts::new(LISTEN.into(), &[]), None);
    let router = router(AppState::new(Arc::clone(&store), guard, CancellationToken::new()));
    (store, router)
}

#[tokio::test]
async fn a_full_store_reports_it_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let (store, router) = small_store(&folder.path().join("harmony.sqlite"));
    let post = async |number: u64| send(&router, "POST", "/api/documents", "text/plain", text(number)).await;

    let mut ids = Vec::new();
    let refused = loop {
        let (status, body) = post(ids.len() as u64).await;
        if status != StatusCode::CREATED {
            break (status, body);
        }
        let answer: Value = serde_json::from_slice(&body).unwrap();
        ids.push(answer["documents"][0]["id"].as_str().unwrap().to_owned());
    };
    let problem: Value = serde_json::from_slice(&refused.1).unwrap();
    assert_eq!(refused.0, StatusCode::INSUFFICIENT_STORAGE, "{problem}");
    assert_eq!(problem["type"], "urn:harmony:problem:store-full");
    assert!(ids.len() > 5);

    // A request is stored as a whole or not at all, so the text that would fit is refused, too.
    let before = store.feed().await.unwrap();
    let both = json!({ "documents": [{ "text": "short" }, { "text": text(1_000) }] });
    let (status, _) = send(&router, "POST", "/api/documents", "application/json", both.to_string()).await;
    assert_eq!(status, StatusCode::INSUFFICIENT_STORAGE);
    assert_eq!(store.feed().await.unwrap(), before);
    assert_eq!(before.totals.documents, ids.len() as u64);
    for (number, id) in ids.iter().enumerate() {
        let (status, raw) =
            send(&router, "GET", &format!("/api/documents/{id}/raw"), "", String::new()).await;
        assert_eq!((status, raw), (StatusCode::OK, Bytes::from(text(number as u64))));
    }

    let is_reported = async || {
        let (health, _) = send(&router, "GET", "/healthz", "", String::new()).await;
        let (_, page) = send(&router, "GET", "/contract", "", String::new()).await;
        (health, String::from_utf8_lossy(&page).contains("disk is full"))
    };
    assert_eq!(is_reported().await, (StatusCode::INSUFFICIENT_STORAGE, true));
    for id in &ids[..2] {
        let (status, body) =
            send(&router, "DELETE", &format!("/api/documents/{id}"), "", String::new()).await;
        assert_eq!(status, StatusCode::NO_CONTENT, "{body:?}");
    }
    assert_eq!(post(2_000).await.0, StatusCode::CREATED, "there is room again");
    assert_eq!(is_reported().await, (StatusCode::OK, false), "and it is forgotten");
}

#[tokio::test]
async fn a_full_store_is_forgotten_though_nobody_delivers_anything() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    let (store, router) = small_store(&path);
    let mut number = 0;
    while !store.is_full() {
        send(&router, "POST", "/api/documents", "text/plain", text(number)).await;
        number += 1;
    }
    Connection::open(&path).unwrap().execute("DELETE FROM document", []).unwrap();
    let start = Instant::now();
    while store.is_full() {
        assert!(start.elapsed() < Duration::from_secs(10), "nobody looks whether there is room");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn the_reserve_is_made_whole_where_a_part_of_it_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    let reserve = folder.path().join("harmony.sqlite-reserve");
    let length = || reserve.metadata().unwrap().len();
    drop(small_store(&path));
    assert_eq!(length(), disk_space::RESERVE_BYTES);
    std::fs::File::options().write(true).open(&reserve).unwrap().set_len(2 * 1024 * 1024).unwrap();
    drop(small_store(&path));
    assert_eq!(length(), disk_space::RESERVE_BYTES, "an older Harmony kept less");
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_store_can_be_read_by_its_user_alone() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = tempfile::tempdir().unwrap();
    // A link that leads to nothing yet.
    let path = folder.path().join("link.sqlite");
    symlink("store.sqlite", &path).unwrap();
    let store = SqliteStore::open(&path, 1).unwrap();
    for found in folder.path().read_dir().unwrap() {
        let found = found.unwrap();
        let mode = found.metadata().unwrap().permissions().mode();
        let is_link = found.file_type().unwrap().is_symlink();
        assert!(is_link || mode & 0o077 == 0, "{:?}: {mode:o}", found.file_name());
    }
    assert!(folder.path().join("store.sqlite").is_file());
    drop(store);
}
