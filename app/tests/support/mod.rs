//! What the tests have in common: reading a text and applying all its fixes.

#![allow(dead_code, reason = "each test uses its own part")]

use app::diagnostic::Diagnostic;
use app::fix::apply_fixes;
use app::format::Parsed;
use app::formats::FRONT_DESK;
use app::markdown::{Glance, Kind, Outline};
use app::scan;
use app::text::Text;
use serde_json::{Value, json};

pub fn read(source: &str) -> Vec<Parsed> {
    scan::read(&Text::new(source))
}

/// What a test looks at: all that a block says, in the order of the text.
pub fn seen(blocks: &[Parsed]) -> Value {
    let block = |parsed: &Parsed| {
        let mut seen = app::report::json(parsed);
        seen["reason"] = json!(parsed.reason);
        // What a rule says of itself stands in the manual, and not once for each time it is broken.
        for diagnostic in seen["diagnostics"].as_array_mut().into_iter().flatten() {
            if let Some(fields) = diagnostic.as_object_mut() {
                fields.retain(|name, _| !matches!(name.as_str(), "why" | "clause"));
            }
        }
        seen
    };
    blocks.iter().map(block).collect()
}

pub fn data(blocks: &[Parsed]) -> Vec<Value> {
    blocks.iter().map(|parsed| parsed.value.json()).collect()
}

pub fn diagnostics(blocks: &[Parsed]) -> impl Iterator<Item = &Diagnostic> {
    blocks.iter().flat_map(|parsed| &parsed.diagnostics)
}

/// Applies fixes until none is left; says how many rounds it took, or none if that does not end.
pub fn mend(source: &str) -> Option<(String, usize)> {
    let mut mended = source.to_owned();
    for round in 0..8 {
        let blocks = read(&mended);
        let next = apply_fixes(&mended, diagnostics(&blocks));
        if next == mended {
            let is_clean = diagnostics(&blocks).all(|found| found.fix.is_none());
            return is_clean.then_some((mended, round));
        }
        mended = next;
    }
    None
}

/// A look at the headings sees all that the outline calls one, and rules out no block.
pub fn check_glance(source: &str) {
    let text = Text::new(source);
    let (glance, outline) = (Glance::of(&text), Outline::of(&text));
    for node in outline.nodes().iter().filter(|node| matches!(node.kind, Kind::Heading { .. })) {
        assert!(glance.headings().any(|heading| node.span.contains(heading)), "{node:?} is not seen");
    }
    for room in FRONT_DESK.iter().filter(|room| !(room.may_be_in)(&glance)) {
        assert_eq!((room.recognize)(&text, &outline), [], "{} is ruled out", room.spec.id);
    }
}

/// Every byte of a block is in exactly one piece, in order.
pub fn check_coverage(source: &str, parsed: &Parsed) {
    let mut at = parsed.span.start;
    for piece in &parsed.coverage.pieces {
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
            parsed.spec.rules.iter().any(|rule| rule.id == found.rule.id),
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
            let path = without_rows(field);
            assert!(parsed.spec.fields.iter().any(|spec| spec.path == path), "no field {path}");
        }
    }
}

/// `findings[2].file` is `findings[].file`; a row alone is its list.
fn without_rows(field: &str) -> String {
    let mut path = String::new();
    let mut is_index = false;
    for character in field.chars() {
        is_index = (is_index || character == '[') && character != ']';
        if !is_index || character == '[' {
            path.push(character);
        }
    }
    path.strip_suffix("[]").map(str::to_owned).unwrap_or(path)
}
