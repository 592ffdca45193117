//! A heading, an item or a line that may be a finding, and the evidence that it must have.

use std::ops::Range;

use crate::formats::review_report::FindingSeverity;
use crate::text::Span;

#[derive(Clone, Debug)]
pub(super) struct FindingCandidate {
    /// Its first words, without the marker of a list item.
    pub title: Span,
    /// From the node that holds the title to the last that belongs to the candidate.
    pub nodes: Range<usize>,
    /// The number of its list item.
    pub number: Option<u32>,
    pub group: Group,
    pub shape: Shape,
}

/// What a heading or label gives to the findings below it.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub rank: Option<FindingSeverity>,
    pub file: Option<String>,
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
