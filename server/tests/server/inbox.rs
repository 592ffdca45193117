//! The inbox: what comes into it and what leaves it, and what a person does with its items.

use app::api::{InboxPage, InboxQuery};
use app::inbox::ItemKind;
use axum::body::Body;
use serde_json::json;
use server::ingest::reparse;
use server::store::SharedStore;

use crate::requests::{Server, from_here};
use crate::stores;

const PLAN: &str = "## Chain: Refunds\n\n**Request:** A\n**Source:** code/\n\n\
    | # | Action | Model | Key Inputs | Waits For | Status |\n|---|---|---|---|---|---|\n\
    | 1 | code/ | opus | x=1 | -- | pending |\n\nExecute?\n";

fn review(severity: &str) -> String {
    format!(
        "# Review Report: src/a.rs\n\n## Verdict: APPROVED\n## Score: 90%\n\n## Findings\n\n\
         | # | File | Line | Severity | Description | Suggestion |\n|---|---|---|---|---|---|\n\
         | 1 | src/a.rs | 4 | {severity} | Leaks a handle | Close it |\n"
    )
}

/// The verdict of a work item, with so many failed tests.
fn verdict(failed: u32) -> String {
    let (status, exit_code) = if failed == 0 { ("PASS", 0) } else { ("FAIL", 1) };
    json!({
        "gate_status": status,
        "all_checks_passed": failed == 0,
        "task_id": "task-10",
        "working_dir": "/trees/task-10",
        "summary": "The tests of the session store.",
        "tests": {"passed": 4 - failed, "failed": failed, "skipped": 0, "total": 4},
        "coverage": {"percentage": 86.5, "threshold_met": true},
        "lint": {"errors": 0, "warnings": 0},
        "blocking_issues": if failed == 0 { json!([]) } else { json!(["a test fails"]) },
        "test_exit_code": exit_code,
        "test_command": "cargo test",
        "commands_executed": [{"command": "cargo test", "exit_code": exit_code}],
        "files_modified": [],
        "pre_work_validation": {"validation_passed": true},
        "artifacts_cleaned": [],
    })
    .to_string()
}

async fn send(server: &Server, query: &str, text: String) -> String {
    let sent = server.post(&format!("/api/documents?{query}"), "text/markdown", text).await;
    assert_eq!(sent.status, 201, "{}", sent.text());
    sent.json()["documents"][0]["id"].as_str().unwrap().to_owned()
}

async fn inbox(server: &Server) -> InboxPage {
    server.fold().await;
    server.state.library.inbox(InboxQuery::default()).await.unwrap()
}

async fn kinds(server: &Server) -> Vec<ItemKind> {
    let page = inbox(server).await;
    assert_eq!(page.count(), page.items.len() as u64);
    assert_eq!(server.state.library.waiting().await.unwrap(), page.count());
    let kinds = page.items.into_iter().map(|item| item.kind);
    // Equal texts lead to these.
    kinds.filter(|kind| *kind != ItemKind::Recommendation).collect()
}

#[tokio::test]
async fn a_newer_version_replaces_what_the_older_one_asked() {
    let server = Server::new();
    send(&server, "path=review.md", review("critical")).await;
    assert_eq!(kinds(&server).await, [ItemKind::Contradicted]);
    let newest = send(&server, "path=review.md", review("low")).await;
    assert_eq!(kinds(&server).await, []);
    assert!(server.state.store.remove(newest).await.unwrap());
    assert_eq!(kinds(&server).await, [ItemKind::Contradicted]);
}

#[tokio::test]
async fn the_newest_verdict_of_a_work_item_counts() {
    let server = Server::new();
    let failed = send(&server, "session=a", verdict(1)).await;
    let before = kinds(&server).await;
    assert!(matches!(before[..], [ItemKind::FailedGate | ItemKind::Contradicted]), "{before:?}");
    let passed = send(&server, "session=b", verdict(0)).await;
    assert_eq!(kinds(&server).await, []);
    assert!(server.state.store.remove(passed).await.unwrap());
    assert_eq!(kinds(&server).await, before);
    assert!(server.state.store.remove(failed).await.unwrap());
    assert_eq!(kinds(&server).await, []);
}

