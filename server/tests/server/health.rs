//! Health is a ledger: each lost point is of a record, however records come and go.

use app::api::HealthQuery;
use app::document::{BlockHead, BrokenRule, DocumentHead, Source};
use app::health::{DAY, HOUR_MS, Health, WEEK};
use app::severity::Severity;
use app::trace::TraceQuery;
use axum::body::{Body, Bytes};
use proptest::prelude::*;
use serde_json::json;
use server::store::{Arrival, Due, Identity, SharedStore, Window};

use crate::requests::{Server, from_here};
use crate::stores;

const REPORT: &str = include_str!("../../../app/src/formats/review_report/fixtures/complete.md");
const NOW_MS: i64 = 1_000 * HOUR_MS + 5;

fn arrival(key: u8, format: &str, said_ms: i64, errors: u32, warnings: u32) -> Arrival {
    let mut broken = Vec::new();
    for (severity, count) in [(Severity::Error, errors), (Severity::Warning, warnings)] {
        if count > 0 {
            broken.push(BrokenRule { rule: format!("of-{severity}"), severity, count });
        }
    }
    let block = BlockHead { format: format.to_owned(), errors, warnings, broken, ..BlockHead::default() };
    let source = Source {
        said_ms: Some(said_ms),
        session: key.is_multiple_of(2).then(|| "even".to_owned()),
        agent: key.is_multiple_of(3).then(|| "third".to_owned()),
        ..Source::default()
    };
    let raw = Bytes::from(format!("text {key}"));
    let head = DocumentHead {
        id: Identity::of_key(&format!("key {key}")).document_id(),
        bytes: raw.len() as u32,
        source,
        blocks: vec![block.clone(), BlockHead { fenced: true, ..block }],
        ..DocumentHead::default()
    };
    Arrival::of(head, raw)
}

