//! The JSON parser: agrees with a strict parser on valid JSON, and recovers from anything else.

use app::declaration::{FieldSpec, FieldType};
use app::diagnostic::Sink;
use app::json::{SyntaxIssueKind, Tolerance, contract, judge, read, read_fields};
use app::text::Span;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Returns the parsed value and the kinds of its issues.
fn reading(source: &str) -> (Value, Vec<SyntaxIssueKind>) {
    let reading = read(source, Span::of(0, source.len()));
    (reading.json.plain(), reading.issues.iter().map(|issue| issue.kind).collect())
}

#[track_caller]
fn check(source: &str, expected: Value, faults: &[SyntaxIssueKind]) {
    assert_eq!(reading(source), (expected, faults.to_vec()), "{source}");
}

/// Applies the fixes of all issues until none are left.
fn fixed(source: &str) -> String {
    let mut source = source.to_owned();
    for _ in 0..40 {
        let reading = read(&source, Span::of(0, source.len()));
        let fix = reading.issues.into_iter().filter_map(|issue| issue.fix).next_back();
        let Some((span, insert)) = fix else { return source };
        source.replace_range(span.range(), &insert);
    }
    source
}

#[track_caller]
fn check_fixed(source: &str, expected: &str) {
    assert_eq!(fixed(source), expected, "{source}");
}

#[test]
fn what_is_json_is_read_as_such() {
    check(
        r#"{"a": [1, -2.5e3, true, null, "한 \u00e9 \ud83d\ude00 \n"]}"#,
        json!({"a": [1, -2.5e3, true, null, "한 é 😀 \n"]}),
        &[],
    );
}

#[test]
fn a_comment_behind_a_value_is_no_part_of_it() {
    let comment = [SyntaxIssueKind::Comment];
    for value in ["true", "null", "-2.5e3"] {
        let expected: Value = serde_json::from_str(value).expect("JSON");
        for space in ["", "  "] {
            check(&format!("{{\"a\": {value}{space}# why\n}}"), json!({"a": expected}), &comment);
        }
    }
    check("{\"a\": see #3\n}", json!({"a": "see #3"}), &[SyntaxIssueKind::BareWord]);
}

#[test]
fn a_number_may_be_long() {
    let long = "9".repeat(300);
    for rest in ["]", " ]"] {
        let source = format!("[{long}{rest}");
        let expected: Value = serde_json::from_str(&source).expect("JSON");
        check(&source, expected, &[]);
    }
}

#[test]
fn a_text_has_a_hundred_issues_at_most() {
    // Each list that is left lacks a comma before the one inside.
    assert_eq!(reading(&"[a\nb\n".repeat(60)).1.len(), 100);
}

