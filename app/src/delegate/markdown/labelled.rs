//! Finds responses without any heading, under labels in bold: `**Findings:**`, `**Confidence:** high`.
//!
//! Many texts have one of these labels. A response has a summary and a confidence, and an entry in a form of its own.

use std::ops::Range;

use super::entry::first_line;
use super::runs::{Run, Section, heading_key};
use crate::delegate::words::{ACTIONS, ADVICE, CONFIDENCE, ERROR_TYPES, STATES};
use crate::markdown::{Kind, Node, Outline, key_value};
use crate::reading::{bold_line, normal, uncommented};
use crate::text::{Span, Text};

/// What only the lists of responses hold.
const TELLING: [(&str, &[&str]); 5] = [
    ("findings", &["(severity:"]),
    ("suggested_actions", &ACTIONS),
    ("results", &["(relevance:"]),
    ("checklist", &STATES),
    ("patches", &["```diff", "before:"]),
];
/// So many sections of an analysis no other text has by chance.
const MUCH_ADVICE: usize = 4;

/// Returns the responses among nodes without a heading: one, or several between rules where labels repeat.
pub(super) fn labelled_runs(text: &Text, outline: &Outline, range: Range<usize>) -> Vec<Run> {
    match labelled_run(text, outline, range.clone()) {
        Ok(run) => run.into_iter().collect(),
        Err(RepeatedLabel) => {
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

/// A label repeats, so that there is more than one response.
struct RepeatedLabel;

fn labelled_run(text: &Text, outline: &Outline, range: Range<usize>) -> Result<Option<Run>, RepeatedLabel> {
    let mut sections: Vec<Section> = Vec::new();
    // All labels are items of a list, or none is.
    let mut are_items = None;
    for (index, node) in range.clone().zip(outline.slice(range.clone())) {
        let is_item = matches!(node.kind, Kind::Item { .. });
        let Some(section) = section(node, text, index, range.end) else { continue };
        if *are_items.get_or_insert(is_item) != is_item {
            continue;
        }
        let is_again = section.key.is_some_and(|key| sections.iter().any(|other| other.key == Some(key)));
        // Behind a list other labels are of its last entry.
        let says_one =
            sections.last().is_some_and(|last| matches!(last.key, Some("summary" | "confidence") | None));
        if is_again {
            return Err(RepeatedLabel);
        }
        if section.key.is_none() && !says_one {
            continue;
        }
        if let Some(last) = sections.last_mut() {
            last.range.end = index;
        }
        sections.push(section);
    }
    let run = Run::of_labels(sections, outline, range);
    Ok(run.filter(|run| is_answer(run, text, outline) || is_error(run, text, outline)))
}

/// A label in bold on a line of its own or an item of its own, outside of fences and quotes; without a colon one that
/// names a section of an answer.
fn section(node: &Node, text: &Text, index: usize, end: usize) -> Option<Section> {
    if node.fence.is_some() || node.quote > 0 || node.indent >= 2 {
        return None;
    }
    let source = text.source();
    let (pair, is_known) = match node.kind {
        Kind::KeyValue(pair) => (pair, false),
        Kind::Item { text: item, level: 0, .. } => (key_value(source, item)?, true),
        Kind::Prose { text: prose } => return bold_section(prose, text, index, end),
        _ => return None,
    };
    let key = heading_key(pair.key.slice(source));
    if !pair.is_strong || is_known && key.is_none() {
        return None;
    }
    let value = pair.value.trim(source);
    let line = node.span.trim(source);
    let is_empty = value.is_empty();
    Some(Section {
        key,
        words: pair.key,
        line: if is_empty { line } else { Span::new(node.span.start, value.start).trim(source) },
        range: index + usize::from(is_empty)..end,
        beside: (!is_empty).then_some(value),
    })
}

/// Reads `**Summary**` and the rest of the paragraph.
fn bold_section(prose: Span, text: &Text, index: usize, end: usize) -> Option<Section> {
    let source = text.source();
    let (line, below) = first_line(source, prose);
    let words = bold_line(source, line)?;
    let key = heading_key(words.slice(source))?;
    let beside = Some(below).filter(|below| !below.is_empty());
    Some(Section { key: Some(key), words, line, range: index + usize::from(beside.is_none())..end, beside })
}

/// Returns `true` for an error of a known type with another field of an error.
fn is_error(run: &Run, text: &Text, outline: &Outline) -> bool {
    // No error has a confidence.
    let Some(error) = run.section("error").filter(|_| run.section("confidence").is_none()) else {
        return false;
    };
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
    let says_more = ["message", "suggestion", "partial_result"].iter().any(|key| run.section(key).is_some())
        || run.has_label("error", "message", text, outline);
    says_more && (error.beside.is_some_and(is_kind) || type_below())
}

fn is_answer(run: &Run, text: &Text, outline: &Outline) -> bool {
    let is_sure = run.section("confidence").is_some_and(|section| {
        let mut below = outline.slice(section.range.clone()).iter().filter(|node| node.kind != Kind::Blank);
        let first = below.next().map(|first| section.beside.unwrap_or(first.span));
        let word = first.map(|first| normal(uncommented(&text.read(first)))).unwrap_or_default();
        below.next().is_none() && CONFIDENCE.contains(&word.as_str())
    });
    let lists = |key: &str| {
        let section = run.section(key).filter(|section| section.beside.is_none());
        let nodes = section.map(|section| outline.slice(section.range.clone())).unwrap_or_default();
        nodes
            .iter()
            .find(|node| node.kind != Kind::Blank)
            .is_some_and(|first| matches!(first.kind, Kind::Item { .. }))
    };
    let tells = |(key, words): &(&str, &[&str])| run.says(key, words, text, outline);
    let advice = ADVICE.iter().filter(|key| run.section(key).is_some()).count();
    is_sure
        && run.section("summary").is_some()
        && (TELLING.iter().any(tells)
            || advice >= MUCH_ADVICE
            || lists("findings") && lists("suggested_actions"))
}
