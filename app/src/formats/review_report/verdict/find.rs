//! Where the verdict stands.

use std::ops::Range;

use super::read::read;
use super::{Found, Place};
use crate::formats::review_report::layout::{Layout, NamedSection, Pair};
use crate::formats::review_report::names::{is_verdict_key, may_be_verdict_key};
use crate::formats::review_report::part::Part;
use crate::markdown::key_value;
use crate::reading::with_normal;

/// Finds the verdict that the report states first, by the contract's heading before all others.
pub(in crate::formats::review_report) fn find(layout: &Layout<'_>) -> Option<Found> {
    // "Final Verdict" at the end of a report repeats the one at its head.
    let is_final =
        |named: &&NamedSection| with_normal(&layout.read_span(named.name), |name| name.starts_with("final"));
    let mut headings = layout.of_part(Part::Verdict).filter(|named| !is_final(named));
    headings
        .find_map(|named| in_heading(layout, named))
        .or_else(|| in_pairs(layout, layout.preamble.clone(), Place::Preamble))
        .or_else(|| in_status_heading(layout))
        .or_else(|| {
            let summary = layout.of_part(Part::Summary).next()?;
            in_pairs(layout, summary.section.body.clone(), Place::Inside)
        })
        .or_else(|| layout.of_part(Part::Verdict).find_map(|named| in_heading(layout, named)))
        .or_else(|| known_anywhere(layout))
}

pub(super) fn in_heading(layout: &Layout<'_>, named: &NamedSection) -> Option<Found> {
    let heading = layout.heading_line(&named.section);
    if !named.value.is_empty() {
        return Some(read(layout, named.value, Place::Heading, heading));
    }
    let (index, line) = layout.first_line(named.section.body.clone())?;
    let value = layout
        .pairs(index..index + 1)
        .first()
        .filter(|pair| {
            is_verdict_key(&layout.read_span(pair.key)) || may_be_verdict_key(&layout.read_span(pair.key))
        })
        .map_or(line, |pair| pair.value);
    Some(read(layout, value, Place::NextLine, heading.to(line)))
}

fn in_pairs(layout: &Layout<'_>, range: Range<usize>, place: Place) -> Option<Found> {
    let pairs = layout.pairs(range);
    let key = |pair: &&Pair| layout.read_span(pair.key);
    let labelled = pairs.iter().find(|pair| is_verdict_key(&key(pair)));
    let end_of_block = layout.outline.range(layout.span).end;
    let labelled = labelled.map(|pair| {
        let below = pair.node + 1..layout.preamble.end.max(pair.node + 3).min(end_of_block);
        if pair.value.is_empty()
            && let Some((_, line)) = layout.first_line(below)
        {
            return read(layout, line, place, pair.line.to(line));
        }
        read(layout, pair.value, place_of(pair, place), pair.line)
    });
    labelled.or_else(|| {
        let others = pairs.iter().filter(|pair| may_be_verdict_key(&key(pair)));
        others.map(|pair| read(layout, pair.value, place_of(pair, place), pair.line)).find(Found::is_known)
    })
}

/// A line that says other things as well can't become a heading.
fn place_of(pair: &Pair, place: Place) -> Place {
    if pair.is_alone { place } else { Place::Inside }
}

/// `## Status: APPROVED`, `## Decision` with a verdict below.
fn in_status_heading(layout: &Layout<'_>) -> Option<Found> {
    layout.parts.iter().find_map(|named| {
        let pair = key_value(layout.text.source(), named.section.text)?;
        if !may_be_verdict_key(&layout.read_span(pair.key)) || pair.value.is_empty() {
            return None;
        }
        let heading = layout.heading_line(&named.section);
        Some(read(layout, pair.value, Place::Preamble, heading)).filter(Found::is_known)
    })
}

/// A label `Verdict` in any section, where what it says is a verdict.
fn known_anywhere(layout: &Layout<'_>) -> Option<Found> {
    let nodes = layout.outline.range(layout.span);
    layout
        .pairs(nodes)
        .iter()
        .filter(|pair| is_verdict_key(&layout.read_span(pair.key)))
        .map(|pair| read(layout, pair.value, Place::Inside, pair.line))
        .find(Found::is_known)
}
