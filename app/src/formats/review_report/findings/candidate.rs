//! A heading, an item or a line that may be a finding, and the evidence that it must have.

use std::ops::Range;

use super::known::Known;
use super::parsed::ParsedFinding;
use crate::formats::review_report::{Finding, FindingSeverity};
use crate::text::Span;

#[derive(Clone, Debug)]
pub(super) struct FindingCandidate {
    /// Its first words, without the marker of a list item.
    pub title: Span,
    /// From the node that holds the title to the last that belongs to the candidate.
    pub nodes: Range<usize>,
    /// The number of its list item.
    pub number: Option<u32>,
    /// The rank that the heading of its group gives it.
    pub group: Option<FindingSeverity>,
    /// The file that the heading of its group names.
    pub file: Option<String>,
    pub shape: Shape,
    pub required: RequiredEvidence,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Heading,
    Item,
    /// A line with which a finding begins: `**1. Title**`, `**HIGH** src/a.rs:4 …`.
    Line,
}

/// The evidence that a candidate must have to be a finding, by where it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RequiredEvidence {
    /// In a section of findings: the shape that the findings there have, a rank of its group, or rank and file.
    Shape,
    /// Below a heading or label that ranks it or names its file: nothing more.
    Nothing,
    /// Below a heading of something else: a rank, or a file with a line.
    RankOrLine,
    /// Where findings were read before: a rank and a file, of none of these.
    RankAndFile,
}

impl RequiredEvidence {
    /// What a group requires that is in a place with these requirements.
    pub fn in_group(self) -> Self {
        if self == Self::RankAndFile { self } else { Self::Nothing }
    }
}

impl FindingCandidate {
    /// Whether it has the evidence. `has_headings` is true where candidates beside it are headings;
    /// `before` are the findings that were read.
    pub fn is_finding(
        &self,
        parsed: &ParsedFinding,
        has_headings: bool,
        known: &mut Known,
        before: &[Finding],
    ) -> bool {
        if parsed.is_denied {
            return false;
        }
        let Finding { file, line, severity, .. } = &parsed.finding;
        let (is_ranked, is_placed) = (parsed.is_ranked, file.is_some());
        match self.required {
            RequiredEvidence::Nothing => true,
            RequiredEvidence::Shape => {
                let has_shape = self.shape == Shape::Heading || !has_headings;
                has_shape || self.group.is_some() || (is_ranked && is_placed)
            }
            RequiredEvidence::RankOrLine => is_ranked || (is_placed && line.is_some()),
            RequiredEvidence::RankAndFile => {
                severity.is_some() && is_placed && !known.holds(&parsed.finding, before)
            }
        }
    }
}
