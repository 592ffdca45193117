//! Decision records are found across documents, and the trail of a task is judged over all of them.

use std::sync::Arc;

use app::audit::{DecisionQuery, Decisions};
use axum::body::Body;
use rusqlite::Connection;
use serde_json::{Value, json};
use server::ingest::reparse;
use server::store::{PAGE, SharedStore, SqliteStore};

use crate::requests::{Server, from_here};

/// A record without findings, at a minute of an hour.
fn record(id: &str, task: &str, minute: u32) -> Value {
    json!({
        "schema_version": "v36.runtime_harness.decision.v1",
        "decision_id": id,
        "ts": format!("2026-05-28T13:{minute:02}:00+09:00"),
        "task_id": task,
        "contract_layer": "layer_4_callback_closeout",
        "decision_class": "STATE_TRANSITION",
        "evidence": {},
        "decision_outcome": {
            "next_state": "DONE", "next_action": "POLL_NEXT_SAMPLE", "tool_call_decision": null
        },
        "actor_attribution": { "evidence_level": "L3_RUNTIME_HOOK_EVIDENCE", "claimed_actor": "harness" },
        "reason_code": "spawn_state_progressed_normal",
        "chair_authorization_id": null,
        "linked_decision_ids": []
    })
}

fn spawn(id: &str, task: &str, minute: u32, state: &str) -> Value {
    let mut record = record(id, task, minute);
    record["contract_layer"] = json!("layer_2_spawn_detection");
    record["evidence"] = json!({
        "spawn_signals": { "task_id_present": true, "timer_status": "running", "bot_output_present": false },
        "spawn_state": state,
    });
    record
}

fn closeout(id: &str, task: &str, minute: u32, state: &str) -> Value {
    let mut record = record(id, task, minute);
    record["evidence"] = json!({ "closeout_state": state });
    record
}

async fn send(server: &Server, query: &str, records: &[Value]) -> String {
    let text: Vec<String> = records.iter().map(Value::to_string).collect();
    let reply = server.post(&format!("/api/documents?{query}"), "text/plain", text.join("\n")).await;
    assert!(reply.status.is_success(), "{}", reply.text());
    reply.json()["documents"][0]["id"].as_str().unwrap().to_owned()
}

async fn delete(server: &Server, id: &str) {
    let path = format!("/api/documents/{id}");
    let reply = server.send(from_here("DELETE", &path).body(Body::empty()).unwrap()).await;
    assert_eq!(reply.status, 204);
}

async fn find(server: &Server, query: DecisionQuery) -> Decisions {
    server.state.store.decisions(query).await.unwrap()
}

/// The ids of the records that are found, each with the rules that they break.
async fn findings(server: &Server, task: &str) -> Vec<(String, Vec<String>)> {
    let query = DecisionQuery { task: Some(task.to_owned()), ..DecisionQuery::default() };
    let mut records = find(server, query).await.records;
    records.sort_by_key(|record| record.at_ms);
    let of = |finding: app::audit::RecordFinding| finding.rule;
    let record = |record: app::audit::StoredDecision| {
        (record.id.unwrap(), record.findings.into_iter().map(of).collect())
    };
    records.into_iter().map(record).collect()
}

fn found(records: &[(&str, &[&str])]) -> Vec<(String, Vec<String>)> {
    let owned = |rules: &[&str]| rules.iter().map(|rule| (*rule).to_owned()).collect();
    records.iter().map(|(id, rules)| ((*id).to_owned(), owned(rules))).collect()
}

