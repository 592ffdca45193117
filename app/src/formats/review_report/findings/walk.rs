//! Finds the candidates in a section and in those below it.

use super::body::Body;
use super::candidate::{FindingCandidate, Group, RequiredEvidence, Shape};
use super::groups::{is_aside, names_file, rank_of};
use super::labels::{Key, key_of_line, keys};
use super::title::{Title, is_sure};
use crate::formats::review_report::report_sections::{NamedSection, ReportSections};
use crate::formats::review_report::section_kind::{SectionKind, praises};
use crate::markdown::{Kind, Node};

pub(super) struct Walk<'s, 't> {
    pub sections: &'s ReportSections<'t>,
    pub found: Vec<FindingCandidate>,
}

impl Walk<'_, '_> {
    /// Adds the candidates of a section and its subsections.
    pub fn section(&mut self, named: &NamedSection, group: &Group) {
        Body::new(self.sections, group, &mut self.found).read(named.section.body.clone());
        for child in self.sections.children(named) {
            self.child(child, group.clone());
        }
    }

    fn child(&mut self, child: &NamedSection, mut group: Group) {
        let heading = self.sections.read(child.section.text);
        let (kind, rank) = (SectionKind::of_name(&child.words), rank_of(&heading));
        let is_of_findings = matches!(kind, SectionKind::Findings | SectionKind::SomeFindings);
        if praises(&child.words) || !(is_of_findings || kind == SectionKind::Other) {
            return;
        }
        let required = group.required;
        if rank.is_some() {
            (group.rank, group.required) = (rank, required.min(required.in_group()));
        } else if let Some(file) = names_file(&heading) {
            (group.file, group.required) = (Some(file), required.in_group());
        } else if !is_of_findings && self.is_candidate(child, &heading, required) {
            let (section, shape) = (&child.section, Shape::Heading);
            let end = self.next_in(child, &heading).unwrap_or(section.extent.end);
            let (nodes, number) = (section.node..end, None);
            let candidate =
                FindingCandidate { title: section.text, nodes, number, group: group.clone(), shape };
            self.found.push(candidate);
            Body::new(self.sections, &group, &mut self.found).read(end..section.extent.end);
            return;
        } else if !is_of_findings {
            if is_aside(&heading) {
                return;
            }
            group.required = required.max(RequiredEvidence::RankOrLine);
        }
        self.section(child, &group);
    }

    /// Returns the start of a list of other findings below a finding that has its own rank and place.
    fn next_in(&self, child: &NamedSection, heading: &str) -> Option<usize> {
        let sections = self.sections;
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
    fn is_candidate(&self, child: &NamedSection, heading: &str, required: RequiredEvidence) -> bool {
        let Title { numbered, rank, .. } = Title::read(heading, false);
        (numbered.number.is_some() || numbered.state.is_some() || rank.is_some())
            || required == RequiredEvidence::Nothing
            || keys(self.sections, child.section.body.clone()).next().is_some()
    }
}
