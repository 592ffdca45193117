//! Quarantines from documents, requests and forms: what is active, its events, and its end.

use std::sync::Arc;

use app::document::Source;
use app::event::{Cursor, Envelope, Event};
use app::quarantine::Quarantined;
use axum::body::Body;
use serde_json::{Value, json};
use server::ingest::{Incoming, arrive, reparse};
use server::store::{Due, Identity, Replay, SharedStore, SqliteStore};

use crate::requests::{Server, from_here};
use crate::stores;

/// The contract's own example, which is active until it is released.
const RECORD: &str = include_str!("../../../app/src/formats/quarantine_operations/fixtures/complete.md");
const RELEASE: &str =
    include_str!("../../../app/src/formats/quarantine_operations/fixtures/complete_release.md");

/// Returns the `number`th JSON that a document prints.
fn printed(text: &str, number: usize) -> Value {
    let block = text.split("```json\n").nth(number + 1).unwrap();
    serde_json::from_str(block.split("```").next().unwrap()).unwrap()
}

pub fn record(target: &str, auto_release: &str, at: &str) -> String {
    let (target_type, id) = target.split_once(' ').unwrap();
    let ttl = if auto_release == "yes" { "24 hours" } else { "7 days" };
    format!(
        "# Quarantine Record\n\n**Subcommand:** quarantine\n**Target Type:** {target_type}\n**Target ID:** {id}\n\
         **Reason:** It loops.\n**Quarantined At:** {at}\n**Auto-Release:** {auto_release}\n**TTL:** {ttl}\n"
    )
}

async fn send(server: &Server, text: &str) -> String {
    let reply = server.post_text(text).await;
    assert!(reply.status.is_success(), "{}", reply.text());
    reply.json()["documents"][0]["id"].as_str().unwrap().to_owned()
}

/// Returns the events of quarantines as JSON, in order.
async fn events(store: &SharedStore) -> Vec<Value> {
    let Replay::Events(frames) = store.replay(Cursor { epoch: 7, seq: 0 }, 1000).await.unwrap() else {
        panic!("the log begins at its beginning")
    };
    let events = frames.iter().map(|frame| serde_json::from_str::<Envelope>(&frame.json).unwrap().event);
    let quarantines = events.filter(|event| matches!(event, Event::QuarantineEvent(_)));
    quarantines.map(|event| serde_json::to_value(event).unwrap()).collect()
}

/// Returns the actions and targets of all events: `add chain a`.
async fn sent(store: &SharedStore) -> Vec<String> {
    let word = |event: &Value, key: &str| event[key].as_str().unwrap().to_owned();
    let sentence = |event: &Value| {
        format!("{} {} {}", word(event, "action"), word(event, "targetType"), word(event, "targetId"))
    };
    events(store).await.iter().map(sentence).collect()
}

async fn active(store: &SharedStore, now_ms: i64) -> Vec<String> {
    let name = |found: Quarantined| format!("{} {}", found.record.target_type, found.record.target_id);
    store.quarantines(now_ms, 100).await.unwrap().active.into_iter().map(name).collect()
}

async fn add(server: &Server, body: Value) -> Value {
    let reply = server.post("/api/quarantine", "application/json", body.to_string()).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()
}

async fn delete(server: &Server, path: &str) -> u16 {
    server.send(from_here("DELETE", path).body(Body::empty()).unwrap()).await.status.as_u16()
}

fn of_record(quarantine: &Value) -> Value {
    let mut record = quarantine.clone();
    for added in ["key", "origin", "document", "endsAt", "remaining"] {
        record.as_object_mut().unwrap().remove(added).unwrap_or_else(|| panic!("no {added}"));
    }
    record
}

const FAR: i64 = 4_000_000_000_000;

