//! Answers without any heading, whose parts stand under labels in bold: `**Findings:**`, `**Confidence:** high`.
//!
//! Many texts have one of these labels. An answer has a summary and a word for how sure it is, and says something that
//! others do not say so.

use std::ops::Range;

use super::runs::{Part, Run, heading_key};
use crate::delegate::CONFIDENCE;
use crate::delegate::kind::{ACTIONS, ADVICE, STATES};
use crate::markdown::{Kind, Node, Outline};
use crate::reading::normal;
use crate::text::{Span, Text};

/// What answers alone say in their lists.
const TELLING: [(&str, &[&str]); 5] = [
    ("findings", &["(severity:"]),
    ("suggested_actions", &ACTIONS),
    ("results", &["(relevance:"]),
    ("checklist", &STATES),
    ("patches", &["```diff", "before:"]),
];
/// So many parts of an analysis no other text has by chance.
const MUCH_ADVICE: usize = 4;

/// The answer among some nodes that have no heading.
pub(super) fn labelled_run(text: &Text, outline: &Outline, range: Range<usize>) -> Option<Run> {
    let mut parts: Vec<Part> = Vec::new();
    for (index, node) in range.clone().zip(outline.slice(range.clone())) {
        let Some(part) = part(node, text, index, range.end) else { continue };
        let is_again = part.key.is_some_and(|key| parts.iter().any(|other| other.key == Some(key)));
        // What is said twice is said by two; and behind a list other labels are of its last entry.
        let says_one =
            parts.last().is_some_and(|last| matches!(last.key, Some("summary" | "confidence") | None));
        if is_again {
            return None;
        }
        if part.key.is_none() && !says_one {
            continue;
        }
        if let Some(last) = parts.last_mut() {
            last.range.end = index;
        }
        parts.push(part);
    }
    let run = Run::of_labels(parts, outline, range)?;
    is_answer(&run, text, outline).then_some(run)
}

/// A label in bold on a line of its own, outside of fences, lists and quotes.
fn part(node: &Node, text: &Text, index: usize, end: usize) -> Option<Part> {
    let Kind::KeyValue(pair) = node.kind else { return None };
    let is_own = pair.is_strong && node.fence.is_none() && node.quote == 0 && node.indent < 2;
    let source = text.source();
    let value = pair.value.trim(source);
    let line = node.span.trim(source);
    let is_empty = value.is_empty();
    is_own.then(|| Part {
        key: heading_key(pair.key.slice(source)),
        words: pair.key,
        line: if is_empty { line } else { Span::new(node.span.start, value.start).trim(source) },
        range: index + usize::from(is_empty)..end,
        beside: (!is_empty).then_some(value),
    })
}

fn is_answer(run: &Run, text: &Text, outline: &Outline) -> bool {
    let is_sure = run.part("confidence").is_some_and(|part| {
        let mut below = outline.slice(part.range.clone()).iter().filter(|node| node.kind != Kind::Blank);
        let first = below.next().map(|first| part.beside.unwrap_or(first.span));
        let word = first.map(|first| normal(&text.read(first))).unwrap_or_default();
        below.next().is_none() && CONFIDENCE.contains(&word.as_str())
    });
    let lists = |key: &str| {
        let part = run.part(key).filter(|part| part.beside.is_none());
        let nodes = part.map(|part| outline.slice(part.range.clone())).unwrap_or_default();
        nodes
            .iter()
            .find(|node| node.kind != Kind::Blank)
            .is_some_and(|first| matches!(first.kind, Kind::Item { .. }))
    };
    let tells = |(key, words): &(&str, &[&str])| run.says(key, words, text, outline);
    let advice = ADVICE.iter().filter(|key| run.part(key).is_some()).count();
    is_sure
        && run.part("summary").is_some()
        && (TELLING.iter().any(tells)
            || advice >= MUCH_ADVICE
            || lists("findings") && lists("suggested_actions"))
}
