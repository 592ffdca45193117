//! Deliveries: real texts of many formats, from few sources, so that the same arrives again.

use app::document::Source;
use proptest::prelude::*;
use proptest::sample::select;
use server::ingest::{Incoming, read};
use server::store::{Arrival, Basis, Identity};

/// 2026-11-20, at midnight.
pub const START_MS: i64 = 1_795_132_800_000;
pub const HOUR_MS: i64 = 3_600_000;

macro_rules! fixture {
    ($path:literal) => {
        include_str!(concat!("../../../../app/src/formats/", $path))
    };
}
macro_rules! sample {
    ($name:literal) => {
        include_str!(concat!("../../../samples/checkout-refunds/", $name))
    };
}

const TEXTS: &[&str] = &[
    fixture!("review_report/fixtures/complete.md"),
    fixture!("reaper_test_runner/fixtures/complete.json"),
    fixture!("v36_decision/fixtures/complete.jsonl"),
    fixture!("v36_decision/fixtures/closeout_missing.jsonl"),
    fixture!("v36_decision/fixtures/links_astray.jsonl"),
    fixture!("v36_decision/fixtures/trail_astray.jsonl"),
    fixture!("v36_decision/fixtures/trail_in_order.jsonl"),
    fixture!("analysis_report/fixtures/complete.md"),
    fixture!("quarantine_operations/fixtures/complete.md"),
    sample!("review.md"),
    sample!("gate-review-1.json"),
    sample!("gate-review-2.json"),
    sample!("gate-tests-1.json"),
    sample!("chain.md"),
    sample!("start-4.md"),
    sample!("done-4.md"),
    sample!("human-gate.md"),
    sample!("learning.md"),
    PAUSE,
    PAUSE_UNTIL_RELEASED,
    RELEASE,
    "# Notes\n\nThe retry of src/billing/refund.rs timed out; nothing was lost.\n",
    "# 검토 보고서\n\n환불 요청이 두 번 처리되지 않는다.\n",
    "Nothing of a format.\n",
    "An example:\n\n```markdown\n# Review Report: src/a.rs\n\n## Verdict: APPROVED\n## Score: 90%\n```\n",
];

const PAUSE: &str = "# Quarantine Record\n\n**Subcommand:** quarantine\n**Target Type:** session\n\
    **Target ID:** night\n**Reason:** It repeats itself.\n**Quarantined At:** 2026-11-20T10:00:00Z\n\
    **Auto-Release:** yes\n**TTL:** 24 hours\n";
const PAUSE_UNTIL_RELEASED: &str = "# Quarantine Record\n\n**Subcommand:** quarantine\n**Target Type:** session\n\
    **Target ID:** night\n**Reason:** It costs too much.\n**Quarantined At:** 2026-11-21T09:00:00Z\n\
    **Auto-Release:** no\n**TTL:** 7 days\n";
pub const RELEASE: &str = "# Quarantine Release\n\n**Subcommand:** release\n**Target Type:** session\n\
    **Target ID:** night\n**Released At:** 2026-11-20T18:00:00Z\n";

pub const SESSIONS: [&str; 4] = ["night", "checkout", "Überprüfung", "야간 작업"];

/// A delivery before it is read.
#[derive(Clone, Debug)]
pub struct Draft {
    text: &'static str,
    /// Empty lines that follow it, which make another version.
    lines: usize,
    source: Source,
    basis: Basis,
    key: u8,
    hour: i64,
}

impl Draft {
    pub fn arrival(self) -> Arrival {
        let Self { text, lines, mut source, basis, key, hour } = self;
        let raw = text.to_owned() + &"\n".repeat(lines);
        let identity = match (basis, source.path.clone()) {
            (Basis::Key, _) => Identity::of_key(&format!("key {key}")),
            (Basis::File, Some(path)) => {
                // A folder that is watched names no session.
                let identity = Identity::of_file(&format!("/repo/{path}"), raw.as_bytes());
                source = Source { path: Some(path), ..Source::default() };
                identity
            }
            _ => Identity::of_content(&source, raw.as_bytes()),
        };
        read(Incoming { identity, source, raw: raw.into() }, START_MS + hour * HOUR_MS)
    }
}

/// The delivery of a text without a source.
pub fn plain(text: &'static str) -> Draft {
    Draft { text, lines: 0, source: Source::default(), basis: Basis::Content, key: 0, hour: 0 }
}

fn maybe(words: &'static [&'static str]) -> impl Strategy<Value = Option<String>> {
    prop::option::weighted(0.4, select(words).prop_map(str::to_owned))
}

fn source() -> impl Strategy<Value = Source> {
    let path = prop::option::weighted(
        0.7,
        select(&["plan.md", "runs/a/gate.json", "runs/b.md", "runs", "docs/검토.md", "docs"][..])
            .prop_map(str::to_owned),
    );
    let part = prop::option::weighted(0.1, Just("message 7".to_owned()));
    let written = (maybe(&["review-9", "test-8"]), maybe(&["large", "small"]));
    let named = (maybe(&SESSIONS), maybe(&["acme/billing", "acme/Billing"]), written, part);
    let built = (maybe(&["run-1", "run-2"]), maybe(&["a1b2c3", "d4e5f6"]));
    let said_ms = prop::option::weighted(0.2, (0..72_i64).prop_map(|hour| START_MS + hour * HOUR_MS));
    (path, named, built, said_ms, prop::bool::weighted(0.1)).prop_map(
        |(path, (session, repository, (agent, model), part), (ci_run, commit), said_ms, sample)| Source {
            path,
            session,
            repository,
            agent,
            model,
            part,
            ci_run,
            commit,
            said_ms,
            sample,
            ..Source::default()
        },
    )
}

pub fn draft() -> impl Strategy<Value = Draft> {
    let basis = select(&[Basis::Content, Basis::File, Basis::File, Basis::Key][..]);
    (select(TEXTS), 0..3_usize, source(), basis, 0..12_u8, 0..72_i64)
        .prop_map(|(text, lines, source, basis, key, hour)| Draft { text, lines, source, basis, key, hour })
}

/// Returns a document of its own in a session of its own.
pub fn note(number: usize) -> Arrival {
    let source = Source { session: Some(format!("session {number}")), ..Source::default() };
    let raw = format!("Note {number}\n");
    let identity = Identity::of_content(&source, raw.as_bytes());
    read(Incoming { identity, source, raw: raw.into() }, START_MS + number as i64)
}
