//! Documents that come together are stored as if one came after the other.

use app::api::{ListQuery, SessionsQuery};
use app::audit::DecisionQuery;
use app::document::Source;
use app::event::Cursor;
use app::trace::TraceQuery;
use server::ingest::{Incoming, read};
use server::store::{Arrival, Identity, SharedStore, WaitingQuery};

use crate::stores;

const RUN: &str = include_str!("../../../app/src/formats/reaper_test_runner/fixtures/complete.json");
const REVIEW: &str = include_str!("../../../app/src/formats/review_report/fixtures/complete.md");
const QUARANTINE: &str = include_str!("../../../app/src/formats/quarantine_operations/fixtures/complete.md");
const DECISIONS: &str = include_str!("../../../app/src/formats/v36_decision/fixtures/complete.jsonl");

/// A version of a file: where it is, what it says, and in which session.
fn file(path: &str, text: &str, session: Option<&str>) -> Arrival {
    let source =
        Source { path: Some(path.to_owned()), session: session.map(str::to_owned), ..Source::default() };
    let identity = Identity::of_file(path, text.as_bytes());
    read(Incoming { identity, source, raw: text.to_owned().into() }, 86_400_000)
}

fn keyed(key: &str, text: &str) -> Arrival {
    read(
        Incoming { identity: Identity::of_key(key), source: Source::default(), raw: text.to_owned().into() },
        0,
    )
}

/// Everything that can happen to a document because of another one.
fn arrivals() -> Vec<Arrival> {
    let changed = RUN.replace("HARM-41", "HARM-42");
    vec![
        file("run.json", RUN, Some("night")),
        file("review.md", REVIEW, None),
        file("run.json", &changed, Some("night")),
        // Again, changed back, and once more.
        file("run.json", &changed, Some("night")),
        file("run.json", RUN, Some("night")),
        file("other.json", RUN, Some("next")),
        file("pause.md", QUARANTINE, None),
        file("pause.md", &format!("{QUARANTINE}\nMore.\n"), None),
        file("log.jsonl", DECISIONS, Some("next")),
        file("log.jsonl", &format!("{DECISIONS}\n\n"), Some("next")),
        file("review.md", "Nothing is left of it.", None),
        keyed("same", REVIEW),
        keyed("same", REVIEW),
        keyed("same", "Another text."),
        keyed("nul", "a \0 b"),
    ]
}

/// Everything that readers see of a store.
async fn seen(store: &SharedStore) -> Vec<String> {
    let waiting = WaitingQuery { kind: None, most: 100, now_ms: 0 };
    vec![
        format!("{:#?}", store.feed().await.unwrap()),
        format!("{:#?}", store.list(ListQuery::default()).await.unwrap()),
        format!("{:#?}", store.sessions(SessionsQuery::default()).await.unwrap()),
        format!("{:#?}", store.waiting(waiting).await.unwrap()),
        format!("{:#?}", store.work_items(None).await.unwrap()),
        format!("{:#?}", store.traces(TraceQuery::default()).await.unwrap()),
        format!("{:#?}", store.quarantines(0, 100).await.unwrap()),
        format!("{:#?}", store.decisions(DecisionQuery::default()).await.unwrap()),
        sorted(&format!("{:#?}", store.recorded(0).await.unwrap())),
        format!("{:#?}", store.replay(Cursor { epoch: 1, seq: 0 }, 1_000).await.unwrap()),
    ]
}

#[tokio::test]
async fn documents_of_one_batch_are_stored_as_one_after_the_other() {
    let (together, apart) = (stores::temporary(1), stores::temporary(1));
    let receipts = together.append(arrivals()).await.unwrap();
    let mut one_by_one = Vec::new();
    for arrival in arrivals() {
        one_by_one.extend(apart.append(vec![arrival]).await.unwrap());
    }
    assert_eq!(format!("{receipts:#?}"), format!("{one_by_one:#?}"));
    for (together, apart) in seen(&together).await.iter().zip(seen(&apart).await) {
        same(together, &apart);
    }
}

/// Sums have no order.
fn sorted(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines.join("\n")
}

/// Shows where two texts differ, which are long.
fn same(together: &str, apart: &str) {
    for (number, (one, other)) in together.lines().zip(apart.lines()).enumerate() {
        assert_eq!(one, other, "line {number}");
    }
    assert_eq!(together.lines().count(), apart.lines().count());
}