#[tokio::test]
async fn a_quarantine_waits_until_it_is_released() {
    let server = Server::new();
    let body = r#"{"targetType": "session", "targetId": "night", "reason": "It loops."}"#;
    let added = server.post("/api/quarantine", "application/json", body.to_owned()).await;
    assert_eq!(added.status, 201, "{}", added.text());
    let page = inbox(&server).await;
    assert_eq!(
        (page.items[0].question.as_str(), page.items[0].session.as_deref()),
        ("It loops.", Some("night"))
    );
    let release = from_here("DELETE", "/api/quarantine/session/night").body(Body::empty()).unwrap();
    assert_eq!(server.send(release).await.status, 204);
    assert_eq!(kinds(&server).await, []);
}

#[tokio::test]
async fn what_is_done_or_snoozed_is_kept_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harmony.sqlite");
    let start = || -> Server {
        let store: SharedStore = stores::open(&file, 1);
        Server::with(store, None)
    };
    let server = start();
    send(&server, "session=night", PLAN.to_owned()).await;
    send(&server, "path=review.md", review("critical")).await;
    assert_eq!(kinds(&server).await, [ItemKind::HumanGate, ItemKind::Contradicted]);
    drop(server);

    let server = start();
    server.fold().await;
    assert_eq!(server.state.library.waiting().await.unwrap(), 2);
    let items = inbox(&server).await.items;
    let decide = async |key: &str, rest: serde_json::Value| {
        let mut body = rest;
        body["key"] = json!(key);
        server.post("/api/inbox", "application/json", body.to_string()).await.status.as_u16()
    };
    assert_eq!(decide(&items[0].key, json!({"action": "snooze"})).await, 400);
    assert_eq!(decide("[\"chain\"]", json!({"action": "done"})).await, 404);
    let until = "2099-01-01T00:00:00Z";
    assert_eq!(decide(&items[0].key, json!({"action": "snooze", "until": until})).await, 204);
    assert_eq!(decide(&items[1].key, json!({"action": "done"})).await, 204);
    drop(server);

    let server = start();
    assert_eq!(kinds(&server).await, []);
    reparse(&server.state.store, 0, |_| {}).await.unwrap();
    assert_eq!(kinds(&server).await, []);
    let later = server.state.inbox.page(InboxQuery::default(), i64::MAX / 2).await.unwrap();
    assert_eq!(later.items, items[..1], "a snoozed item returns");
    // The same contradiction in a newer version is the same item; another one is not.
    send(&server, "path=review.md", review("critical").replace("Close it", "Close it.")).await;
    assert_eq!(kinds(&server).await, []);
    send(&server, "path=review.md", review("critical").replace("Report: src/a.rs", "Report: src/b.rs")).await;
    assert_eq!(kinds(&server).await, [ItemKind::Contradicted]);
}

