//! Harmony's own samples: one session of the last hours, with what Harmony is for.

use std::io::Cursor;

use app::document::Source;
use app::evidence::LineFacts;
use axum::body::Bytes;

use super::Incoming;
use super::reader::{Growing, Kind, LinePosition, Lines};
use crate::clock;
use crate::store::Identity;

const SESSION: &str = "checkout-refunds";
const TRANSCRIPT: &str = include_str!("../../samples/checkout-refunds/transcript.jsonl");
const MINUTE: i64 = 60_000;

/// A text that was written so many minutes ago.
struct Sample {
    ago: i64,
    name: &'static str,
    text: &'static str,
    /// The sub-agent that wrote it, with its model.
    author: Option<(&'static str, &'static str)>,
}

macro_rules! samples {
    ($($ago:literal $name:literal $($agent:literal $model:literal)?,)*) => {
        &[$(Sample {
            ago: $ago,
            name: $name,
            text: include_str!(concat!("../../samples/checkout-refunds/", $name)),
            author: samples!(@ $($agent $model)?),
        },)*]
    };
    (@ $agent:literal $model:literal) => { Some(($agent, $model)) };
    (@) => { None };
}

const SAMPLES: &[Sample] = samples![
    255 "session-started.md",
    254 "routing.md",
    252 "chain.md",
    249 "start-1-2-3.md",
    237 "analysis-storefront.md" "analyze-3" "haiku",
    236 "done-3.md",
    234 "analysis-orders.md" "analyze-2" "sonnet",
    233 "done-2.md",
    232 "analysis-payments.md" "analyze-1" "sonnet",
    231 "done-1.md",
    230 "start-4.md",
    217 "done-4.md",
    216 "start-5-6-7.md",
    208 "migration-failed.md",
    205 "start-7-again.md",
    196 "done-7.md",
    195 "learning.md" "code-7" "haiku",
    191 "done-6.md",
    178 "done-5.md",
    177 "start-8.md",
    164 "gate-tests-1.json" "test-8" "sonnet",
    162 "quarantine.md",
    149 "gate-tests-2.json" "test-8" "sonnet",
    145 "decisions.jsonl",
    143 "start-9.md",
    141 "gate-review-1.json" "review-9" "opus",
    135 "gate-review-2.json" "review-9" "opus",
    133 "gate-security.json" "audit-9" "sonnet",
    131 "review.md" "review-9" "opus",
    126 "critique.md" "second-opinion-9" "llama3.1:70b",
    125 "dual-output.md",
    123 "diagnosis.md" "diagnose" "opus",
    121 "start-10-11.md",
    120 "chain-updated.md",
    106 "done-10.md",
    102 "decisions-risk.jsonl",
    101 "analysis-risk.md" "analyze-11" "sonnet",
    100 "done-11.md",
    97 "healing.md" "verify-healing" "sonnet",
    30 "analysis-rehearsal.md" "rehearse" "sonnet",
    25 "human-gate.md",
];

/// The session's documents in the order of their times, and the lines of its transcript.
pub struct Samples {
    pub documents: Vec<Incoming>,
    pub lines: Vec<LineFacts>,
}

/// Returns the samples as they are at this time. Each is the same document whenever it is added.
pub fn samples(now_ms: i64) -> Samples {
    let mut documents: Vec<Incoming> = SAMPLES.iter().map(|sample| sample.at(now_ms)).collect();
    let lines = read_transcript(now_ms, &mut documents);
    documents.sort_by_key(|document| document.source.said_ms);
    Samples { documents, lines }
}

impl Sample {
    fn at(&self, now_ms: i64) -> Incoming {
        let source = Source {
            agent: self.author.map(|(agent, _)| agent.to_owned()),
            model: self.author.map(|(_, model)| model.to_owned()),
            said_ms: Some(now_ms - self.ago * MINUTE),
            ..source_of(self.name)
        };
        let raw = Bytes::from(with_times(self.text, now_ms));
        Incoming { identity: Identity::of_key(&format!("sample {}", self.name)), source, raw }
    }
}

fn source_of(file: &str) -> Source {
    Source {
        session: Some(SESSION.to_owned()),
        path: Some(format!("samples/{SESSION}/{file}")),
        sample: true,
        ..Source::default()
    }
}

/// Adds the documents in the transcript, and returns its lines.
fn read_transcript(now_ms: i64, documents: &mut Vec<Incoming>) -> Vec<LineFacts> {
    let file = "transcript.jsonl";
    let text = with_times(TRANSCRIPT, now_ms);
    let mut lines = Lines::at(LinePosition::default(), Cursor::new(text.as_bytes()));
    let Some(mut transcript) = Growing::of(Kind::Transcript, file) else { return Vec::new() };
    // Nothing fails that is read from memory.
    while let Ok(Some(piece)) = transcript.next(&mut lines) {
        if let Some(key) = piece.key().filter(|_| piece.is_kept()) {
            let identity = Identity::of_key(&format!("sample {key}"));
            documents.push(Incoming {
                identity,
                source: piece.source.or(&source_of(file)),
                raw: piece.raw.into(),
            });
        }
    }
    transcript.facts(0)
}

/// Writes times in the place of `{{-97m}}` (97 minutes ago, in UTC), `{{-97m+09:00}}` (the same in Seoul) and `{{date}}`.
fn with_times(text: &str, now_ms: i64) -> String {
    let mut parts = text.split("{{");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        written.push_str(&time(name, now_ms));
        written.push_str(rest);
    }
    written
}

fn time(name: &str, now_ms: i64) -> String {
    let (ago, is_in_seoul) = match name.strip_suffix("+09:00") {
        Some(ago) => (ago, true),
        None => (name, false),
    };
    let minutes: i64 = ago.trim_end_matches('m').parse().unwrap_or(0);
    let at = now_ms + minutes * MINUTE;
    match name {
        "date" => clock::iso(at).chars().take("2026-11-20".len()).collect(),
        _ if is_in_seoul => clock::iso(at + 9 * 60 * MINUTE).replace('Z', "+09:00"),
        _ => clock::iso(at),
    }
}

#[cfg(test)]
mod tests {
    use super::with_times;

    #[test]
    fn times_are_written_as_they_are_now() {
        let now_ms = 1_795_153_560_000;
        let text = "{{date}}, {{-60m}}, {{-60m+09:00}}.";
        assert_eq!(with_times(text, now_ms), "2026-11-20, 2026-11-20T04:46:00Z, 2026-11-20T13:46:00+09:00.");
    }
}
