//! Where a report states a value, such as its verdict.

use std::ops::Range;

use super::report_sections::{NamedSection, Pair, ReportSections};
use super::section_kind::SectionKind;
use crate::format::prelude::*;

/// A value as it is stated.
#[derive(Copy, Clone, Debug)]
pub(super) struct Stated {
    pub value: Span,
    /// All that an edit replaces: the heading or line with its label.
    pub line: Span,
    pub position: Position,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// `## Verdict: APPROVED`
    Heading,
    /// On a line below its heading, or `**Verdict:** APPROVED` before the first section.
    Apart,
    /// A label within a section: its line can't become a heading, since that would end the section.
    Inside,
}

impl Stated {
    /// The value in a section's heading, or in the first line below it, without one of the labels there.
    pub fn in_heading(
        sections: &ReportSections<'_>,
        named: &NamedSection,
        is_label: impl Fn(&str) -> bool,
    ) -> Option<Self> {
        let heading = sections.heading_line(&named.section);
        if !named.value.is_empty() {
            return Some(Self { value: named.value, line: heading, position: Position::Heading });
        }
        let (index, line) = sections.first_line(named.section.body.clone())?;
        let pairs = sections.pairs(index..index + 1);
        let labelled = pairs.first().filter(|pair| is_label(&sections.read(pair.key)));
        let value = labelled.map_or(line, |pair| pair.value);
        Some(Self { value, line: heading.to(line), position: Position::Apart })
    }

    /// The values under the labels of a range.
    pub fn under_labels(
        sections: &ReportSections<'_>,
        range: Range<usize>,
        position: Position,
        is_label: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = (Pair, Self)> {
        let pairs = sections.pairs(range).into_iter().filter(move |pair| is_label(&sections.read(pair.key)));
        pairs.map(move |pair| {
            // A line with other values can't become a heading.
            let position = if pair.is_alone { position } else { Position::Inside };
            (pair, Self { value: pair.value, line: pair.line, position })
        })
    }

    /// Reports a position that is not the contract's.
    pub fn misplaced(&self, rule: &'static Rule, kind: SectionKind) -> Option<Diagnostic> {
        let (value, section) = (kind.field(), kind.contract_name()?);
        let message = format!("the {value} is not on one line with a heading `## {section}`");
        let misplaced = Diagnostic::new(rule, self.line, message).field(value);
        (self.position != Position::Heading).then_some(misplaced)
    }

    /// Whether the line may be replaced by a heading. Within a finding a heading would end it, and a quote within the
    /// report has marks of its own.
    pub fn may_be_heading(&self, sections: &ReportSections<'_>, sink: &Sink) -> bool {
        self.position != Position::Inside
            && sections.is_own_line(self.line)
            && !sink.coverage.holds_within("findings", self.line)
    }
}
