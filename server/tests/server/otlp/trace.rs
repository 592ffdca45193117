//! A session as an OpenTelemetry trace.

use std::sync::Arc;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use serde_json::{Value, json};
use server::store::SqliteStore;

use crate::cli::{harmony, stdout};
use crate::requests::Server;

/// 2026-11-20 06:26:00 UTC, and so many seconds later.
const fn at(seconds: u64) -> u64 {
    1_795_155_960_000 + 1000 * seconds
}

const TABLE: &str = "## Chain: Checkout refunds\n\n**Request:** refunds\n**Source:** code-and-review/\n**Ref:** r\n\n\
    | # | Action | Model | Key Inputs | Waits For | Status |\n|---|---|---|---|---|---|\n\
    | 1 | code/ | opus | a | — | pending |\n| 2 | review/ | opus | b | #1 | pending |\n\
    | 3 | deploy/ | opus | c | #2 | pending |\n| 4 | tell/ | opus | d | #3 | pending |\n\n\
    **Execution:** Sequential\n";
const REVIEW: &str = "# Review Report: Checkout refunds\n\n## Verdict: NEEDS_CHANGES\n## Score: 60%\n\n## Findings\n\n\
    | # | File | Line | Severity | Description |\n|---|---|---|---|---|\n| 1 | a.rs | 1 | high | It rounds twice. |\n";
const FAILED: &str = "## Error: Deploy stopped\n\n**Step:** 3 — deploy/\n**Message:** No such host.\n\n\
    **Recovery options:**\n- Retry step 3\n- Cancel chain\n";

fn said() -> Vec<(u64, &'static str, String)> {
    let started = |step: u32, action: &str| {
        format!("## Executing: Checkout refunds\n\nSpawning Step {step}: {action} (opus)\n")
    };
    vec![
        (at(0), "plan.md", TABLE.to_owned()),
        (at(1), "1.md", started(1, "code/")),
        (at(61), "2.md", ">> Step 1 complete: code/ -> wrote it. Continuing to Step 2...\n".to_owned()),
        (at(62), "3.md", started(2, "review/")),
        (at(90), "logs/review/report.md", REVIEW.to_owned()),
        (at(91), "4.md", ">> Step 2 complete: review/ -> done. Continuing to Step 3...\n".to_owned()),
        (at(92), "5.md", started(3, "deploy/")),
        (at(100), "6.md", FAILED.to_owned()),
        (at(110), "7.md", started(3, "deploy/")),
    ]
}

async fn fill(server: &Server) {
    for (said_ms, path, text) in said() {
        let source = json!({"session": "night/1", "path": path, "said_ms": said_ms});
        let body = json!({"text": text, "source": source}).to_string();
        assert_eq!(server.post("/api/documents", "application/json", body).await.status, 201);
    }
}

fn attribute<'v>(span: &'v Value, key: &str) -> &'v Value {
    let attributes = span["attributes"].as_array().unwrap();
    attributes.iter().find(|attribute| attribute["key"] == key).map_or(&Value::Null, |found| &found["value"])
}

#[tokio::test]
async fn a_session_is_a_trace_with_a_span_for_each_attempt() {
    let server = Server::new();
    fill(&server).await;
    let reply = server.get("/api/sessions/trace?session=night/1").await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "application/json"));
    let trace = reply.json();
    let spans = trace["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap();
    let shown: Vec<_> = spans
        .iter()
        .map(|span| {
            let seconds = |name: &str| {
                let nanoseconds: u64 = span[name].as_str().unwrap().parse().unwrap();
                (nanoseconds / 1_000_000_000).saturating_sub(at(0) / 1000)
            };
            let running = attribute(span, "harmony.running")["boolValue"] == true;
            let name = span["name"].as_str().unwrap();
            let code = span["status"]["code"].as_u64().unwrap();
            (name, seconds("startTimeUnixNano"), seconds("endTimeUnixNano"), code, running)
        })
        .collect();
    // The last step has not begun.
    let expected = [
        ("Checkout refunds", 0, 110, 0, true),
        ("code/", 1, 61, 1, false),
        ("review/", 62, 91, 2, false),
        ("deploy/", 92, 100, 2, false),
        ("deploy/", 110, 110, 0, true),
    ];
    assert_eq!(shown, expected);
    let root = &spans[0]["spanId"];
    assert!(spans[1..].iter().all(|span| span["parentSpanId"] == *root));
    // Collectors read it, and it is the same each time.
    let _: ExportTraceServiceRequest = serde_json::from_value(trace.clone()).unwrap();
    assert_eq!(server.get("/api/sessions/trace?session=night/1").await.json(), trace);
    let mut trace = trace;
    trace["resourceSpans"][0]["scopeSpans"][0]["scope"]["version"] = "of this build".into();
    insta::assert_json_snapshot!(trace);
}

#[tokio::test]
async fn one_chain_or_an_earlier_state_can_be_named() {
    let server = Server::new();
    fill(&server).await;
    let chains = server.get("/api/chains?session=night/1").await.json();
    let id = chains["chains"][0]["id"].as_str().unwrap();
    let count = async |query: &str| {
        let trace = server.get(&format!("/api/sessions/trace?session=night/1{query}")).await.json();
        trace["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap().len()
    };
    assert_eq!(count(&format!("&chain={id}")).await, 5);
    let planned = id.split('-').next().unwrap();
    assert_eq!(count(&format!("&at={planned}")).await, 1);
    for missing in ["session=day", "session=night/1&chain=999-1", "session=night/1&at=0"] {
        let reply = server.get(&format!("/api/sessions/trace?{missing}")).await;
        reply.expect_problem(404, "not-found", &["session `"]);
    }
    server.get("/api/sessions/trace").await.expect_problem(400, "unreadable-query", &["`session`"]);
}

#[tokio::test]
async fn the_page_of_a_session_offers_it() {
    let server = Server::new();
    fill(&server).await;
    let page = server.get("/session?session=night/1").await;
    assert!(page.text().contains(r#"href="/api/sessions/trace?session=night%2F1""#));
}

#[tokio::test]
async fn the_command_prints_what_a_store_has() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("h.sqlite");
    let trace = {
        let server = Server::with(Arc::new(SqliteStore::open(&file, 7).unwrap()), None);
        fill(&server).await;
        server.get("/api/sessions/trace?session=night/1").await.json()
    };
    let export = |session: &str| harmony(folder.path(), &["export", "trace", session, "--store", "h.sqlite"]);
    let output = export("night/1");
    assert_eq!(serde_json::from_str::<Value>(stdout(&output)).unwrap(), trace);
    assert_eq!(output.status.code(), Some(0));
    let missing = export("day");
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("session `day`"));
}
