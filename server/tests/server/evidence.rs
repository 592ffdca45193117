//! What agents claim beside what their tools answered: over HTTP, on the page of a session, and by `harmony ingest`.

use std::fs;
use std::process::Command;
use std::sync::Arc;

use app::evidence::LineFacts;
use app::transcript::Line;
use axum::body::Body;
use serde_json::{Value, json};
use server::store::{Due, SharedStore, SqliteStore};

use crate::requests::{Reply, Server, from_here};

const REPORT: &str = "# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 91%\n\nAll 142 tests pass.";

/// A session in which the tests fail and the report says that they pass.
fn transcript() -> String {
    let line = |kind: &str, uuid: &str, message: Value| {
        json!({
            "type": kind, "uuid": uuid, "sessionId": "night/42", "timestamp": "2026-11-20T05:46:00Z", "message": message,
        })
    };
    let call =
        json!([{ "type": "tool_use", "id": "t1", "name": "Bash", "input": { "command": "cargo test" } }]);
    let answer = json!([{
        "type": "tool_result", "tool_use_id": "t1", "is_error": true,
        "content": "Exit code 101\ntest result: FAILED. 139 passed; 3 failed; 0 ignored; <b>x</b>",
    }]);
    let usage = json!({ "input_tokens": 1_000_000, "output_tokens": 10_000 });
    let model = "claude-sonnet-4-5-20250929";
    let lines = [
        line("assistant", "u1", json!({ "id": "m1", "model": model, "usage": usage, "content": call })),
        line("user", "u2", json!({ "role": "user", "content": answer })),
        line("assistant", "u3", json!({ "id": "m3", "content": [{ "type": "text", "text": REPORT }] })),
    ];
    lines.map(|line| format!("{line}\n")).concat()
}

fn facts() -> String {
    let transcript = transcript();
    let lines = transcript.lines().zip(1..).filter_map(|(line, number)| {
        let line: Line<'_> = serde_json::from_str(line).unwrap();
        LineFacts::of(&line, "/home/ada/s.jsonl", number)
    });
    lines.map(|line| format!("{}\n", serde_json::to_string(&line).unwrap())).collect()
}

async fn evidence(server: &Server) -> Reply {
    server.get("/api/evidence?session=night%2F42").await
}

#[tokio::test]
async fn claims_and_facts_are_shown_and_listed() {
    let server = Server::new();
    evidence(&server).await.expect_problem(404, "not-found", &["night/42"]);
    let taken = server.post("/api/evidence", "application/x-ndjson", facts()).await;
    assert_eq!(taken.json(), json!({ "lines": 3 }), "{}", taken.text());
    let found = evidence(&server).await.json();
    assert_eq!((&found["contradicted"], &found["confirmed"]), (&json!(1), &json!(0)));
    let claim = &found["claims"][0];
    assert_eq!((&claim["verdict"], &claim["said"]["line"]), (&json!("contradicted"), &json!(3)));
    assert_eq!((&claim["answered"]["line"], &claim["answered"]["of"]), (&json!(2), &json!("cargo test")));
    assert_eq!(found["facts"]["cost"], json!(3.15));

    let page = server.get("/session?session=night%2F42").await;
    assert_eq!(page.status, 200);
    for words in [
        "1 contradicted claim",
        "All 142 tests pass.",
        "139 passed; 3 failed",
        "s.jsonl",
        "$3.15",
        "exit 101",
        "/api/evidence?session=night%2F42",
        "&lt;b&gt;x",
    ] {
        assert!(page.text().contains(words), "{words}: {}", page.text());
    }
    assert!(server.get("/sessions").await.text().contains("night/42"));
}

#[tokio::test]
async fn lines_that_are_none_are_refused() {
    let server = Server::new();
    let post = |body: &'static str| server.post("/api/evidence", "application/x-ndjson", body);
    post("{\"session\": 7}\n").await.expect_problem(400, "unreadable-body", &["facts of a transcript"]);
    post("{\"session\": \"s\"}\n").await.expect_problem(400, "unreadable-body", &["has no key"]);
    server.post("/api/evidence", "application/json", "[]").await.expect_problem(
        400,
        "unreadable-body",
        &["NDJSON"],
    );
    server.get("/api/evidence").await.expect_problem(400, "unreadable-query", &["session"]);
}

#[tokio::test]
async fn a_deleted_document_takes_its_quotes_with_it() {
    let server = Server::new();
    server.post("/api/evidence", "application/x-ndjson", facts()).await;
    let source = "session=night%2F42&path=%2Fhome%2Fada%2Fs.jsonl&part=message%20m3";
    let stored = server.post(&format!("/api/documents?{source}"), "text/markdown", REPORT).await.json();
    let id = stored["documents"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(evidence(&server).await.json()["claims"][0]["said"]["document"], json!(id));
    let request = from_here("DELETE", &format!("/api/documents/{id}")).body(Body::empty()).unwrap();
    assert!(server.send(request).await.status.is_success());
    let left = evidence(&server).await.json();
    assert_eq!((&left["claims"], &left["facts"]["failedCommands"]), (&json!([]), &json!(1)));

    let due = Due { documents_before_ms: i64::MAX, traces_before_ms: 0 };
    server.state.store.expire(due).await.unwrap();
    evidence(&server).await.expect_problem(404, "not-found", &["night/42"]);
    assert!(!server.get("/sessions").await.text().contains("night/42"));
}

#[tokio::test]
async fn ingest_hands_claims_over() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("s.jsonl"), transcript()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(["ingest", "s.jsonl", "--store", "harmony.sqlite", "--create"])
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let store: SharedStore = Arc::new(SqliteStore::open(&folder.path().join("harmony.sqlite"), 7).unwrap());
    let server = Server::with(store, None);
    let found = evidence(&server).await.json();
    assert_eq!(found["contradicted"], json!(1));
    assert!(found["claims"][0]["said"]["document"].is_string(), "the report is a document: {found}");
}
