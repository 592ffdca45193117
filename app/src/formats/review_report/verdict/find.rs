//! Where the verdict is stated.

use std::ops::Range;

use super::Found;
use crate::formats::review_report::names::may_be_verdict_key;
use crate::formats::review_report::report_sections::{NamedSection, ReportSections};
use crate::formats::review_report::section_kind::SectionKind;
use crate::formats::review_report::stated::{Position, Stated};
use crate::markdown::key_value;
use crate::reading::normal;

/// Finds the verdict that the report states first, preferring the contract's heading.
pub(in crate::formats::review_report) fn find(sections: &ReportSections<'_>) -> Option<Found> {
    // "Final Verdict" at the end of a report repeats the one at its head.
    let is_final = |named: &&NamedSection| normal(&sections.read(named.name)).starts_with("final");
    let headings = || sections.of_kind(SectionKind::Verdict);
    let mut first = headings().filter(|named| !is_final(named));
    let summary = || under_labels(sections, sections.body_of(SectionKind::Summary)?, Position::Inside);
    first
        .find_map(|named| in_heading(sections, named))
        .or_else(|| under_labels(sections, sections.preamble.clone(), Position::Apart))
        .or_else(|| in_status_heading(sections))
        .or_else(summary)
        .or_else(|| headings().find_map(|named| in_heading(sections, named)))
        .or_else(|| known_under(sections, sections.range(), Position::Inside, is_verdict_key))
}

fn is_verdict_key(key: &str) -> bool {
    SectionKind::of_label(key) == SectionKind::Verdict
}

pub(super) fn in_heading(sections: &ReportSections<'_>, named: &NamedSection) -> Option<Found> {
    let is_label = |key: &str| is_verdict_key(key) || may_be_verdict_key(key);
    Some(Found::read(sections, Stated::in_heading(sections, named, is_label)?))
}

/// Under the label `Verdict`, or under a label such as `Status` where the value is a verdict.
fn under_labels(sections: &ReportSections<'_>, range: Range<usize>, position: Position) -> Option<Found> {
    let labelled = Stated::under_labels(sections, range.clone(), position, is_verdict_key).next();
    let Some((pair, stated)) = labelled else {
        return known_under(sections, range, position, may_be_verdict_key);
    };
    let below = pair.node + 1..sections.preamble.end.max(pair.node + 3).min(sections.range().end);
    let line = sections.first_line(below).filter(|_| pair.value.is_empty());
    let below = line.map(|(_, line)| Stated { value: line, line: pair.line.to(line), position });
    Some(Found::read(sections, below.unwrap_or(stated)))
}

fn known_under(
    sections: &ReportSections<'_>,
    range: Range<usize>,
    position: Position,
    is_label: fn(&str) -> bool,
) -> Option<Found> {
    let stated = Stated::under_labels(sections, range, position, is_label);
    stated.map(|(_, stated)| Found::read(sections, stated)).find(Found::is_known)
}

/// `## Status: APPROVED`.
fn in_status_heading(sections: &ReportSections<'_>) -> Option<Found> {
    sections.all.iter().find_map(|named| {
        let pair = key_value(sections.text.source(), named.section.text)?;
        if !may_be_verdict_key(&sections.read(pair.key)) || pair.value.is_empty() {
            return None;
        }
        let line = sections.heading_line(&named.section);
        let stated = Stated { value: pair.value, line, position: Position::Apart };
        Some(Found::read(sections, stated)).filter(Found::is_known)
    })
}