#[derive(Clone, Debug)]
enum Step {
    Append { key: u8, format: &'static str, hours_ago: i64, errors: u32, warnings: u32 },
    Remove(u8),
    Expire { hours_ago: i64 },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let format = prop_oneof![Just("1.1"), Just("5.1"), Just("reaper/test-runner")];
    let append = (0..30_u8, format, 0..200_i64, 0..4_u32, 0..6_u32).prop_map(
        |(key, format, hours_ago, errors, warnings)| Step::Append {
            key,
            format,
            hours_ago,
            errors,
            warnings,
        },
    );
    let step = prop_oneof![
        8 => append,
        2 => (0..30_u8).prop_map(Step::Remove),
        1 => (100..220_i64).prop_map(|hours_ago| Step::Expire { hours_ago }),
    ];
    prop::collection::vec(step, 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn losses_add_up_to_what_is_missing(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(run(steps));
    }
}

async fn run(steps: Vec<Step>) {
    let store = stores::temporary(1);
    for step in steps {
        match step {
            Step::Append { key, format, hours_ago, errors, warnings } => {
                let at_ms = NOW_MS - hours_ago * HOUR_MS;
                store.append(vec![arrival(key, format, at_ms, errors, warnings)]).await.unwrap();
            }
            Step::Remove(key) => {
                store.remove(Identity::of_key(&format!("key {key}")).document_id()).await.unwrap();
            }
            Step::Expire { hours_ago } => {
                let due =
                    Due { documents_before_ms: i64::MIN, traces_before_ms: NOW_MS - hours_ago * HOUR_MS };
                store.expire(due).await.unwrap();
            }
        }
        check(&store).await;
    }
}

/// Compares the sums with what they are sums of.
async fn check(store: &SharedStore) {
    let since = |hours: i64| NOW_MS / HOUR_MS - hours + 1;
    let traces = store.traces(TraceQuery::default()).await.unwrap().traces;
    let recorded = store.recorded(since(WEEK)).await.unwrap();
    for gate in [None, Some(4), Some(9)] {
        let health = Health::of(recorded.clone(), NOW_MS, gate);
        for (hours, sum) in [(DAY, health.overall.day), (WEEK, health.overall.week)] {
            let of_window = || {
                let is_in = move |at_ms: i64| at_ms / HOUR_MS >= since(hours);
                traces
                    .iter()
                    .filter(move |trace| is_in(trace.at_ms) && gate.is_none_or(|gate| gate == trace.gate))
            };
            assert_eq!(sum.traces, of_window().count() as u64);
            assert_eq!(sum.failed, of_window().filter(|trace| !trace.passed).count() as u64);
            assert_eq!(sum.lost, of_window().map(|trace| trace.lost()).sum::<u64>());
            let ledger = store.ledger(Window { since_hour: since(hours), gate }).await.unwrap();
            assert_eq!(ledger.sum, sum);
            assert_eq!(ledger.listed() + ledger.rest(), sum.lost);
            let mut worst: Vec<u64> =
                of_window().map(|trace| trace.lost()).filter(|lost| *lost > 0).collect();
            worst.sort_unstable_by(|left, right| right.cmp(left));
            worst.truncate(ledger.records.len().max(20));
            assert_eq!(ledger.records.iter().map(|trace| trace.lost()).collect::<Vec<_>>(), worst);
            if let Some(score) = sum.score() {
                let shares: f64 = ledger.records.iter().map(|trace| ledger.share(trace.lost())).sum();
                assert!((shares + ledger.share(ledger.rest()) - (100.0 - score)).abs() < 1e-9);
            }
        }
        let broken = |pattern: &app::health::Pattern| {
            let of_pattern = traces.iter().filter(|trace| {
                trace.format == pattern.format
                    && trace.at_ms / HOUR_MS >= since(WEEK)
                    && trace.broken.iter().any(|broken| broken.rule == pattern.rule)
            });
            of_pattern.count() as u64
        };
        assert!(health.patterns.iter().all(|pattern| pattern.week == broken(pattern)));
    }
    let of_session = traces.iter().filter(|trace| trace.session.is_some());
    let sum = store.session_health("even".to_owned()).await.unwrap();
    assert_eq!(sum.lost, of_session.map(|trace| trace.lost()).sum::<u64>());
}

#[tokio::test]
async fn health_is_answered_and_deleting_takes_its_share() {
    let server = Server::new();
    let empty = server.get("/api/health").await.json();
    assert_eq!(empty["health"]["overall"]["day"]["traces"], 0);
    assert!(server.get("/harmony").await.text().contains("No data"));
    server.post_text(REPORT).await;
    server.post_text("# Review Report: billing\n").await;
    let health = server.get("/api/health?gate=9").await.json();
    assert_eq!(health["health"]["overall"]["day"]["traces"], 2);
    let record = &health["ledger"]["records"][0];
    assert_eq!(record["title"], "billing");
    let page = server.get("/harmony").await;
    let page = page.text();
    assert!(page.contains("missing-verdict") && page.contains("Resolve the first record"), "{page}");
    let id = record["document"].as_str().unwrap();
    let delete = from_here("DELETE", &format!("/api/documents/{id}")).body(Body::empty()).unwrap();
    assert_eq!(server.send(delete).await.status, 204);
    let after = server.get("/api/health?gate=9").await.json();
    assert_eq!(after["ledger"]["sum"], json!({ "traces": 1, "failed": 0, "lost": 0 }));
    server.get("/api/health?gate=15").await.expect_problem(400, "unreadable-query", &["1 to 14"]);
}

#[tokio::test]
async fn a_pattern_raises_a_recommendation_that_a_person_decides() {
    let server = Server::new();
    for scope in ["a", "b", "c"] {
        server.post_text(&format!("# Review Report: {scope}\n\n## Verdict: APPROVED\n")).await;
    }
    let healings = async || server.get("/api/health").await.json()["health"]["healings"].clone();
    let found = healings().await;
    let is_score = |healing: &&serde_json::Value| healing["pattern"]["rule"] == "missing-score";
    let healing = found.as_array().unwrap().iter().find(is_score).expect("three records break it").clone();
    assert_eq!((&healing["urgency"], &healing["pattern"]["owner"]), (&json!("medium"), &json!("agent")));
    let decide = async |decision: serde_json::Value| {
        server.post("/api/healing", "application/json", decision.to_string()).await
    };
    let of = |decision: &str| json!({ "rule": "missing-score", "format": "5.1", "decision": decision });
    decide(of("ignored")).await.expect_problem(
        400,
        "unusable-decision",
        &["reason", "accepted recommendation"],
    );
    let unknown = json!({ "rule": "no-such", "format": "5.1", "decision": "accepted" });
    decide(unknown).await.expect_problem(400, "unusable-decision", &["no-such"]);

    // The page of the pattern, to which the inbox leads, has what is needed for a decision.
    let page = server.get("/harmony?format=5.1&rule=missing-score").await.text().replace("<!>", "");
    for part in
        ["action=\"/healing\"", "Owner: agent", "3 records in 24 hours", "class=\"spark\"", "Newest records"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(
        page.contains("required") && page.contains("formnovalidate") && !page.contains("missing-findings")
    );
    let form = "rule=missing-score&format=5.1&reason=+&decision=ignored";
    let sent = from_here("POST", "/healing")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("accept", "text/html")
        .body(Body::from(form))
        .unwrap();
    let refused = server.send(sent).await;
    assert_eq!(refused.status, 400);
    for part in ["Nothing was changed", "href=\"/harmony#healing\"", "`reason`"] {
        assert!(refused.text().contains(part), "{part}: {}", refused.text());
    }
    assert!(!refused.text().contains("documents"), "{}", refused.text());
    assert_eq!(decide(of("accepted")).await.status, 204);
    let found = healings().await;
    let healing = found.as_array().unwrap().iter().find(is_score).unwrap();
    assert_eq!(healing["decided"]["decision"], "accepted");
}

#[tokio::test]
async fn a_gate_has_the_state_of_its_newest_record_unless_a_chain_waits() {
    let server = Server::new();
    let send = async |text: &str| {
        let sent = server.post("/api/documents?session=s", "text/markdown", text.to_owned()).await;
        assert_eq!(sent.status, 201, "{}", sent.text());
    };
    let states = async || server.get("/api/health").await.json()["health"]["states"].clone();
    assert_eq!(states().await, json!({}));
    send(REPORT).await;
    assert_eq!(states().await["9"], "failed", "it asks for changes");
    send(include_str!("../../../app/src/formats/review_report/fixtures/near_contradictions.md")).await;
    assert_eq!(states().await["9"], "passed");
    send("# Review Report: src/a.rs\n\nNothing else.\n").await;
    assert_eq!(states().await["9"], "failed");
    send(include_str!("../../../app/src/formats/review_report/fixtures/one_fix_for_two.md")).await;
    assert_eq!(states().await["9"], "contradicted", "whatever its issues are");
    let old = json!({ "text": "## Agent Learning\n\n**From:** a\n", "source": { "said_ms": 0 } });
    assert_eq!(server.post("/api/documents", "application/json", old.to_string()).await.status, 201);
    assert!(states().await["13"].is_string(), "however old it is: {}", states().await);
    send(include_str!("../../../app/src/formats/human_gate/fixtures/complete.md")).await;
    server.get("/api/sessions").await;
    assert_eq!(states().await["6"], "waiting");
    assert!(server.get("/harmony").await.text().replace("<!>", "").contains(">waiting</span>"));
}

#[tokio::test]
async fn the_healing_of_the_samples_is_held_against_what_was_measured() {
    let server = crate::running::Running::start().await;
    server.state.library.add_samples().await.unwrap();
    let page = server.state.library.health(HealthQuery::default()).await.unwrap();
    let verified = page.reports.iter().find(|report| report.format == "5.5").unwrap();
    assert!(verified.before.failed > 0, "{verified:?}");
    assert!(verified.after.traces > 0, "{verified:?}");
    assert_eq!(verified.is_contradicted(), Some(false), "{verified:?}");
}