#[tokio::test]
async fn the_trail_of_a_task_is_judged_across_documents() {
    let server = Server::new();
    send(&server, "", &[spawn("a", "task-7.spawn", 1, "REGISTERED")]).await;
    let later = send(&server, "", &[spawn("d", "task-7.spawn", 9, "ARTIFACT_SEEN")]).await;
    assert_eq!(findings(&server, "task-7").await, found(&[("a", &[]), ("d", &["state-jump"])]));

    // What was seen between arrives last, and explains the jump.
    send(&server, "", &[spawn("b", "task-7", 2, "FIRED"), spawn("c", "task-7", 5, "WORK_STARTED")]).await;
    let explained = found(&[("a", &[]), ("b", &[]), ("c", &[]), ("d", &[])]);
    assert_eq!(findings(&server, "task-7").await, explained);
    send(&server, "", &[spawn("e", "task-7", 12, "FIRED"), spawn("f", "task-7", 14, "DONE")]).await;
    let astray = found(&[
        ("a", &[]),
        ("b", &[]),
        ("c", &[]),
        ("d", &[]),
        ("e", &["step-back"]),
        ("f", &["missing-closeout", "state-jump"]),
    ]);
    assert_eq!(findings(&server, "task-7").await, astray);

    // The close-out is in yet another document, under another step of the task.
    let end = send(&server, "", &[closeout("g", "task-7.closeout", 20, "WORK_CLOSEOUT_STARTED")]).await;
    assert_eq!(
        findings(&server, "task-7").await[5..],
        found(&[("f", &["state-jump"]), ("g", &["open-closeout"])])
    );
    delete(&server, &later).await;
    delete(&server, &end).await;
    let left = found(&[
        ("a", &[]),
        ("b", &[]),
        ("c", &[]),
        ("e", &["step-back"]),
        ("f", &["missing-closeout", "state-jump"]),
    ]);
    assert_eq!(findings(&server, "task-7").await, left);
}

