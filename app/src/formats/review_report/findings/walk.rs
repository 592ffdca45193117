//! Finds the candidates in a section and in those below it.

use super::body::Body;
use super::candidate::{FindingCandidate, RequiredEvidence, Shape};
use super::groups::{Group, is_aside, names_file, rank_in};
use super::head::Head;
use super::keys::Key;
use super::parsed::names_rank;
use crate::formats::review_report::entry::without_checkbox;
use crate::formats::review_report::report_sections::{NamedSection, ReportSections};
use crate::formats::review_report::section_kind::{SectionKind, praises, with_section_name};
use crate::markdown::{Kind, Node};
use crate::reading::{Location, numbered_title};

/// Adds the candidates of a section and of those in it.
pub(super) fn section(
    sections: &ReportSections<'_>,
    named: &NamedSection,
    group: &Group,
    found: &mut Vec<FindingCandidate>,
) {
    Body::new(sections, group, found).read(named.section.body.clone());
    for child in sections.children(&named.section) {
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
    let (kind, praises, rank) = with_section_name(&heading, |name| {
        (SectionKind::of_name(name, &heading), praises(name), rank_in(name, &heading))
    });
    let is_of_findings = matches!(kind, SectionKind::Findings | SectionKind::SomeFindings);
    if praises || !(is_of_findings || kind == SectionKind::Other) {
        return;
    }
    if rank.is_some() {
        let required = outer.required.min(outer.required.in_group());
        section(sections, child, &Group { rank, required, ..outer.clone() }, found);
    } else if let Some(file) = names_file(&heading) {
        let group = Group { file: Some(file), required: outer.required.in_group(), ..outer.clone() };
        section(sections, child, &group, found);
    } else if is_of_findings {
        section(sections, child, outer, found);
    } else if is_candidate(sections, child, &heading, outer) {
        let end = next_in(sections, child, &heading).unwrap_or(child.section.extent.end);
        found.push(FindingCandidate {
            title: child.section.text,
            nodes: child.section.node..end,
            number: None,
            group: outer.rank.clone(),
            file: outer.file.clone(),
            shape: Shape::Heading,
            required: outer.required,
        });
        Body::new(sections, outer, found).read(end..child.section.extent.end);
    } else if !is_aside(&heading) {
        let required = outer.required.max(RequiredEvidence::RankOrLine);
        section(sections, child, &Group { required, ..outer.clone() }, found);
    }
}

/// Where the list begins that describes other findings, below a finding that has its own rank and place.
fn next_in(sections: &ReportSections<'_>, child: &NamedSection, heading: &str) -> Option<usize> {
    let body = child.section.body.clone();
    if body.end != child.section.extent.end {
        return None;
    }
    let is_next = |node: &Node| {
        let Kind::Item { level: 0, text, .. } = node.kind else { return false };
        Key::of_line(sections, text).is_none() && is_sure(&sections.read(text))
    };
    let (next, _) = sections.nodes(body.clone()).find(|(_, node)| is_next(node))?;
    let has_place =
        || sections.pairs(body.start..next).iter().any(|pair| Key::of(sections, pair) == Some(Key::Place));
    (is_sure(heading) || has_place()).then_some(next)
}

/// Whether a heading may be a finding: by a number, a rank or a state, or by the labels below it.
fn is_candidate(sections: &ReportSections<'_>, child: &NamedSection, heading: &str, group: &Group) -> bool {
    let title = numbered_title(heading);
    let is_ranked = title.label.is_some_and(names_rank) || Head::read(title.title).rank.is_some();
    let is_marked = title.number.is_some() || is_ranked || title.state.is_some();
    let has_labels = || {
        let pairs = sections.pairs(child.section.body.clone());
        pairs.iter().any(|pair| Key::of(sections, pair).is_some())
    };
    is_marked || group.required == RequiredEvidence::Nothing || has_labels()
}

/// Whether a line states rank and place, so that nothing else can be meant.
pub(super) fn is_sure(written: &str) -> bool {
    let line = written.lines().next().unwrap_or_default();
    let title = numbered_title(without_checkbox(line));
    let head = Head::read(title.title).with_tail(title.title);
    let is_ranked = head.rank.is_some() || title.label.is_some_and(names_rank);
    is_ranked && head.place != Location::default()
}
