//! Fixes and flags that are told in sentences, or under labels, below a heading that leaves no doubt of what they are.
//!
//! A sentence is taken for an entry only where it says so: of a fix what was done, of a flag what has to be decided.

use super::layout::{Layout, NamedSection};
use super::said::{Said, judge};
use crate::markdown::{KeyValue, Kind};
use crate::reading::{ColumnName, location, with_normal};
use crate::text::Span;

/// A label with fewer words behind it states a fact of the run: `Mode: fix`, `Total: 3`.
const FEWEST_WORDS: usize = 3;

/// What stands in a section beside tables and lists.
#[derive(Clone, Copy, Debug)]
pub(super) enum Told {
    Entry(Span),
    /// The values of two labels that are called as the columns are.
    Pair(Option<Span>, Option<Span>),
    /// May be one, or none.
    Unsure(Span),
}

/// What the paragraphs of a section tell, up to a line that parts them from what is said last. `columns` are those of the
/// table that they stand for.
pub(super) fn told(layout: &Layout<'_>, named: &NamedSection, columns: &[ColumnName; 2]) -> Vec<Told> {
    let mut told = Vec::new();
    for (_, node) in layout.nodes(named.section.body.clone()) {
        match node.kind {
            Kind::Rule if !told.is_empty() => break,
            Kind::FenceMark(_) => told.push(Told::Unsure(node.span.trim(layout.text.source()))),
            Kind::Prose { text } => told.extend(sentence(layout, text, columns)),
            Kind::KeyValue(pair) => {
                let key = layout.read_span(pair.key);
                let column =
                    with_normal(&key, |key| columns.iter().position(|column| is_called(column, key)));
                match (column, told.last_mut()) {
                    (Some(1), Some(Told::Pair(_, second @ None))) => *second = Some(pair.value),
                    (Some(0), _) => told.push(Told::Pair(Some(pair.value), None)),
                    (Some(_), _) => told.push(Told::Pair(None, Some(pair.value))),
                    (None, _) if is_fact(layout, pair) => {}
                    (None, _) => {
                        told.extend(sentence(layout, node.span.trim(layout.text.source()), columns));
                    }
                }
            }
            _ => {}
        }
    }
    told
}

fn is_called(column: &ColumnName, key: &str) -> bool {
    column.name.eq_ignore_ascii_case(key) || column.synonyms.contains(&key)
}

fn sentence(layout: &Layout<'_>, written: Span, columns: &[ColumnName; 2]) -> Option<Told> {
    let are_fixes = columns.first().is_some_and(|column| column.name == "File");
    match judge(&layout.read_span(written), are_fixes) {
        Said::Something => Some(Told::Entry(written)),
        Said::Unsure => Some(Told::Unsure(written)),
        Said::Nothing => None,
    }
}

/// A label that says something of the run, and is not what an entry is about.
fn is_fact(layout: &Layout<'_>, pair: KeyValue) -> bool {
    const FACTS: [&str; 12] = [
        "mode",
        "status",
        "date",
        "reviewer",
        "reviewed by",
        "agent",
        "learning",
        "learnings",
        "fresh eye",
        "next step",
        "next steps",
        "total",
    ];
    let key = layout.read_span(pair.key);
    let value = layout.read_span(pair.value);
    let is_short = value.split_whitespace().count() < FEWEST_WORDS && location(&key).file.is_none();
    is_short || with_normal(&key, |key| FACTS.contains(&key))
}