#[tokio::test]
async fn the_page_of_a_task_shows_how_it_came_to_where_it_is() {
    let server = Server::new();
    let first = send(&server, "session=night", &[spawn("one", "task-7", 1, "REGISTERED")]).await;
    let mut second = spawn("two", "task-7", 3, "FIRED");
    second["linked_decision_ids"] = json!(["one", "elsewhere"]);
    send(&server, "", &[second, spawn("three", "task-7", 5, "DONE")]).await;

    let answer = server.get("/api/decisions?task=task-7").await.json();
    let spawned = &answer["trail"]["machines"][0];
    let states: Vec<&str> =
        spawned["steps"].as_array().unwrap().iter().map(|step| step["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["REGISTERED", "FIRED", "DONE"]);
    assert_eq!(spawned["steps"][2]["finding"]["rule"], "state-jump");
    assert_eq!(answer["trail"]["end"]["finding"]["rule"], "missing-closeout");
    let second = &answer["records"][1];
    assert_eq!(second["moves"], json!([{ "machine": "spawn", "from": "REGISTERED", "to": "FIRED" }]));
    assert_eq!(second["links"][0]["target"][1], json!({ "document": first, "line": 1 }));
    assert_eq!(second["links"][1], json!({ "id": "elsewhere" }));
    assert_eq!(
        second["signals"],
        json!([["task_id_present", true], ["timer_status", true], ["bot_output_present", false]])
    );

    let page = server.get("/decisions?task=task-7").await;
    assert_eq!(page.status, 200);
    let said = [
        format!("/documents/{first}?view=source&amp;from=1#L1"),
        "missing-closeout".to_owned(),
        "spawn REGISTERED → FIRED".to_owned(),
        "2 of 3 signals lit".to_owned(),
        "graph__edge".to_owned(),
        "/session?session=night".to_owned(),
    ];
    for word in said {
        assert!(page.text().contains(&word), "{word}");
    }
    // Not green: its state comes after one that was jumped over.
    let third = page.text().split("\"log__record ").nth(3).unwrap_or_default();
    assert!(third.contains("state-jump") && third.contains("badge--warning"), "{third}");
    assert!(!third.contains("badge--pass"), "{third}");
    let document = server.get(&format!("/documents/{first}")).await;
    assert!(document.text().contains("/decisions?task=task"));
}

#[tokio::test]
async fn records_are_chosen_by_what_they_have_in_common() {
    let server = Server::new();
    let mut own_word = record("claimed", "task-1", 1);
    own_word["actor_attribution"] =
        json!({ "evidence_level": "L1_SELF_ATTESTATION", "claimed_actor": "hermes" });
    let mut denied = record("denied", "task-2", 2);
    denied["decision_class"] = json!("DENY");
    denied["decision_outcome"]["next_action"] = json!("PROCEED");
    denied["ts"] = json!("2026-05-28T04:38:28+00:00");
    let mut dark = spawn("dark", "task-2", 3, "FIRED");
    dark["evidence"]["spawn_signals"] = json!({ "task_id_present": true, "timer_status": "absent" });
    let mut keyed = record("keyed", "task-3", 4);
    keyed["evidence"] = json!({ "bot_key": "abc" });
    send(&server, "", &[own_word, denied, dark, keyed]).await;

    let ids = async |query: &str| -> Vec<String> {
        let answer = server.get(&format!("/api/decisions?{query}")).await.json();
        let records = answer["records"].as_array().unwrap().clone();
        records.iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
    };
    for (query, expected) in [
        ("", &["keyed", "dark", "denied", "claimed"][..]),
        ("task=task-2", &["dark", "denied"]),
        ("layer=layer_2_spawn_detection", &["dark"]),
        ("class=DENY", &["denied"]),
        ("level=L1_SELF_ATTESTATION", &["claimed"]),
        ("actor=harness", &["keyed", "dark", "denied"]),
        ("signals=1", &["dark"]),
        ("finding=single-signal", &["dark"]),
        ("finding=self-attestation", &["claimed"]),
        ("finding=foreign-offset", &["denied"]),
        ("finding=class-against-outcome", &["denied"]),
        ("finding=raw-key", &["keyed"]),
        ("actor=harness&task=task-2&finding=single-signal", &["dark"]),
        ("actor=hermes&task=task-2", &[]),
        ("actor=nobody", &[]),
        ("actor=&class=DENY", &["denied"]),
    ] {
        assert_eq!(ids(query).await, expected, "{query}");
    }
    let answer = server.get("/api/decisions").await.json();
    let classes =
        answer["facets"].as_array().unwrap().iter().find(|facet| facet["facet"] == "class").unwrap();
    assert_eq!(classes["values"], json!([["STATE_TRANSITION", 3], ["DENY", 1]]));
    let tasks: Vec<&Value> = answer["tasks"].as_array().unwrap().iter().map(|task| &task["task"]).collect();
    assert_eq!(tasks, ["task-3", "task-2", "task-1"]);
    assert_eq!(answer["tasks"][1]["states"], json!(["FIRED", null, null]));
    let page = server.get("/decisions?finding=single-signal").await;
    assert!(page.text().contains("no single source may decide"));
    assert!(page.text().contains("DENY (1)"));
}

#[tokio::test]
async fn an_address_that_asks_nothing_known_is_refused() {
    let server = Server::new();
    server.get("/api/decisions?task=task-1").await.expect_problem(404, "not-found", &["task-1"]);
    assert_eq!(server.get("/decisions?task=task-1").await.status, 404);
    server.get("/api/decisions?task=a&tasks_before=4").await.expect_problem(
        400,
        "unreadable-query",
        &["tasks_before"],
    );
    assert_eq!(server.get("/decisions?before=x").await.status, 400);
    assert_eq!(server.get("/decisions?color=red").await.status, 400);
    assert!(server.get("/decisions").await.text().contains("No decisions"));
}

#[tokio::test]
async fn a_page_leads_to_the_next() {
    let server = Server::new();
    let all: Vec<Value> =
        (0..PAGE * 2 + 3).map(|number| record(&number.to_string(), &format!("task-{number}"), 5)).collect();
    for half in all.chunks(PAGE + 1) {
        send(&server, "", half).await;
    }
    let (mut seen, mut query) = (Vec::new(), DecisionQuery::default());
    loop {
        let page = find(&server, query.clone()).await;
        seen.extend(page.records.into_iter().map(|record| record.id.unwrap()));
        let Some(next) = page.next else { break };
        query.before = Some(next);
    }
    let expected: Vec<String> = (0..PAGE * 2 + 3).rev().map(|number| number.to_string()).collect();
    assert_eq!(seen, expected);
    let (mut tasks, mut query) = (0, DecisionQuery::default());
    loop {
        let page = find(&server, query.clone()).await;
        tasks += page.tasks.len();
        let Some(next) = page.next_tasks else { break };
        query.tasks_before = Some(next);
    }
    assert_eq!(tasks, all.len());
    let page = server.get("/decisions").await;
    assert!(page.text().contains("Older records") && page.text().contains("Older tasks"));
}

#[tokio::test]
async fn only_the_newest_version_of_a_log_counts() {
    let server = Server::new();
    let [one, two, three] = ["one", "two", "three"].map(|id| record(id, "task-1", 5));
    send(&server, "path=log.jsonl", &[one.clone(), two.clone()]).await;
    let newer = send(&server, "path=log.jsonl", &[one, two, three]).await;
    let count = async || find(&server, DecisionQuery::default()).await.tasks[0].records;
    let ids = async || findings(&server, "task-1").await.len();
    assert_eq!((count().await, ids().await), (3, 3));
    delete(&server, &newer).await;
    assert_eq!((count().await, ids().await), (2, 2));
}

#[tokio::test]
async fn decisions_go_with_their_document_word_by_word() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    let store: SharedStore = Arc::new(SqliteStore::open(&path, 1).unwrap());
    let server = Server::with(Arc::clone(&store), None);
    let mut claimed = record("claimed", "task-1", 1);
    claimed["actor_attribution"]["evidence_level"] = json!("L1_SELF_ATTESTATION");
    let id = send(&server, "", &[claimed, spawn("two", "task-1", 2, "DONE")]).await;
    delete(&server, &id).await;
    let left = find(&server, DecisionQuery::default()).await;
    assert!(left.records.is_empty() && left.tasks.is_empty());
    assert!(left.facets.iter().all(|facet| facet.values.is_empty()), "{:?}", left.facets);
    let connection = Connection::open(&path).unwrap();
    let rules: u32 = connection
        .query_row("SELECT count(*) FROM decision_word WHERE facet <> 6", [], |row| row.get(0))
        .unwrap();
    assert_eq!(rules, 0, "no word of it is left");
    for table in ["decision", "decision_step", "decision_finding", "decision_task", "decision_task_finding"] {
        let rows: u32 =
            connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 0, "{table}");
    }
}

