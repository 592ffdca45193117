//! Invariants of the tolerant reader of JSON, on any text. Each function panics like an assertion.

use app::diagnostic::Edit;
use app::fix::{apply, compatible};
use app::json::{Found, Json, Kind, Reading, SyntaxIssueKind, find_objects, read};
use app::markdown::Outline;
use app::text::{Span, Text};
use serde_json::{Deserializer, Value};

/// The reader stops here, at the latest with the issues that end what is open.
const MOST_ISSUES: usize = 100;
/// The tolerant reader skips what is nested deeper.
const DEEPEST: usize = 64;
/// The rounds of fixing. The reader finds a hundred faults in each.
const ROUNDS: usize = 1_000;

/// Checks what is read from the start of a text.
pub fn check_reading(source: &str) {
    let reading = read(source, Span::of(0, source.len()));
    check_places(source, &reading);
    // Formats read objects, and what begins like one.
    if matches!(reading.json.kind, Kind::Object(_) | Kind::List(_)) {
        check_against_strict(source, &reading);
        check_fixes(source, &reading);
    }
}

/// Checks that the objects of a text are apart, and have the keys by which they are recognized.
pub fn check_objects(text: &Text, outline: &Outline) {
    let mut at = 0;
    for found in find_objects(text, outline, text.span()) {
        assert!(at <= found.span.start, "{:?} begins within another object", found.span);
        assert!(text.source().get(found.span.range()).is_some(), "{:?} splits a character", found.span);
        at = found.span.end;
        check_keys(text, &found);
    }
}

fn check_keys<'t>(text: &'t Text, found: &Found<'t>) {
    let reading = found.reading(text);
    check_places(text.source(), reading);
    // A key that breaks off loses the white space at its end where the object is cut to what belongs to it.
    if reading.cut.is_some() || !reading.issues.is_empty() {
        return;
    }
    // A key of nothing but a quotation mark is taken for a mark, which no name of a format begins or ends with.
    let bare = |key: &str| key.trim_matches(['"', '\'', '“', '”', '„', '‘', '’', '`', '«', '»']).to_owned();
    let keys: Vec<String> = found.keys(text).map(|key| bare(&key)).collect();
    let read: Vec<String> = reading.json.members().iter().map(|member| bare(&member.key)).collect();
    assert_eq!(keys, read, "the keys of {:?}", text.slice(found.span));
}

/// Checks that every place is within the text and within what is around it.
fn check_places(source: &str, reading: &Reading<'_>) {
    check_value(source, &reading.json);
    assert!(reading.issues.len() <= MOST_ISSUES, "{} issues", reading.issues.len());
    for issue in &reading.issues {
        check_span(source, issue.span);
        if let Some((span, insert)) = &issue.fix {
            check_span(source, *span);
            assert_ne!(source.get(span.range()), Some(insert.as_str()), "{issue:?} changes nothing");
        }
    }
}

fn check_value(source: &str, json: &Json<'_>) {
    check_span(source, json.span);
    let mut at = json.span.start;
    let mut follows = |part: Span| {
        assert!(at <= part.start && part.end <= json.span.end, "{part:?} is out of place in {json:?}");
        at = part.end;
    };
    for member in json.members() {
        check_span(source, member.key_span);
        follows(member.key_span);
        follows(member.value.span);
        check_value(source, &member.value);
    }
    for item in json.items() {
        follows(item.span);
        check_value(source, item);
    }
}

fn check_span(source: &str, span: Span) {
    assert!(
        span.start <= span.end && source.get(span.range()).is_some(),
        "{span:?} is no place in {source:?}"
    );
}

/// Checks that a strict reader reads the same, and that nothing is reported exactly if it reads the value at all.
fn check_against_strict(source: &str, reading: &Reading<'_>) {
    let mut values = Deserializer::from_str(source).into_iter::<Value>();
    let strict = values.next();
    let is_clean = reading.issues.is_empty() && reading.cut.is_none();
    match strict {
        Some(Ok(strict)) if depth(&strict) <= DEEPEST => {
            assert!(is_clean, "a strict reader takes {source:?}: {:?}", reading.issues);
            assert_eq!(reading.json.span.end as usize, values.byte_offset(), "{source:?}");
            assert_eq!(reading.json.plain(), strict, "{source:?}");
        }
        // Numbers beyond those of 64 bits are JSON, `>` in front of a line is a quote in Markdown, and slots of a template
        // are reported as such.
        Some(Err(_)) if has_slot(&reading.json) => {}
        Some(Err(error))
            if !error.to_string().starts_with("number out of range") && !source.contains('>') =>
        {
            assert!(!is_clean, "a strict reader refuses {source:?}: {error}");
        }
        _ => {}
    }
}

/// Whether a word was read without an issue: the slot of a template, `{Title}`.
fn has_slot(json: &Json<'_>) -> bool {
    matches!(json.kind, Kind::Word(word) if word.starts_with('{'))
        || json.members().iter().any(|member| has_slot(&member.value))
        || json.items().iter().any(has_slot)
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}

/// What is fixed without another word being read: in a damaged text, a quote or bracket may close what hid others.
const HARMLESS: [SyntaxIssueKind; 5] = [
    SyntaxIssueKind::TrailingComma,
    SyntaxIssueKind::ExtraComma,
    SyntaxIssueKind::ForeignSpace,
    SyntaxIssueKind::RawControl,
    SyntaxIssueKind::UnknownEscape,
];

/// Checks that fixing ends, and keeps what a whole value says.
fn check_fixes(source: &str, reading: &Reading<'_>) {
    let mut fixed = source.to_owned();
    let mut edits = edits_of(reading);
    for _ in 0..ROUNDS {
        if edits.is_empty() {
            return;
        }
        let before = read(&fixed, Span::of(0, fixed.len()));
        let next = apply(&fixed, &compatible(&fixed, edits));
        let after = read(&next, Span::of(0, next.len()));
        let is_harmless = before.issues.iter().all(|issue| HARMLESS.contains(&issue.kind));
        if is_harmless && before.cut.is_none() {
            assert_eq!(before.json.plain(), after.json.plain(), "{fixed:?} is fixed to {next:?}");
        }
        edits = edits_of(&after);
        fixed = next;
    }
    panic!("fixes do not end: {source:?}");
}

fn edits_of(reading: &Reading<'_>) -> Vec<Edit> {
    let fixes = reading.issues.iter().filter_map(|issue| issue.fix.clone());
    fixes.map(|(span, insert)| Edit { span, insert, title: String::new() }).collect()
}
