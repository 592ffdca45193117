//! What holds of any text. Each function panics, as an assertion of a test does, and says what does not hold.

use app::diagnostic::Diagnostic;
use app::fix::apply_fixes;
use app::format::Parsed;
use app::scan;
use app::text::Text;
use serde_json::Value;

use crate::conservation::path_without_rows;

pub fn read(source: &str) -> Vec<Parsed> {
    scan::read(&Text::new(source))
}

pub fn data(blocks: &[Parsed]) -> Vec<Value> {
    blocks.iter().map(|parsed| parsed.value.json()).collect()
}

pub fn diagnostics(blocks: &[Parsed]) -> impl Iterator<Item = &Diagnostic> {
    blocks.iter().flat_map(|parsed| &parsed.diagnostics)
}

/// Applies fixes until none is left; says how many rounds it took, or none if that does not end. A few are enough for
/// what anybody writes.
pub fn fix(source: &str) -> Option<(String, usize)> {
    fix_within(source, 8)
}

/// As [`fix`], in at most so many rounds.
pub fn fix_within(source: &str, rounds: usize) -> Option<(String, usize)> {
    let mut fixed = source.to_owned();
    for round in 0..rounds {
        let blocks = read(&fixed);
        let next = apply_fixes(&fixed, diagnostics(&blocks));
        if next == fixed {
            let is_clean = diagnostics(&blocks).all(|found| found.fix.is_none());
            return is_clean.then_some((fixed, round));
        }
        fixed = next;
    }
    None
}

/// Every byte of a block is in exactly one piece, in order. [`crate::conservation`] checks what is in them.
pub fn check_coverage(source: &str, parsed: &Parsed) {
    let mut at = parsed.span.start;
    for piece in parsed.coverage.pieces() {
        assert_eq!(piece.span.start, at, "a gap or an overlap before {piece:?}");
        assert!(piece.span.end > piece.span.start, "an empty piece {piece:?}");
        assert!(source.get(piece.span.range()).is_some(), "{piece:?} splits a character");
        at = piece.span.end;
    }
    assert_eq!(at, parsed.span.end, "the last piece ends before the block");
}

/// Diagnostics point into their block, and name a rule and a field that the format has.
pub fn check_diagnostics(source: &str, parsed: &Parsed) {
    for found in &parsed.diagnostics {
        assert!(parsed.span.contains(found.span), "{found:?} lies outside of its block");
        assert!(source.get(found.span.range()).is_some(), "{found:?} splits a character");
        assert!(
            parsed.spec.all_rules().any(|rule| rule.id == found.rule.id),
            "{} is not listed",
            found.rule.id
        );
        for related in &found.related {
            assert!(source.get(related.span.range()).is_some(), "{related:?} splits a character");
        }
        if let Some(edit) = &found.fix {
            assert!(parsed.span.contains(edit.span), "{edit:?} lies outside of its block");
            assert_ne!(source.get(edit.span.range()), Some(edit.insert.as_str()), "{edit:?} changes nothing");
        }
        if let Some(field) = &found.field {
            let path = path_without_rows(field);
            // A row alone is its list.
            let path = path.strip_suffix("[]").unwrap_or(&path);
            assert!(parsed.spec.placed_fields().iter().any(|field| field.path == path), "no field {path}");
        }
    }
}

/// Parts of a row that fixes leave as they are, word for word; severities and lines are what fixes change.
const WORDS: [&str; 7] = ["file", "description", "suggestion", "fix", "issue", "reason", "verdictQualifier"];

/// Fixes take nothing away: lists keep their rows, and what was stated stays stated.
pub fn check_kept(before: &Value, after: &Value, field: &str, fixed: &str) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, value) in before {
                check_kept(value, after.get(name).unwrap_or(&Value::Null), name, fixed);
            }
        }
        (Value::Array(before), Value::Array(after)) => {
            assert!(before.len() <= after.len(), "`{field}` has lost rows:\n{fixed}");
            // A heading that was fixed may bring rows of its own, before these or between them.
            if before.len() == after.len() {
                before.iter().zip(after).for_each(|(before, after)| check_kept(before, after, field, fixed));
            }
        }
        (Value::String(before), after) if WORDS.contains(&field) => {
            assert_eq!(Some(before.as_str()), after.as_str(), "{fixed}");
        }
        // A value as it was written goes where a fix writes it as the contract wants it.
        _ if field.ends_with("AsWritten") => {}
        (before, after) => {
            assert!(before.is_null() || !after.is_null(), "`{field}` is gone, it was {before}:\n{fixed}");
        }
    }
}

/// How many rows all lists of a value have.
pub fn rows(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().filter(|item| item.is_object()).count(),
        Value::Object(fields) => fields.values().map(rows).sum(),
        _ => 0,
    }
}
