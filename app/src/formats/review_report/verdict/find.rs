//! Where the verdict is stated.

use std::ops::Range;

use super::Found;
use super::read::read;
use crate::formats::review_report::names::may_be_verdict_key;
use crate::formats::review_report::report_sections::{NamedSection, ReportSections};
use crate::formats::review_report::section_kind::SectionKind;
use crate::formats::review_report::stated::{Position, Stated};
use crate::markdown::key_value;
use crate::reading::with_normal;

/// Finds the verdict that the report states first, preferring the contract's heading.
pub(in crate::formats::review_report) fn find(sections: &ReportSections<'_>) -> Option<Found> {
    // "Final Verdict" at the end of a report repeats the one at its head.
    let is_final =
        |named: &&NamedSection| with_normal(&sections.read(named.name), |name| name.starts_with("final"));
    let mut headings = sections.of_kind(SectionKind::Verdict).filter(|named| !is_final(named));
    headings
        .find_map(|named| in_heading(sections, named))
        .or_else(|| under_labels(sections, sections.preamble.clone(), Position::Preamble))
        .or_else(|| in_status_heading(sections))
        .or_else(|| {
            let summary = sections.of_kind(SectionKind::Summary).next()?;
            under_labels(sections, summary.section.body.clone(), Position::Inside)
        })
        .or_else(|| sections.of_kind(SectionKind::Verdict).find_map(|named| in_heading(sections, named)))
        .or_else(|| {
            let stated = Stated::under_labels(sections, sections.range(), Position::Inside, is_verdict_key);
            stated.map(|(_, stated)| read(sections, stated)).find(Found::is_known)
        })
}

fn is_verdict_key(key: &str) -> bool {
    SectionKind::of_label(key) == SectionKind::Verdict
}

pub(super) fn in_heading(sections: &ReportSections<'_>, named: &NamedSection) -> Option<Found> {
    let is_label = |key: &str| is_verdict_key(key) || may_be_verdict_key(key);
    Some(read(sections, Stated::in_heading(sections, named, is_label)?))
}

/// Under the label `Verdict`, or under a label such as `Status` where the value is a verdict.
fn under_labels(sections: &ReportSections<'_>, range: Range<usize>, position: Position) -> Option<Found> {
    let labelled = Stated::under_labels(sections, range.clone(), position, is_verdict_key).next();
    if let Some((pair, stated)) = labelled {
        let below = pair.node + 1..sections.preamble.end.max(pair.node + 3).min(sections.range().end);
        let line = sections.first_line(below).filter(|_| pair.value.is_empty());
        let stated =
            line.map_or(stated, |(_, line)| Stated { value: line, line: pair.line.to(line), position });
        return Some(read(sections, stated));
    }
    let others = Stated::under_labels(sections, range, position, may_be_verdict_key);
    others.map(|(_, stated)| read(sections, stated)).find(Found::is_known)
}

/// `## Status: APPROVED`.
fn in_status_heading(sections: &ReportSections<'_>) -> Option<Found> {
    sections.all.iter().find_map(|named| {
        let pair = key_value(sections.text.source(), named.section.text)?;
        if !may_be_verdict_key(&sections.read(pair.key)) || pair.value.is_empty() {
            return None;
        }
        let line = sections.heading_line(&named.section);
        let stated = Stated { value: pair.value, line, position: Position::Preamble };
        Some(read(sections, stated)).filter(Found::is_known)
    })
}
