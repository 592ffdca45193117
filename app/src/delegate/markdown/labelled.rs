//! Answers without any heading, whose parts stand under labels in bold: `**Findings:**`, `**Confidence:** high`.
//!
//! Many texts have one of these labels. An answer has a summary and a word for how sure it is, and says something that
//! others do not say so.

use std::ops::Range;

use super::entry::first_line;
use super::runs::{Part, Run, heading_key};
use crate::delegate::CONFIDENCE;
use crate::delegate::kind::{ACTIONS, ADVICE, ERROR_TYPES, STATES};
use crate::markdown::{Kind, Node, Outline, key_value};
use crate::reading::{bold_line, normal, uncommented};
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

/// The answers among some nodes that have no heading: one, or where each part is said again several between rules.
pub(super) fn labelled_runs(text: &Text, outline: &Outline, range: Range<usize>) -> Vec<Run> {
    match labelled_run(text, outline, range.clone()) {
        Ok(run) => run.into_iter().collect(),
        Err(SaidTwice) => {
            let is_rule = |node: &Node| node.kind == Kind::Rule && node.fence.is_none() && node.quote == 0;
            let nodes = range.clone().zip(outline.slice(range.clone()));
            let rules = nodes.filter(|(_, node)| is_rule(node)).map(|(index, _)| index);
            let mut start = range.start;
            let mut found = Vec::new();
            for end in rules.chain([range.end]) {
                found.extend(labelled_run(text, outline, start..end).ok().flatten());
                start = end + 1;
            }
            found
        }
    }
}

/// What is said twice is said by two.
struct SaidTwice;

fn labelled_run(text: &Text, outline: &Outline, range: Range<usize>) -> Result<Option<Run>, SaidTwice> {
    let mut parts: Vec<Part> = Vec::new();
    // All labels are items of a list, or none is.
    let mut are_items = None;
    for (index, node) in range.clone().zip(outline.slice(range.clone())) {
        let is_item = matches!(node.kind, Kind::Item { .. });
        let Some(part) = part(node, text, index, range.end) else { continue };
        if *are_items.get_or_insert(is_item) != is_item {
            continue;
        }
        let is_again = part.key.is_some_and(|key| parts.iter().any(|other| other.key == Some(key)));
        // Behind a list other labels are of its last entry.
        let says_one =
            parts.last().is_some_and(|last| matches!(last.key, Some("summary" | "confidence") | None));
        if is_again {
            return Err(SaidTwice);
        }
        if part.key.is_none() && !says_one {
            continue;
        }
        if let Some(last) = parts.last_mut() {
            last.range.end = index;
        }
        parts.push(part);
    }
    let run = Run::of_labels(parts, outline, range);
    Ok(run.filter(|run| is_answer(run, text, outline) || is_error(run, text, outline)))
}

/// A label in bold on a line of its own or an item of its own, outside of fences and quotes; without a colon one that
/// names a part of an answer.
fn part(node: &Node, text: &Text, index: usize, end: usize) -> Option<Part> {
    if node.fence.is_some() || node.quote > 0 || node.indent >= 2 {
        return None;
    }
    let source = text.source();
    let (pair, is_known) = match node.kind {
        Kind::KeyValue(pair) => (pair, false),
        Kind::Item { text: item, level: 0, .. } => (key_value(source, item)?, true),
        Kind::Prose { text: prose } => return bold_part(prose, text, index, end),
        _ => return None,
    };
    let key = heading_key(pair.key.slice(source));
    if !pair.is_strong || is_known && key.is_none() {
        return None;
    }
    let value = pair.value.trim(source);
    let line = node.span.trim(source);
    let is_empty = value.is_empty();
    Some(Part {
        key,
        words: pair.key,
        line: if is_empty { line } else { Span::new(node.span.start, value.start).trim(source) },
        range: index + usize::from(is_empty)..end,
        beside: (!is_empty).then_some(value),
    })
}

/// `**Summary**`, and what the paragraph says below.
fn bold_part(prose: Span, text: &Text, index: usize, end: usize) -> Option<Part> {
    let source = text.source();
    let (line, below) = first_line(source, prose);
    let words = bold_line(source, line)?;
    let key = heading_key(words.slice(source))?;
    let beside = Some(below).filter(|below| !below.is_empty());
    Some(Part { key: Some(key), words, line, range: index + usize::from(beside.is_none())..end, beside })
}

/// An error in its own words, and what else an error says.
fn is_error(run: &Run, text: &Text, outline: &Outline) -> bool {
    // No error says how sure it is.
    let Some(error) = run.part("error").filter(|_| run.part("confidence").is_none()) else { return false };
    let is_kind = |written: Span| {
        let (line, _) = first_line(text.source(), written);
        let word = normal(uncommented(&text.read(line)));
        ERROR_TYPES.iter().any(|known| normal(known) == word)
    };
    let type_below = || {
        let nodes = outline.slice(error.range.clone()).iter();
        let mut pairs = nodes.filter_map(|node| match node.kind {
            Kind::KeyValue(pair) => Some(pair),
            Kind::Item { text: item, .. } => key_value(text.source(), item),
            _ => None,
        });
        pairs.any(|pair| text.slice(pair.key).eq_ignore_ascii_case("type") && is_kind(pair.value))
    };
    let says_more = ["message", "suggestion", "partial_result"].iter().any(|key| run.part(key).is_some())
        || run.has_label("error", "message", text, outline);
    says_more && (error.beside.is_some_and(is_kind) || type_below())
}

fn is_answer(run: &Run, text: &Text, outline: &Outline) -> bool {
    let is_sure = run.part("confidence").is_some_and(|part| {
        let mut below = outline.slice(part.range.clone()).iter().filter(|node| node.kind != Kind::Blank);
        let first = below.next().map(|first| part.beside.unwrap_or(first.span));
        let word = first.map(|first| normal(uncommented(&text.read(first)))).unwrap_or_default();
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