#[test]
fn slips_are_read_and_named() {
    check(r#"{"a": 1,}"#, json!({"a": 1}), &[SyntaxIssueKind::TrailingComma]);
    check(r#"{"a": 1 "b": 2}"#, json!({"a": 1, "b": 2}), &[SyntaxIssueKind::MissingComma]);
    check(
        "{'a': 'it''s'}",
        json!({"a": "it''s"}),
        &[SyntaxIssueKind::ForeignQuotes, SyntaxIssueKind::ForeignQuotes],
    );
    check("{“a”: 1}", json!({"a": 1}), &[SyntaxIssueKind::ForeignQuotes]);
    check("{a: 1}", json!({"a": 1}), &[SyntaxIssueKind::UnquotedKey]);
    check("{\"a\": 1, // why\n\"b\": 2}", json!({"a": 1, "b": 2}), &[SyntaxIssueKind::Comment]);
    check(
        r#"{"a": PASS|FAIL, "b": True}"#,
        json!({"a": "PASS|FAIL", "b": true}),
        &[SyntaxIssueKind::BareWord; 2],
    );
    check(
        r#"{"a": "he said "no" to it"}"#,
        json!({"a": "he said \"no\" to it"}),
        &[SyntaxIssueKind::InnerQuote],
    );
    check("{\"a\": \"one\ntwo\"}", json!({"a": "one\ntwo"}), &[SyntaxIssueKind::RawControl]);
    check(r#"{"a\_b": 1}"#, json!({"a_b": 1}), &[SyntaxIssueKind::UnknownEscape]);
    check(r#"{"a": "C:\dir"}"#, json!({"a": "C:\\dir"}), &[SyntaxIssueKind::UnknownEscape]);
    check(r#"{"a": [1, 2}"#, json!({"a": [1, 2]}), &[SyntaxIssueKind::MissingBracket]);
    check(
        "{\"a\": \"b\n\"c\": 1}",
        json!({"a": "b", "c": 1}),
        &[SyntaxIssueKind::UnclosedString, SyntaxIssueKind::MissingComma],
    );
    check(r#"{"a": , "b": 1}"#, json!({"a": null, "b": 1}), &[SyntaxIssueKind::MissingValue]);
}

#[test]
fn what_was_cut_off_is_read_as_far_as_it_goes() {
    check(
        r#"{"a": {"b": [1, "tw"#,
        json!({"a": {"b": [1, "tw"]}}),
        // The string breaks off where the whole text does, which is reported once.
        &[SyntaxIssueKind::Unclosed],
    );
    check(r#"{"a": 1, "b""#, json!({"a": 1, "b": null}), &[SyntaxIssueKind::Unclosed]);
    check(r#"{"a": 1, "#, json!({"a": 1}), &[SyntaxIssueKind::Unclosed]);
    check("{\"a\": 1\n{\"a\": 2}", json!({"a": 1}), &[SyntaxIssueKind::Unexpected]);
    check("{\"a\": 1\nand so on", json!({"a": 1}), &[SyntaxIssueKind::Unexpected]);
}

#[test]
fn edits_make_json() {
    check_fixed(r#"{"a": 1,}"#, r#"{"a": 1}"#);
    check_fixed(r#"{a: 'it''s', "b": PASS|FAIL,}"#, r#"{"a": "it''s", "b": "PASS|FAIL"}"#);
    check_fixed(r#"{"a\_b": "c\_d"}"#, r#"{"a_b": "c_d"}"#);
    check_fixed("{\"a\": \"b\n\"c\": 1}", "{\"a\": \"b\",\n\"c\": 1}");
}

#[test]
fn no_edit_makes_up_an_end_or_takes_words_away() {
    for source in [
        r#"{"a": {"b": [1, "tw"#,
        r#"{"a": 1, "#,
        r#"{"a": 1, "b""#,
        r#"{"a": 1, "b":"#,
        "{\"a\": \"he said \"no\" and\n",
        "{\"a\": 1, // one\n\"b\": /* two */ 2}",
    ] {
        check_fixed(source, source);
    }
}

#[test]
fn what_is_nested_too_deep_is_passed_over() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let (_, faults) = reading(&format!("{{\"a\": {deep}, \"b\": 1}}"));
    assert_eq!(faults, [SyntaxIssueKind::TooDeep]);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e9f64..1e9).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-z\"\\\\ ]{0,6}", inner, 0..5)
                .prop_map(|fields| fields.into_iter().collect()),
        ]
    });
    value.prop_map(|value| json!({ "a": value }))
}

fn damaged() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), 0..4usize, "[\"'{}\\[\\],: \n\\\\a1#/-]{0,3}");
    (any_json(), prop::collection::vec(change, 0..4)).prop_map(|(value, changes)| {
        let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
        for (at, length, insert) in changes {
            let start = text.floor_char_boundary(at.index(text.len() + 1));
            let end = text.floor_char_boundary((start + length).min(text.len())).max(start);
            text.replace_range(start..end, &insert);
        }
        text
    })
}

proptest! {
    #[test]
    fn json_is_read_as_other_readers_read_it(value in any_json()) {
        let source = value.to_string();
        let (read, faults) = reading(&source);
        prop_assert_eq!(faults, []);
        prop_assert_eq!(read, serde_json::from_str::<Value>(&source).unwrap_or_default());
    }

    /// The parser reports no issue exactly when a strict parser accepts the text.
    #[test]
    fn faults_are_what_a_strict_reader_rejects(source in damaged()) {
        let Some(start) = source.find('{') else { return Ok(()) };
        let reading = read(&source, Span::of(start, source.len()));
        let read = reading.json.span.slice(&source);
        let strict = serde_json::from_str::<serde::de::IgnoredAny>(read);
        prop_assert_eq!(reading.issues.is_empty(), strict.is_ok(), "{} {:?} {:?}", read, reading.issues, strict);
    }

    #[test]
    fn any_text_is_read(source in "[\\PC\n]*") {
        let _ = reading(&source);
        for fault in read(&source, Span::of(0, source.len())).issues {
            prop_assert!(source.get(fault.span.range()).is_some());
        }
    }
}

const RUN: &[FieldSpec] = &[
    FieldSpec::required("tests", FieldType::Record(TESTS)),
    FieldSpec::optional("commands", FieldType::List(&FieldType::Any(COMMAND))),
    FieldSpec::optional("level", FieldType::Enum(&["high", "low"])),
    FieldSpec::deviation("level_as_written", FieldType::AsWritten),
    FieldSpec::nullable("line", FieldType::Count),
    FieldSpec::deviation("line_as_written", FieldType::AsWritten),
    FieldSpec::required("outcome", FieldType::Text).computed(),
    FieldSpec::deviation("other_fields", FieldType::Others),
];
const TESTS: &[FieldSpec] = &[
    FieldSpec::required("passed", FieldType::Count).or_at(&["metrics.passed"]),
    FieldSpec::required("failed", FieldType::Count),
];
const COMMAND: &[FieldSpec] = &[
    FieldSpec::required("command", FieldType::Text).or_whole(),
    FieldSpec::optional("exit_code", FieldType::Integer),
];

/// Checks the fields parsed from an answer, and the fields with issues.
#[track_caller]
fn check_fields(source: &str, tolerance: Tolerance, expected: Value, found: &[&str]) {
    let json = read(source, Span::of(0, source.len())).json;
    let mut sink = Sink::default();
    let properties = contract(RUN);
    judge(&json, None, &properties, &mut sink);
    assert_eq!(Value::Object(read_fields(&json, &properties, tolerance, &mut sink)), expected, "{source}");
    let fields: Vec<&str> = sink.diagnostics.iter().filter_map(|found| found.field.as_deref()).collect();
    assert_eq!(fields, found, "{source}");
}

#[test]
fn fields_are_read_as_they_are_declared() {
    let lenient = Tolerance::Lenient { is_mojibake: false };
    let source =
        r#"{"metrics": {"passed": "1,204"}, "commands": ["make", {"command": "test", "exit_code": 1}]}"#;
    let read = json!({"tests": {"passed": 1204}, "commands": [{"command": "make"}, {"command": "test", "exit_code": 1}]});
    check_fields(source, Tolerance::Strict, read, &["tests"]);
    let source =
        r#"{"tests": {"passed": 2, "failed": 0}, "level": "HIGH, or so", "line": "10-12", "outcome": 1}"#;
    let tests = json!({"passed": 2, "failed": 0});
    let read = json!({"tests": tests, "level": "high", "level_as_written": "HIGH, or so", "line": 10, "line_as_written": "10-12"});
    check_fields(source, lenient, read, &["level", "line"]);
    let source = r#"{"tests": {"passed": 2}, "level": "High", "line": null}"#;
    check_fields(
        source,
        lenient,
        json!({"tests": {"passed": 2}, "level": "high"}),
        &["tests.failed", "level"],
    );
    check_fields(
        source,
        Tolerance::Strict,
        json!({"tests": {"passed": 2}, "level": "High"}),
        &["tests.failed", "level"],
    );
}
