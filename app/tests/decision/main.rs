//! Decision records are checked exactly as a validator of their schema does it: with the same verdict for any line,
//! and the same places in a line that is JSON.

mod audit;
mod damage;
mod examples;
mod node;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use app::diagnostic::Diagnostic;
use app::formats::V36Decision;
use app::text::Text;
use damage::{TOKENS, damaged_line, damaged_record};
use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use node::Node;
use proptest::prelude::*;
use serde_json::Value;

const SCHEMA: &str = include_str!("../../src/formats/v36_decision/schema.json");
const COMPLETE: &str = include_str!("../../src/formats/v36_decision/fixtures/complete.jsonl");
/// The rules of the schema and of JSON's syntax. The other rules come from the contract's prose.
const OF_SCHEMA: [&str; 7] = [
    "broken-json", "truncated-json", "missing-field", "wrong-type", "unknown-value", "unknown-field",
    "shared-line",
];

static ORACLE: LazyLock<Validator> = LazyLock::new(|| {
    let schema = serde_json::from_str(SCHEMA).expect("a schema");
    jsonschema::options().should_validate_formats(true).build(&schema).expect("a valid schema")
});

/// Returns the diagnostics of a line, or `None` if it isn't recognized as a record.
fn findings(line: &str) -> Option<Vec<Diagnostic>> {
    let blocks = app::scan::read(&Text::new(line));
    let mut records = blocks.into_iter().filter(|parsed| parsed.spec.id == "v36/decision").peekable();
    records.peek()?;
    let found = records.flat_map(|record| record.diagnostics);
    Some(found.filter(|found| OF_SCHEMA.contains(&found.rule.id)).collect())
}

/// Returns the places of the findings, from their messages.
fn places(findings: &[Diagnostic]) -> BTreeSet<String> {
    let pointer = |found: &Diagnostic| {
        let (pointer, _) = found.message.strip_prefix('`')?.split_once("`: ")?;
        Some(pointer.to_owned())
    };
    findings.iter().map(|found| pointer(found).unwrap_or_else(|| found.message.clone())).collect()
}

/// Returns the places of the validator's errors. A missing or unknown field is named by the place it has or would have.
fn places_of_oracle(record: &Value) -> BTreeSet<String> {
    let places = ORACLE.iter_errors(record).flat_map(|error| {
        let at = error.instance_path().as_str();
        match error.kind() {
            ValidationErrorKind::Required { property } => {
                vec![format!("{at}/{}", property.as_str().expect("a name"))]
            }
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                unexpected.iter().map(|name| format!("{at}/{}", escaped(name))).collect()
            }
            _ => vec![at.to_owned()],
        }
    });
    let misread = TIMES
        .into_iter()
        .filter(|pointer| record.pointer(pointer).and_then(Value::as_str).is_some_and(has_mark_for_digit));
    places.chain(misread.map(str::to_owned)).collect()
}

const TIMES: [&str; 2] = ["/ts", "/evidence/dispatch_marker/fire_time"];

/// The validator does arithmetic on bytes that it takes for digits, and lets `-026` pass as a year.
fn has_mark_for_digit(time: &str) -> bool {
    let bytes = time.as_bytes();
    let (Some(head), Some(offset)) = (bytes.get(..19), bytes.get(bytes.len().saturating_sub(5)..)) else {
        return false;
    };
    let is_mark = |bytes: &[u8], digits: &str| {
        bytes.iter().zip(digits.bytes()).any(|(byte, digit)| digit == b'0' && !byte.is_ascii_digit())
    };
    let has_offset = !time.ends_with(['Z', 'z']);
    is_mark(head, "0000-00-00T00:00:00") || (has_offset && is_mark(offset, "00:00"))
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

#[track_caller]
fn check(line: &str) {
    let is_valid = serde_json::from_str(line).is_ok_and(|record| places_of_oracle(&record).is_empty());
    assert_eq!(V36Decision::conforms(line), is_valid, "{line}");
    let Some(findings) = findings(line) else { return };
    match serde_json::from_str::<Value>(line) {
        Ok(record) => assert_eq!(places(&findings), places_of_oracle(&record), "{line}\n{findings:#?}"),
        Err(error) => assert_ne!(findings, [], "{line}\n{error}"),
    }
}

#[test]
fn the_example_is_valid() {
    let record: Value = serde_json::from_str(COMPLETE).expect("a record");
    assert!(ORACLE.is_valid(&record));
    assert_eq!(findings(COMPLETE), Some(Vec::new()));
}

/// Checks records in which a field is missing, is there twice, or has any of the values.
#[test]
fn every_field_is_judged() {
    let example = Node::example();
    for path in example.paths() {
        check(&example.without(&path).to_string());
        for token in TOKENS {
            check(&example.with(&path, token).to_string());
            check(&example.doubled(&path, token).to_string());
        }
    }
}

/// Checks every word of every enumeration, and its misspellings, which the finding fixes.
#[test]
fn every_word_is_known_and_its_slip_fixed() {
    let example = Node::example();
    for (path, words) in node::enumerations(&serde_json::from_str(SCHEMA).expect("a schema")) {
        for word in words {
            check(&example.with(&path, &format!("\"{word}\"")).to_string());
            for slip in [word.to_lowercase(), word.to_uppercase(), word.replace('_', "-"), format!("{word}S")]
            {
                let line = example.with(&path, &format!("\"{slip}\"")).to_string();
                check(&line);
                let found = findings(&line).unwrap_or_default();
                let fixes: Vec<_> =
                    found.iter().map(|found| found.fix.as_ref().map(|fix| fix.insert.as_str())).collect();
                let is_expected = slip == word || fixes == [Some(format!("\"{word}\"").as_str())];
                assert!(is_expected, "`{slip}` is fixed to {fixes:?} at {path:?}");
            }
        }
    }
}

#[test]
fn nesting_is_read_as_deep_as_the_limit() {
    let example = Node::example();
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    let path = ["evidence".to_owned(), "memo".to_owned()];
    for depth in [1, 20, 62] {
        check(&example.with(&path, &nested(depth)).to_string());
    }
    let too_deep = findings(&example.with(&path, &nested(63)).to_string()).expect("a record");
    let rules: Vec<_> = too_deep.iter().map(|found| found.rule.id).collect();
    assert_eq!(rules, ["broken-json"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_record_is_judged_as_the_schema_judges_it(record in damaged_record()) {
        check(&record.to_string());
    }

    #[test]
    fn a_damaged_line_is_judged_as_a_strict_reader_judges_it(line in damaged_line()) {
        // A record after other text is part of a sentence, not a line of a log. Two braces open the placeholder of
        // a template.
        let written = line.trim_start_matches([' ', '\t', '\n', '\r']);
        if written.starts_with('{') && !written.starts_with("{{") {
            check(&line);
        }
    }
}
