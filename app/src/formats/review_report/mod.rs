//! 5.1, Review Report: what a review found, and whether the work may go on.

mod check;
mod columns;
mod entries;
mod entry;
mod findings;
mod headings;
mod lines;
mod names;
mod parse;
mod recognize;
mod report_sections;
mod rules;
mod score;
mod section_kind;
mod sentence_kind;
mod severity;
mod stated;
mod statements;
mod summary;
mod tables;
mod title;
mod verdict;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::{Outcome, Summary, Tally};
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::markdown::Outline;
use crate::reading::{FENCES, OtherCell, SeverityLevel, TABLES, TEXT};
use crate::recognition::Scan;
use crate::text::{Span, Text};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewReport {
    pub scope: Option<String>,
    pub title: Option<String>,
    pub verdict: Option<Verdict>,
    /// What follows the verdict: "with recommendations".
    pub verdict_qualifier: Option<String>,
    pub score: Option<u8>,
    pub summary: Option<String>,
    pub findings: Vec<Finding>,
    pub fixes_applied: Vec<FixApplied>,
    pub flags_for_human: Vec<Flag>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Approved,
    NeedsChanges,
    /// Kept as written.
    Other(String),
}

impl Serialize for Verdict {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Verdict {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Approved => "APPROVED",
            Self::NeedsChanges => "NEEDS_CHANGES",
            Self::Other(written) => written,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    pub number: Option<u32>,
    pub file: Option<String>,
    pub line: Option<Lines>,
    /// The Line cell, where it holds more than one number or range: `24, 98`, `Headers`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_as_written: Option<String>,
    pub severity: Option<FindingSeverity>,
    pub description: Option<String>,
    pub suggestion: Option<String>,
    /// Cells of columns that the contract does not have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_cells: Vec<OtherCell>,
    /// The report marks it as fixed in the same run.
    #[serde(skip)]
    pub is_fixed: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lines {
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FindingSeverity {
    Level(SeverityLevel),
    /// Kept as written: `info`, `minor`.
    Other(String),
}

impl Serialize for FindingSeverity {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl FindingSeverity {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Level(level) => level.as_str(),
            Self::Other(written) => written,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FixApplied {
    pub file: Option<String>,
    pub fix: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_cells: Vec<OtherCell>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Flag {
    pub issue: Option<String>,
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_cells: Vec<OtherCell>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("scope", FieldType::Text),
    FieldSpec::required("title", FieldType::Text),
    FieldSpec::required("verdict", FieldType::Enum(&["APPROVED", "NEEDS_CHANGES"])),
    FieldSpec::optional("verdictQualifier", FieldType::Text),
    FieldSpec::required("score", FieldType::Percent),
    FieldSpec::required("summary", FieldType::Markdown),
    FieldSpec::required("findings", FieldType::Table),
    FieldSpec::required("findings[].number", FieldType::Integer),
    FieldSpec::required("findings[].file", FieldType::Place),
    FieldSpec::required("findings[].line", FieldType::Lines),
    FieldSpec::required("findings[].line.start", FieldType::Integer),
    FieldSpec::required("findings[].line.end", FieldType::Integer),
    FieldSpec::deviation("findings[].lineAsWritten", FieldType::Text),
    FieldSpec::required("findings[].severity", FieldType::Enum(&["critical", "high", "medium", "low"])),
    FieldSpec::required("findings[].description", FieldType::Markdown),
    FieldSpec::required("findings[].suggestion", FieldType::Markdown),
    FieldSpec::deviation("findings[].otherCells", FieldType::List),
    FieldSpec::optional("fixesApplied", FieldType::Table),
    FieldSpec::required("fixesApplied[].file", FieldType::Place),
    FieldSpec::required("fixesApplied[].fix", FieldType::Markdown),
    FieldSpec::deviation("fixesApplied[].otherCells", FieldType::List),
    FieldSpec::optional("flagsForHuman", FieldType::Table),
    FieldSpec::required("flagsForHuman[].issue", FieldType::Markdown),
    FieldSpec::required("flagsForHuman[].reason", FieldType::Markdown),
    FieldSpec::deviation("flagsForHuman[].otherCells", FieldType::List),
];

impl Format for ReviewReport {
    const SPEC: Spec = Spec {
        id: "5.1",
        slug: "review-report",
        name: "Review Report",
        producer: "review/",
        gate: 9,
        priority: Some(1),
        pattern: None,
        openers: recognize::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&TABLES, &TEXT, &FENCES],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    fn is_example(_text: &Text, outline: &Outline, span: Span) -> bool {
        recognize::is_example(outline, span)
    }

    fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
        recognize::recognize(scan)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn check(&self, block: &Block<'_>, sink: &mut Sink) {
        check::check(self, block, sink);
    }

    fn summary(&self) -> Summary {
        let mut tally = Tally::default();
        for finding in &self.findings {
            let count = match finding.severity {
                Some(FindingSeverity::Level(SeverityLevel::Critical)) => &mut tally.critical,
                Some(FindingSeverity::Level(SeverityLevel::High)) => &mut tally.high,
                Some(FindingSeverity::Level(SeverityLevel::Medium)) => &mut tally.medium,
                Some(FindingSeverity::Level(SeverityLevel::Low)) => &mut tally.low,
                Some(FindingSeverity::Other(_)) | None => &mut tally.other,
            };
            *count += 1;
        }
        Summary {
            title: self.scope.clone().or_else(|| self.title.clone()),
            verdict: self.verdict.as_ref().map(|verdict| verdict.as_str().to_owned()),
            outcome: match self.verdict {
                Some(Verdict::Approved) => Outcome::Pass,
                Some(Verdict::NeedsChanges) => Outcome::Fail,
                Some(Verdict::Other(_)) | None => Outcome::Unknown,
            },
            score: self.score,
            tally,
            ..Summary::default()
        }
    }
}
