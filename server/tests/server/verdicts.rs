//! Verdicts of gates are kept by work item, and go with their documents.

use std::sync::Arc;

use app::gate::GateOutcome;
use axum::body::Body;
use rusqlite::Connection;
use serde_json::{Value, json};
use server::ingest::reparse;
use server::store::{PAGE, SharedStore, SqliteStore};

use crate::requests::{Server, from_here};

const FAILED: &str = include_str!("../../../app/src/formats/reaper_test_runner/fixtures/complete.json");
const REVIEWED: &str = include_str!("../../../app/src/formats/reaper_code_review/fixtures/passes.json");
const CONTRADICTED: &str =
    include_str!("../../../app/src/formats/reaper_test_runner/fixtures/passes_over_failed_tests.json");

async fn send(server: &Server, query: &str, text: &str) -> String {
    let reply = server.post(&format!("/api/documents?{query}"), "text/plain", text.to_owned()).await;
    assert!(reply.status.is_success(), "{}", reply.text());
    reply.json()["documents"][0]["id"].as_str().unwrap().to_owned()
}

/// The same answer about another task.
fn about(task: &str, answer: &str) -> String {
    let mut answer: Value = serde_json::from_str(answer).unwrap();
    answer["task_id"] = json!(task);
    answer.to_string()
}

/// The fixture of a run that failed, once nothing fails.
fn passed() -> String {
    let mut answer: Value = serde_json::from_str(FAILED).unwrap();
    answer["gate_status"] = json!("PASS");
    answer["all_checks_passed"] = json!(true);
    answer["blocking_issues"] = json!([]);
    answer["tests"] = json!({ "passed": 212, "failed": 0, "skipped": 0, "total": 212 });
    answer["test_exit_code"] = json!(0);
    answer["commands_executed"] = json!([{ "command": "cargo test -p server", "exit_code": 0 }]);
    answer.to_string()
}

#[tokio::test]
async fn the_answers_about_a_task_are_side_by_side() {
    let server = Server::new();
    send(&server, "session=night", FAILED).await;
    let item = server.get("/api/verdicts?task=HARM-41").await.json();
    assert_eq!((&item["outcome"], &item["gates"][0]["kind"]), (&json!("fail"), &json!("test-runner")));
    let first = &item["gates"][0]["attempts"][0];
    assert_eq!(
        (&first["attempt"], &first["session"], &first["line"]),
        (&json!(1), &json!("night"), &json!(1))
    );
    assert!(first["rule"].as_str().unwrap().contains("tests.failed = 2"), "{first}");

    send(&server, "session=next", &passed()).await;
    let item = server.get("/api/verdicts?task=HARM-41").await.json();
    assert_eq!((&item["outcome"], &item["gates"][0]["attempts"][1]["attempt"]), (&json!("pass"), &json!(2)));

    let contradicted = send(&server, "", &about("HARM-41", CONTRADICTED)).await;
    let item = server.get("/api/verdicts?task=HARM-41").await.json();
    assert_eq!(item["outcome"], "redeploy");
    let flag = &item["gates"][0]["attempts"][2]["flags"][0];
    assert_eq!(flag["flag"], "verdict-against-counts");
    assert!(flag["places"].as_array().unwrap().iter().all(|place| place["quote"].is_string()), "{flag}");

    let page = server.get("/verdicts?task=HARM-41").await;
    let said = [
        "tests.failed = 2".to_owned(),
        "Attempt 3".to_owned(),
        "verdict-against-counts".to_owned(),
        format!("/documents/{contradicted}?view=source&amp;from=1#L1"),
    ];
    for word in said {
        assert!(page.text().contains(&word), "{word}");
    }
}

#[tokio::test]
async fn an_answer_without_a_task_is_of_its_session() {
    let server = Server::new();
    let mut answer: Value = serde_json::from_str(REVIEWED).unwrap();
    answer.as_object_mut().unwrap().remove("task_id");
    send(&server, "", &answer.to_string()).await;
    assert_eq!(server.get("/api/verdicts").await.json(), json!({ "items": [] }));
    send(&server, "session=night%2F42", &answer.to_string()).await;
    let list = server.get("/api/verdicts").await.json();
    assert_eq!(list["items"][0]["task"], "night/42");
    assert!(server.get("/verdicts").await.text().contains("/verdicts?task=night%2F42"));
    assert_eq!(server.get("/verdicts?task=night%2F42").await.status, 200);
}

#[tokio::test]
async fn what_no_gate_judged_is_missed() {
    let server = Server::new();
    server.get("/api/verdicts?task=A-1").await.expect_problem(404, "not-found", &["A-1"]);
    assert_eq!(server.get("/verdicts?task=A-1").await.status, 404);
    server.get("/api/verdicts?task=A-1&before=4").await.expect_problem(400, "unreadable-query", &["before"]);
    assert_eq!(server.get("/verdicts?before=x").await.status, 400);
    assert!(server.get("/verdicts").await.text().contains("No verdicts"));
}

#[tokio::test]
async fn a_page_of_work_items_leads_to_the_next() {
    let server = Server::new();
    let all: Vec<String> = (0..=PAGE).map(|number| about(&format!("T-{number}"), FAILED)).collect();
    // One document about several tasks, and an older task that is judged again.
    send(&server, "", &all.join("\n\n")).await;
    send(&server, "", &about("T-0", CONTRADICTED)).await;
    let first = server.get("/api/verdicts").await.json();
    let tasks = |list: &Value| -> Vec<String> {
        let items = list["items"].as_array().unwrap();
        items.iter().map(|item| item["task"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!((tasks(&first).len(), tasks(&first)[0].as_str()), (PAGE, "T-0"));
    let next = server.get(&format!("/api/verdicts?before={}", first["next"])).await.json();
    assert_eq!((tasks(&next), &next["next"]), (vec!["T-1".to_owned()], &Value::Null));
}

#[tokio::test]
async fn verdicts_go_with_their_document() {
    let server = Server::new();
    let earlier = send(&server, "", FAILED).await;
    let later = send(&server, "", &passed()).await;
    let delete = async |id: &str| {
        let path = format!("/api/documents/{id}");
        let reply = server.send(from_here("DELETE", &path).body(Body::empty()).unwrap()).await;
        assert_eq!(reply.status, 204);
    };
    delete(&later).await;
    let item = server.state.store.work_item("HARM-41".to_owned()).await.unwrap().unwrap();
    assert_eq!((item.outcome, item.gates[0].attempts.len()), (GateOutcome::Fail, 1));
    delete(&earlier).await;
    assert_eq!(server.state.store.work_item("HARM-41".to_owned()).await.unwrap(), None);
    assert_eq!(server.get("/api/verdicts").await.json(), json!({ "items": [] }));
}

#[tokio::test]
async fn parsing_again_finds_the_verdicts_of_an_older_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    let store: SharedStore = Arc::new(SqliteStore::open(&path, 1).unwrap());
    let server = Server::with(Arc::clone(&store), None);
    send(&server, "", FAILED).await;
    Connection::open(&path).unwrap().execute("DELETE FROM verdict", []).unwrap();
    assert_eq!(server.get("/api/verdicts").await.json(), json!({ "items": [] }));
    reparse(&store, 0, |_| {}).await.unwrap();
    assert_eq!(server.get("/api/verdicts").await.json()["items"][0]["outcome"], "fail");
}