#[tokio::test]
async fn record_key_and_event_are_those_that_the_contract_prints() {
    let server = Server::new();
    let id = send(&server, RECORD).await;
    let found = server.get("/api/quarantine/chain/chain-7f31c9").await.json();
    assert_eq!(of_record(&found), printed(RECORD, 0));
    assert_eq!(found["key"], "quarantine:chain:chain-7f31c9");
    assert_eq!((&found["document"], &found["origin"]), (&json!(id), &json!("document")));
    assert_eq!((&found["endsAt"], &found["remaining"]), (&Value::Null, &Value::Null), "nothing ends it");
    send(&server, RELEASE).await;
    assert_eq!(events(&server.state.store).await, [printed(RECORD, 1), printed(RELEASE, 0)]);
}

#[tokio::test]
async fn programs_add_list_check_and_release() {
    let server = Server::new();
    let body = json!({ "targetType": "session", "targetId": "night/42", "reason": "It loops.", "autoRelease": true,
                       "suggestedFlow": "audit-and-fix/" });
    let added = add(&server, body).await;
    let at = added["quarantinedAt"].as_str().unwrap();
    let expected = json!({ "targetType": "session", "targetId": "night/42", "reason": "It loops.",
                           "quarantinedAt": at, "autoRelease": true, "ttl": 86400, "suggestedFlow": "audit-and-fix/" });
    assert_eq!(of_record(&added), expected);
    let remaining = added["remaining"].as_i64().unwrap();
    assert!((86_395..=86_400).contains(&remaining), "{remaining}");
    let expected = json!({ "type": "QuarantineEvent", "action": "add", "targetType": "session",
                           "targetId": "night/42", "reason": "It loops.", "timestamp": at });
    assert_eq!(events(&server.state.store).await, [expected]);

    add(&server, json!({ "targetType": "format", "targetId": "5.1", "reason": "r" })).await;
    let list = server.get("/api/quarantine").await.json();
    assert_eq!(list["total"], 2);
    assert_eq!(list["quarantines"][0]["targetId"], "5.1", "the newest is first");
    assert_eq!(list["quarantines"][0]["ttl"], 604_800);
    assert_eq!(server.get("/api/quarantine/session/night%2F42").await.status, 200);

    assert_eq!(delete(&server, "/api/quarantine/session/night%2F42").await, 204);
    assert_eq!(delete(&server, "/api/quarantine/session/night%2F42").await, 404);
    server.get("/api/quarantine/session/night%2F42").await.expect_problem(
        404,
        "not-quarantined",
        &["night/42"],
    );
    let list = server.get("/api/quarantine").await.json();
    assert_eq!((&list["total"], &list["released"][0]["targetId"]), (&json!(1), &json!("night/42")));
    assert_eq!(sent(&server.state.store).await.last().unwrap(), "remove session night/42");
}

