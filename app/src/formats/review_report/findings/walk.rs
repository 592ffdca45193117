//! Finds the candidates in a section and in those below it.

use super::body::Body;
use super::candidate::{FindingCandidate, Group, RequiredEvidence, Shape};
use super::groups::{is_aside, names_file, rank_of};
use super::labels::{Key, key_of_line, keys};
use super::title::{Title, is_sure};
use crate::formats::review_report::report_sections::{NamedSection, ReportSections};
use crate::formats::review_report::section_kind::{SectionKind, praises};
use crate::markdown::{Kind, Node};

/// Adds the candidates of a section and of those in it.
pub(super) fn section(
    sections: &ReportSections<'_>,
    named: &NamedSection,
    group: &Group,
    found: &mut Vec<FindingCandidate>,
) {
    Body::new(sections, group, found).read(named.section.body.clone());
    for child in sections.children(named) {
        self::child(sections, child, group, found);
    }
}

fn child(
    sections: &ReportSections<'_>,
    child: &NamedSection,
    outer: &Group,
    found: &mut Vec<FindingCandidate>,
) {
    let heading = sections.read(child.section.text);
    let (kind, rank) = (SectionKind::of_name(&child.words), rank_of(&heading));
    let is_of_findings = matches!(kind, SectionKind::Findings | SectionKind::SomeFindings);
    if praises(&child.words) || !(is_of_findings || kind == SectionKind::Other) {
        return;
    }
    let (section_span, mut group) = (&child.section, outer.clone());
    if rank.is_some() {
        (group.rank, group.required) = (rank, outer.required.min(outer.required.in_group()));
    } else if let Some(file) = names_file(&heading) {
        (group.file, group.required) = (Some(file), outer.required.in_group());
    } else if is_of_findings {
        // The group goes on.
    } else if is_candidate(sections, child, &heading, outer) {
        let end = next_in(sections, child, &heading).unwrap_or(section_span.extent.end);
        found.push(FindingCandidate {
            title: section_span.text,
            nodes: section_span.node..end,
            number: None,
            group,
            shape: Shape::Heading,
        });
        Body::new(sections, outer, found).read(end..section_span.extent.end);
        return;
    } else if is_aside(&heading) {
        return;
    } else {
        group.required = outer.required.max(RequiredEvidence::RankOrLine);
    }
    section(sections, child, &group, found);
}

/// Where the list begins that describes other findings, below a finding that has its own rank and place.
fn next_in(sections: &ReportSections<'_>, child: &NamedSection, heading: &str) -> Option<usize> {
    let body = child.section.body.clone();
    let is_next = |node: &Node| {
        let Kind::Item { level: 0, text, .. } = node.kind else { return false };
        key_of_line(sections, text).is_none() && is_sure(&sections.read(text))
    };
    let is_lowest = body.end == child.section.extent.end;
    let (next, _) = sections.nodes(body.clone()).find(|(_, node)| is_lowest && is_next(node))?;
    let has_place = || keys(sections, body.start..next).any(|key| key == Key::Place);
    (is_sure(heading) || has_place()).then_some(next)
}

/// Whether a heading may be a finding: by a number, a rank or a state, or by the labels below it.
fn is_candidate(sections: &ReportSections<'_>, child: &NamedSection, heading: &str, group: &Group) -> bool {
    let title = Title::read(heading, false);
    title.numbered.number.is_some()
        || title.numbered.state.is_some()
        || title.rank.is_some()
        || group.required == RequiredEvidence::Nothing
        || keys(sections, child.section.body.clone()).next().is_some()
}