#[tokio::test]
async fn the_page_and_its_forms_need_no_scripts() {
    let server = Server::new();
    send(&server, "session=night", PLAN.to_owned()).await;
    let page = server.get("/inbox").await.text().replace("<!>", "");
    for part in [
        "Refunds",
        "Open the chain",
        "just now",
        "/session?session=night&amp;chain=",
        "human gate",
        "value=\"day\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let key = serde_urlencoded::to_string([("key", inbox(&server).await.items[0].key.as_str())]).unwrap();
    let form = format!("{key}&action=done&back=https%3A%2F%2Fexample.org");
    let done = server.post("/inbox", "application/x-www-form-urlencoded", form).await;
    let after = done.header("location").to_owned();
    assert!(done.status == 303 && after.starts_with("/inbox?handled="), "{after}");
    let page = server.get(&after).await.text().to_owned();
    assert!(page.contains(">Undo<") && page.contains("name=\"key\""), "{page}");
    assert!(server.get("/inbox").await.text().contains("Nothing waits for you"));
    assert_eq!(server.get("/inbox?kind=letter").await.status, 400);
    let listed = server.get("/api/inbox?kind=human-gate").await.json();
    assert_eq!((&listed["count"], &listed["items"]), (&json!(0), &json!([])));
}

#[tokio::test]
async fn what_was_done_can_be_put_back() {
    let server = Server::new();
    send(&server, "session=night", PLAN.to_owned()).await;
    send(&server, "path=review.md", review("critical")).await;
    let items = inbox(&server).await.items;
    let decide = async |key: &str, action: &str| {
        let body = json!({"key": key, "action": action}).to_string();
        server.post("/api/inbox", "application/json", body).await.status.as_u16()
    };
    let done = async || {
        let listed = server.get("/api/inbox?view=done").await.json();
        let items = listed["items"].as_array().unwrap().iter();
        items.map(|item| item["key"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for item in &items {
        assert_eq!(decide(&item.key, "done").await, 204);
    }
    assert_eq!((kinds(&server).await, done().await.len()), (vec![], 2));
    let page = server.get("/inbox?view=done").await.text().to_owned();
    assert_eq!(page.matches("Put back").count(), 2);
    for item in &items {
        assert_eq!(decide(&item.key, "reopen").await, 204);
    }
    assert_eq!(inbox(&server).await.items, items);
    assert_eq!(done().await, Vec::<String>::new());

    // What a newer version no longer asks does not return.
    assert_eq!(decide(&items[1].key, "done").await, 204);
    send(&server, "path=review.md", review("low")).await;
    assert_eq!(decide(&items[1].key, "reopen").await, 204);
    assert_eq!(kinds(&server).await, [ItemKind::HumanGate]);
    assert_eq!(server.get("/inbox?view=letter").await.status, 400);
}

#[tokio::test]
async fn what_is_snoozed_is_listed_until_it_returns() {
    let server = Server::new();
    send(&server, "session=night", PLAN.to_owned()).await;
    let key = inbox(&server).await.items[0].key.clone();
    let decide = async |action: serde_json::Value| {
        let mut body = action;
        body["key"] = json!(key);
        server.post("/api/inbox", "application/json", body.to_string()).await.status.as_u16()
    };
    let page = server.get("/inbox?view=snoozed").await;
    assert!(page.status == 200 && page.text().contains("Nothing is snoozed."), "{}", page.text());
    assert_eq!(decide(json!({"action": "snooze", "until": "2099-01-02T03:04:00Z"})).await, 204);
    let listed = server.get("/api/inbox?view=snoozed").await.json();
    assert_eq!((&listed["items"][0]["key"], &listed["count"]), (&json!(key), &json!(0)));
    assert_eq!(listed["items"][0]["until_ms"], 4_071_006_240_000_i64);
    let page = server.get("/inbox?view=snoozed").await.text().replace("<!>", "");
    for part in ["snoozed until ", "2099-01-02 03:04", "Put back"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("value=\"day\""), "{page}");
    assert_eq!(decide(json!({"action": "reopen"})).await, 204);
    assert_eq!(server.get("/api/inbox?view=snoozed").await.json()["items"], json!([]));
    assert_eq!(kinds(&server).await, [ItemKind::HumanGate]);
}

#[tokio::test]
async fn what_was_done_can_be_snoozed() {
    let server = Server::new();
    send(&server, "session=night", PLAN.to_owned()).await;
    send(&server, "path=review.md", review("critical")).await;
    for item in inbox(&server).await.items {
        for action in
            [json!({"action": "done"}), json!({"action": "snooze", "until": "2099-01-02T03:04:00Z"})]
        {
            let mut body = action;
            body["key"] = json!(item.key);
            assert_eq!(server.post("/api/inbox", "application/json", body.to_string()).await.status, 204);
        }
    }
    assert_eq!(kinds(&server).await, []);
    let snoozed = server.get("/api/inbox?view=snoozed").await.json();
    assert_eq!(snoozed["items"].as_array().map(Vec::len), Some(2), "{snoozed}");
}

#[tokio::test]
async fn a_flag_leads_to_its_row() {
    let server = Server::new();
    let report = "# Review Report: src/a.rs\n\n## Verdict: NEEDS_CHANGES\n## Score: 40%\n\n## Flags for Human\n\n\
                  | Issue | Why Human Needed |\n|---|---|\n| Price | A decision |\n";
    let id = send(&server, "path=review.md", report.to_owned()).await;
    let listed = server.get("/api/inbox?kind=flag").await.json();
    assert_eq!(listed["items"][0]["link"], format!("/documents/{id}?view=source&from=10#L10"));
}