#[tokio::test]
async fn what_can_t_be_quarantined_is_refused() {
    let server = Server::new();
    for (body, said) in [
        (r#"{"targetType":"step","targetId":"a","reason":"b"}"#, "chain, session or format"),
        (r#"{"targetType":"chain","targetId":" ","reason":"b"}"#, "targetId"),
        (
            r#"{"targetType":"format","targetId":"reveiw-report","reason":"b"}"#,
            "did you mean `review-report`?",
        ),
        (r#"{"targetType":"chain","targetId":"a"}"#, "reason"),
        (r#"{"targetType":"chain","targetId":"a","reason":"b","ttl":0}"#, "ttl"),
        (r#"{"targetType":"chain","targetId":"a","reason":"b","owner":"me"}"#, "owner"),
        ("[", "EOF"),
    ] {
        let reply = server.post("/api/quarantine", "application/json", body).await;
        reply.expect_problem(422, "unusable-quarantine", &[said]);
    }
    let form =
        server.post("/api/quarantine", "text/plain", r#"{"targetType":"chain","targetId":"a","reason":"b"}"#);
    form.await.expect_problem(422, "unusable-quarantine", &["text/plain"]);
    assert!(sent(&server.state.store).await.is_empty());
    // Whoever asks about a mistyped format must not hear that it is fine.
    let asked = server.get("/api/quarantine/format/reveiw-report").await;
    asked.expect_problem(422, "unusable-quarantine", &["did you mean `review-report`?"]);
    let secret = json!({ "targetType": "chain", "targetId": "a",
                         "reason": "ghp_0123456789abcdefghijABCDEFGHIJ012345 leaked" });
    let added = add(&server, secret).await;
    assert!(!added["reason"].as_str().unwrap().contains("ghp_0123456789"), "{added}");
}

#[tokio::test]
async fn only_auto_release_ends_by_itself() {
    let server = Server::new();
    let store = &server.state.store;
    send(&server, &record("chain kept", "no", "2020-01-01T00:00:00Z")).await;
    send(&server, &record("chain brief", "yes", "2020-01-01T00:00:00Z")).await;
    add(
        &server,
        json!({ "targetType": "chain", "targetId": "second", "reason": "r", "autoRelease": true, "ttl": 60 }),
    )
    .await;
    let ends_ms =
        store.quarantined("chain".to_owned(), "second".to_owned(), 0).await.unwrap().unwrap().ends_ms;
    let ends_ms = ends_ms.unwrap();
    assert_eq!(active(store, ends_ms - 1).await, ["chain second", "chain kept"]);
    assert_eq!(active(store, ends_ms).await, ["chain kept"]);

    assert_eq!(store.release_due(ends_ms - 1).await.unwrap(), 1);
    assert_eq!(store.release_due(ends_ms).await.unwrap(), 1);
    assert_eq!(store.release_due(FAR).await.unwrap(), 0);
    assert_eq!(active(store, FAR).await, ["chain kept"]);
    let events = events(store).await;
    let expected = json!({ "type": "QuarantineEvent", "action": "remove", "targetType": "chain", "targetId": "brief",
                           "timestamp": "2020-01-02T00:00:00Z" });
    assert_eq!((events.len(), &events[3]), (5, &expected));
}

#[tokio::test]
async fn a_removed_document_takes_its_quarantine_with_it() {
    let server = Server::new();
    let store = &server.state.store;
    let first = send(&server, &record("chain a", "no", "2026-01-01T00:00:00Z")).await;
    let second = send(&server, &record("chain a", "no", "2026-01-02T00:00:00Z")).await;
    assert!(store.remove(second).await.unwrap());
    assert_eq!(active(store, FAR).await, ["chain a"], "the first still states it");
    assert!(store.remove(first).await.unwrap());
    assert_eq!(active(store, FAR).await, [""; 0]);
    assert_eq!(sent(store).await, ["add chain a", "remove chain a"], "events of removed documents are gone");

    // A request right after a document is no statement of it.
    let id = send(&server, "a note").await;
    add(&server, json!({ "targetType": "chain", "targetId": "b", "reason": "r" })).await;
    assert!(store.remove(id).await.unwrap());
    assert_eq!(sent(store).await.last().unwrap(), "add chain b");
    assert_eq!(active(store, FAR).await, ["chain b"]);
}

#[tokio::test]
async fn retention_releases_nothing_and_brings_nothing_back() {
    let server = Server::new();
    let store = &server.state.store;
    let pinned = send(&server, &record("chain a", "no", "2026-01-01T00:00:00Z")).await;
    assert!(store.pin(pinned.clone(), true).await.unwrap());
    send(
        &server,
        "# Quarantine Release\n\n**Subcommand:** release\n**Target Type:** chain\n**Target ID:** a\n",
    )
    .await;
    send(&server, &record("chain b", "no", "2026-01-01T00:00:00Z")).await;
    let due = Due { documents_before_ms: FAR, traces_before_ms: FAR };
    assert_eq!(store.expire(due).await.unwrap().documents, 2);
    assert_eq!(active(store, FAR).await, ["chain b"]);
    let page = server.get("/quarantine").await;
    assert!(page.text().contains("stated by a document that has expired"));

    // The release is kept for as long as a document is left that quarantines the same.
    assert_eq!(reparse(store, 0, |_| {}).await.unwrap().changed, 0);
    assert_eq!(active(store, FAR).await, ["chain b"]);
    assert!(store.pin(pinned, false).await.unwrap());
    assert_eq!(store.expire(due).await.unwrap().documents, 1);
    assert_eq!(active(store, FAR).await, ["chain b"]);
    assert_eq!(store.quarantines(FAR, 100).await.unwrap().released, []);
}

#[tokio::test]
async fn a_new_version_repeats_nothing() {
    let store: SharedStore = stores::temporary(7);
    let server = Server::with(Arc::clone(&store), None);
    let send = async |text: String| {
        let source = Source { path: Some("q.md".to_owned()), ..Source::default() };
        let identity = Identity::of_file("/q.md", text.as_bytes());
        arrive(&store, vec![Incoming { identity, source, raw: text.into() }]).await.unwrap();
    };
    let text = record("chain a", "no", "2026-01-01T00:00:00Z");
    send(text.clone()).await;
    assert_eq!(delete(&server, "/api/quarantine/chain/a").await, 204);
    send(format!("{text}\nA remark.\n")).await;
    assert_eq!(active(&store, FAR).await, [""; 0], "it was released after it was first stated");
    assert_eq!(sent(&store).await, ["add chain a", "remove chain a"]);
    send(text.replace("2026-01-01", "2026-01-03")).await;
    assert_eq!(active(&store, FAR).await, ["chain a"]);
}

#[tokio::test]
async fn a_reparse_quarantines_what_an_older_harmony_did_not_know() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harmony.sqlite");
    let store: SharedStore = Arc::new(SqliteStore::open(&file, 7).unwrap());
    let server = Server::with(Arc::clone(&store), None);
    send(&server, &record("chain a", "no", "2026-01-01T00:00:00Z")).await;
    rusqlite::Connection::open(&file).unwrap().execute("DELETE FROM quarantine", []).unwrap();
    assert_eq!(active(&store, FAR).await, [""; 0]);
    assert_eq!(reparse(&store, 0, |_| {}).await.unwrap().changed, 1);
    assert_eq!(active(&store, FAR).await, ["chain a"]);
    assert_eq!(sent(&store).await, ["add chain a"; 2]);
    assert_eq!(reparse(&store, 0, |_| {}).await.unwrap().changed, 0);
}

#[tokio::test]
async fn a_person_quarantines_and_releases_by_forms() {
    let server = Server::new();
    let form = "application/x-www-form-urlencoded";
    let page = server.get("/quarantine?type=session&id=night+42").await;
    assert!(page.text().contains("Nothing is quarantined") && page.text().contains("night 42"));
    let reply = server.post("/quarantine", form, "type=session&id=night+42&reason=It+loops.&flow=").await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (303, "/quarantine"));
    let page = server.get("/quarantine").await;
    assert!(page.text().contains("until it is released") && page.text().contains("It loops."));
    assert!(page.text().contains("/quarantine/release?"));
    let question = server.get("/quarantine/release?type=session&id=night+42").await;
    assert!(question.text().contains("Release this quarantine?"));
    let reply = server.post("/quarantine/release", form, "type=session&id=night+42").await;
    assert_eq!(reply.status, 303);
    let page = server.get("/quarantine").await;
    assert!(page.text().contains("Recently released") && page.text().contains("by a person on this page"));
    assert_eq!(server.get("/quarantine?kind=x").await.status, 400);
    assert_eq!(server.post("/quarantine", form, "type=step&id=a&reason=b").await.status, 422);
}

#[tokio::test]
async fn what_is_quarantined_shows_it_and_blocks_new_steps() {
    let server = Server::new();
    let plan = "## Chain: Checkout refunds\n\n**Request:** A\n**Source:** code/\n\n\
                | # | Action | Model | Key Inputs | Waits For | Status |\n|---|---|---|---|---|---|\n\
                | 1 | code/ | opus | x=1 | -- | pending |\n| 2 | review/ | opus | x=1 | #1 | pending |\n\nExecute?\n";
    let tell = async |text: &str| {
        let reply = server.post("/api/documents?session=s", "text/markdown", text.to_owned()).await;
        assert_eq!(reply.status, 201);
    };
    let page = async |path: &str| server.get(path).await.text().replace("<!>", "");
    tell(plan).await;
    tell("Spawning Step 1: code/ (opus)\n").await;
    let before = page("/session?session=s").await;
    assert!(
        !before.contains("badge--quarantined")
            && !before.contains("is quarantined")
            && !before.contains(">blocked<")
    );

    add(&server, json!({ "targetType": "chain", "targetId": "Checkout refunds", "reason": "It loops." }))
        .await;
    tell(">> Step 1 complete: code/ -- Written. Next: Step 2\n").await;
    tell("Spawning Step 2: review/ (opus)\n").await;
    let during = page("/session?session=s").await;
    assert!(during.contains("This chain is quarantined"), "{during}");
    assert!(during.contains("step 2 started while its chain was quarantined: It loops."));
    assert!(!during.contains("step 1 started while"));
    assert!(page("/sessions").await.contains(">quarantined<"));

    assert_eq!(delete(&server, "/api/quarantine/chain/Checkout%20refunds").await, 204);
    let after = page("/session?session=s").await;
    assert!(!after.contains("This chain is quarantined") && after.contains("step 2 started while"));

    add(&server, json!({ "targetType": "session", "targetId": "s", "reason": "r" })).await;
    assert!(page("/session?session=s").await.contains("This session is quarantined"));
    add(&server, json!({ "targetType": "format", "targetId": "ReviewReport", "reason": "r" })).await;
    assert!(page("/contract").await.contains(">quarantined<"));
    assert!(page("/contract/review-report").await.contains("This format is quarantined"));
    assert!(!page("/contract/brainstorm-transcript").await.contains("This format is quarantined"));
}

const PLAN: &str = "## Chain: Checkout refunds\n\n**Request:** A\n**Source:** code/\n\n\
    | # | Action | Model | Key Inputs | Waits For | Status |\n|---|---|---|---|---|---|\n\
    | 1 | code/ | opus | x=1 | -- | pending |\n\nExecute?\n";

/// Stores a plan of a session, and returns the id and the title of its chain.
async fn plan(server: &Server) -> (String, &'static str) {
    let sent = server.post("/api/documents?session=s", "text/markdown", PLAN).await;
    assert_eq!(sent.status, 201);
    let chains = server.get("/api/chains?session=s").await.json();
    (chains["chains"][0]["id"].as_str().unwrap().to_owned(), "Checkout refunds")
}

#[tokio::test]
async fn a_format_is_quarantined_under_any_of_its_names() {
    let server = Server::new();
    let store = &server.state.store;
    let names = ["5.1", "review-report", "ReviewReport", "review report", "REVIEW-REPORT"];
    let status = async |name: &str| {
        let name = name.replace(' ', "%20");
        server.get(&format!("/api/quarantine/format/{name}")).await.status.as_u16()
    };
    for added in names {
        let reason = format!("under {added}");
        let body = json!({ "targetType": "format", "targetId": added, "reason": reason });
        assert_eq!(add(&server, body).await["targetId"], names[0], "it is quarantined under the first name");
        for name in names {
            assert_eq!(status(name).await, 200, "{name} after {added}");
        }
        let found = server.get("/api/quarantine/format/review-report").await.json();
        assert_eq!(found["reason"], reason, "what is new counts");
    }
    assert_eq!(active(store, FAR).await, ["format 5.1"]);
    assert_eq!(status("5.11").await, 422, "no format is called so");
    assert_eq!(status("5.2").await, 404);
    assert_eq!(delete(&server, "/api/quarantine/format/reviewreport").await, 204);
    assert_eq!(delete(&server, "/api/quarantine/format/5.1").await, 404);
    assert_eq!(active(store, FAR).await, [""; 0]);

    // The slug of this format is its id with another sign.
    add(&server, json!({ "targetType": "format", "targetId": "reaper-test-runner", "reason": "r" })).await;
    assert_eq!(status("reaper%2Ftest-runner").await, 200);

    // A document states the name that it prints, as the contract does. A release is of all.
    send(&server, &record("format 5.1", "no", "2026-01-01T00:00:00Z")).await;
    send(&server, &record("format ReviewReport", "no", "2026-01-02T00:00:00Z")).await;
    assert_eq!(active(store, FAR).await, ["format ReviewReport", "format 5.1", "format reaper-test-runner"]);
    assert_eq!(delete(&server, "/api/quarantine/format/review-report").await, 204);
    assert_eq!(active(store, FAR).await, ["format reaper-test-runner"]);
    let gone = sent(store).await.split_off(sent(store).await.len() - 2);
    assert_eq!(gone, ["remove format ReviewReport", "remove format 5.1"]);
}

#[tokio::test]
async fn a_chain_is_quarantined_under_its_id_and_its_title() {
    let server = Server::new();
    let (id, title) = plan(&server).await;
    let path = |name: &str| format!("/api/quarantine/chain/{}", name.replace(' ', "%20"));
    for (added, other) in [(id.as_str(), title), (title, id.as_str())] {
        assert_eq!(server.get(&path(other)).await.status, 404);
        let body = json!({ "targetType": "chain", "targetId": added, "reason": "It loops." });
        assert_eq!(add(&server, body).await["targetId"], added, "the name stays as it is");
        let found = server.get(&path(other)).await.json();
        assert_eq!((&found["targetId"], &found["reason"]), (&json!(added), &json!("It loops.")));
        assert_eq!(server.get(&path("Checkout refund")).await.status, 404);
        assert_eq!(delete(&server, &path(other)).await, 204);
        assert_eq!(server.get(&path(added)).await.status, 404);
    }
}

#[tokio::test]
async fn a_chain_that_is_quarantined_by_its_id_shows_its_title() {
    let server = Server::new();
    let (id, title) = plan(&server).await;
    add(&server, json!({ "targetType": "chain", "targetId": id, "reason": "It loops." })).await;
    for page in ["/quarantine", "/inbox?kind=quarantine"] {
        let page = server.get(page).await.text().replace("<!>", "");
        assert!(page.contains(title) && page.contains(&id), "{page}");
        assert!(page.contains("/session?session=s"), "it leads to the session: {page}");
    }
}

#[tokio::test]
async fn a_quarantined_format_shows_on_its_documents() {
    let server = Server::new();
    let verdict = json!({ "gate_status": "PASS", "all_checks_passed": true, "task_id": "task-1",
                          "tests": {"passed": 1, "failed": 0, "skipped": 0, "total": 1}, "test_exit_code": 0 });
    let text = "# Review Report: src/a.rs\n\n## Verdict: APPROVED\n## Score: 90%\n";
    let of = async |path: &str| {
        let text = server.get(path).await.text().replace("<!>", "");
        // The navigation names the page as well.
        text.matches("class=\"quarantine-badge\"").count()
    };
    for name in ["review-report", "reaper/test-runner"] {
        add(&server, json!({ "targetType": "format", "targetId": name, "reason": "It is wrong." })).await;
    }
    let report = send(&server, text).await;
    send(&server, &verdict.to_string()).await;
    send(&server, "a note").await;
    assert_eq!(of(&format!("/documents/{report}")).await, 1);
    assert_eq!(of("/documents").await, 2);
    assert_eq!(of("/").await, 2);
    assert_eq!((of("/verdicts").await, of("/verdicts?task=task-1").await), (1, 1));
    for name in ["5.1", "reaper-test-runner"] {
        assert_eq!(delete(&server, &format!("/api/quarantine/format/{name}")).await, 204);
    }
    assert_eq!((of("/documents").await, of(&format!("/documents/{report}")).await), (0, 0));
}
