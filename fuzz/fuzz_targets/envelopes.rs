//! The bodies of requests that bring texts: one envelope, many in an object, or a line each.

#![no_main]

use app::document::Source;
use axum::http::HeaderMap;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use server::ingest::http::envelopes::{from_json, from_line, from_lines};
use server::ingest::{Incoming, LIMIT, LONGEST_NAME, is_empty};

const MOST_DOCUMENTS: usize = 10_000;
/// A refusal repeats little of what was sent.
const LONGEST_REFUSAL: usize = 4_100;

fuzz_target!(|body: &[u8]| {
    let none = Source::default();
    match from_json(body, &none, &HeaderMap::new()) {
        Ok(texts) => check(&texts),
        Err(error) => assert!(error.message().len() <= LONGEST_REFUSAL, "{error}"),
    }
    match from_lines(body, &none) {
        Ok(texts) => {
            check(&texts);
            check_lines(body, &texts);
        }
        Err(error) => assert!(error.message().len() <= LONGEST_REFUSAL, "{error}"),
    }
});

/// Each line alone is what it is among the others.
fn check_lines(body: &[u8], texts: &[Incoming]) {
    let lines = body.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let alone: Vec<_> =
        lines.map(|line| from_line(line, &Source::default()).expect("a line that was taken")).collect();
    assert_same(&alone, texts);
}

/// Checks the limits, and that the same texts arrive in whichever form they are sent again.
fn check(texts: &[Incoming]) {
    assert!((1..=MOST_DOCUMENTS).contains(&texts.len()), "{} texts", texts.len());
    for Incoming { source, raw, .. } in texts {
        assert!(!is_empty(raw) && raw.len() <= LIMIT && std::str::from_utf8(raw).is_ok(), "{raw:?}");
        assert!(!source.sample, "somebody else makes samples");
        for name in [&source.session, &source.path, &source.part].into_iter().flatten() {
            assert!(name.len() <= LONGEST_NAME && !name.contains('\0'), "{name:?}");
        }
    }
    let envelopes: Vec<Value> = texts.iter().map(envelope).collect();
    let none = Source::default();
    let lines: String = envelopes.iter().map(|envelope| format!("{envelope}\n")).collect();
    assert_same(&from_lines(lines.as_bytes(), &none).expect("lines that were written"), texts);
    if let [only] = envelopes.as_slice() {
        let again = from_json(only.to_string().as_bytes(), &none, &HeaderMap::new());
        assert_same(&again.expect("one that was written"), texts);
    }
    let all = json!({"documents": envelopes}).to_string();
    assert_same(&from_json(all.as_bytes(), &none, &HeaderMap::new()).expect("all that were written"), texts);
}

fn envelope(text: &Incoming) -> Value {
    json!({"text": String::from_utf8_lossy(&text.raw), "source": text.source})
}

/// What was sent with a key has another identity.
fn assert_same(some: &[Incoming], others: &[Incoming]) {
    let parts = |text: &Incoming| (text.source.clone(), text.raw.clone());
    assert!(some.iter().map(parts).eq(others.iter().map(parts)), "{some:?} is not {others:?}");
}
