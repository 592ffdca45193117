//! Invariants of every text. Each function panics like an assertion and names the invariant that is violated.

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

/// Applies fixes until none are left. Returns the text and the number of rounds, or `None` if that doesn't end. A few
/// rounds are enough for real texts.
pub fn fix(source: &str) -> Option<(String, usize)> {
    fix_within(source, 8)
}

/// Like [`fix`], in at most `rounds` rounds.
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

/// Checks that every byte of a block is in exactly one piece, in order. [`crate::conservation`] checks the contents.
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

/// Checks that diagnostics point into their block, and name a rule and a field of the format.
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
            // The path of a whole row stands for its list.
            let path = path.strip_suffix("[]").unwrap_or(&path);
            assert!(parsed.spec.placed_fields().iter().any(|field| field.path == path), "no field {path}");
        }
    }
}

/// Fields of a row that fixes leave unchanged, word for word. Fixes change severities and lines.
const WORDS: [&str; 7] = ["file", "description", "suggestion", "fix", "issue", "reason", "verdictQualifier"];

/// Checks that fixes remove nothing: lists keep their rows, and fields keep having a value.
pub fn check_kept(before: &Value, after: &Value, field: &str, fixed: &str) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, value) in before {
                check_kept(value, after.get(name).unwrap_or(&Value::Null), name, fixed);
            }
        }
        // JSON that was repaired can be read by a program.
        (Value::Array(_), Value::Array(_)) if field == "red_flags" => {}
        (Value::Array(before), Value::Array(after)) => {
            assert!(before.len() <= after.len(), "`{field}` has lost rows:\n{fixed}");
            // A fixed heading may add rows of its own, before these or between them.
            if before.len() == after.len() {
                before.iter().zip(after).for_each(|(before, after)| check_kept(before, after, field, fixed));
            }
        }
        (Value::String(before), after) if WORDS.contains(&field) => {
            assert_eq!(Some(before.as_str()), after.as_str(), "{fixed}");
        }
        // The original spelling is dropped once a fix writes the value as the contract requires.
        _ if field.ends_with("AsWritten") => {}
        (before, after) => {
            assert!(before.is_null() || !after.is_null(), "`{field}` is gone, it was {before}:\n{fixed}");
        }
    }
}

/// Returns the number of rows in all lists of a value.
pub fn rows(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().filter(|item| item.is_object()).count(),
        Value::Object(fields) => fields.values().map(rows).sum(),
        _ => 0,
    }
}