#[tokio::test]
async fn parsing_again_finds_the_decisions_of_an_older_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    let store: SharedStore = Arc::new(SqliteStore::open(&path, 1).unwrap());
    let server = Server::with(Arc::clone(&store), None);
    send(&server, "", &[spawn("one", "task-1", 1, "FIRED"), spawn("two", "task-1", 2, "DONE")]).await;
    let before = find(&server, DecisionQuery::default()).await;
    let tables = [
        "decision", "decision_log", "decision_word", "decision_step", "decision_finding", "decision_task",
        "decision_task_finding",
    ];
    let connection = Connection::open(&path).unwrap();
    for table in tables {
        connection.execute(&format!("DELETE FROM {table}"), []).unwrap();
    }
    assert!(find(&server, DecisionQuery::default()).await.records.is_empty());
    reparse(&store, 0, |_| {}).await.unwrap();
    assert_eq!(find(&server, DecisionQuery::default()).await, before);
    let again = reparse(&store, 0, |_| {}).await.unwrap();
    assert_eq!(again.changed, 0);
}

/// No query looks at a whole table, or sorts.
#[tokio::test]
async fn what_is_asked_goes_along_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harmony.sqlite");
    drop(SqliteStore::open(&path, 1).unwrap());
    let connection = Connection::open(&path).unwrap();
    for sql in [
        "SELECT place FROM decision INDEXED BY decision_by_live WHERE is_live = 1 AND place < 9 ORDER BY place DESC",
        "SELECT place FROM decision INDEXED BY decision_by_actor WHERE actor = 1 AND is_live = 1 AND place < 9
         ORDER BY place DESC",
        "SELECT decision_finding.place FROM decision_finding CROSS JOIN decision USING (place)
         WHERE finding = 1 AND decision_finding.place < 9 ORDER BY decision_finding.place DESC",
        "SELECT task FROM decision_task WHERE newest < 9 ORDER BY newest DESC",
        "SELECT place FROM decision WHERE task = 1 AND is_live = 1 ORDER BY place DESC",
        "SELECT place FROM decision WHERE key = 1 AND is_live = 1 AND id = 'a'",
        "SELECT word FROM decision_word WHERE facet = 1 AND records > 0 ORDER BY records DESC",
        "SELECT step FROM decision_step WHERE task = 1 AND machine = 0 AND (at_us, place) < (1, 1)
         ORDER BY at_us DESC, place DESC",
        "SELECT step FROM decision_step WHERE task = 1 AND machine = 1 ORDER BY step DESC, at_us DESC, place DESC",
    ] {
        let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let plan: Vec<String> =
            statement.query_map([], |row| row.get(3)).unwrap().collect::<Result<_, _>>().unwrap();
        assert!(plan.iter().all(|step| step.starts_with("SEARCH")), "{sql}: {plan:?}");
    }
}
