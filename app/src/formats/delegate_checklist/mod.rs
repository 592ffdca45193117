//! A delegate's checklist: what was checked, and how each check ended.

mod check;
mod markdown;
mod parse;
mod rules;
mod shape;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::delegate::{self, CLAIMS, DELEGATES, Others};
use crate::diagnostic::Sink;
use crate::document::{Outcome, Summary};
use crate::format::{Block, Family, FieldSpec, Format, Spec};
use crate::json::{ANSWERS, JSON};
use crate::markdown::Outline;
use crate::reading::TEXT;
use crate::text::{Span, Text};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DelegateChecklist {
    pub summary: Option<String>,
    /// `high`, `medium` or `low`; any other word is kept as written.
    pub confidence: Option<String>,
    /// The whole text, where it is more than the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence_as_written: Option<String>,
    pub checklist: Vec<Check>,
    pub passed: Option<u32>,
    pub failed: Option<u32>,
    pub warnings: Option<u32>,
    /// Members that the contract has no field for, unchanged.
    #[serde(skip_serializing_if = "Others::is_empty")]
    pub other_fields: Others,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Check {
    pub item: Option<String>,
    /// `pass`, `fail`, `warn` or `skip`; any other word is kept as written.
    pub status: Option<String>,
    pub details: Option<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
    /// The text, where it is more than one number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_as_written: Option<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("summary", FieldType::Markdown),
    FieldSpec::required("confidence", FieldType::Enum(&["high", "medium", "low"])),
    FieldSpec::deviation("confidence_as_written", FieldType::Text),
    FieldSpec::required("checklist", FieldType::Table),
    FieldSpec::required("checklist[].item", FieldType::Text),
    FieldSpec::required("checklist[].status", FieldType::Enum(&["pass", "fail", "warn", "skip"])),
    FieldSpec::optional("checklist[].details", FieldType::Markdown),
    FieldSpec::optional("checklist[].file", FieldType::Place),
    FieldSpec::optional("checklist[].line", FieldType::Integer),
    FieldSpec::deviation("checklist[].line_as_written", FieldType::Text),
    FieldSpec::required("passed", FieldType::Integer),
    FieldSpec::required("failed", FieldType::Integer),
    FieldSpec::required("warnings", FieldType::Integer),
    FieldSpec::deviation("other_fields", FieldType::Record),
];

impl Format for DelegateChecklist {
    const SPEC: Spec = Spec {
        id: "delegate/checklist",
        slug: "delegate-checklist",
        name: "Checklist Response",
        producer: "delegate",
        gate: 9,
        priority: None,
        pattern: None,
        openers: delegate::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&JSON, &ANSWERS, &DELEGATES, &CLAIMS, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.json"),
    };
    const IS_ANNOUNCEMENT: bool = true;

    fn is_example(text: &Text, outline: &Outline, span: Span) -> bool {
        delegate::is_example(text, outline, span)
    }

    const FAMILY: Option<Family> = Some(delegate::recognize);

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        let ended = |word: &str| self.checklist.iter().any(|check| check.status.as_deref() == Some(word));
        let failed = ended("fail") || self.failed.is_some_and(|count| count > 0);
        let passed = ended("pass") || self.passed.is_some_and(|count| count > 0);
        let (verdict, outcome) = match (failed, passed) {
            (true, _) => (Some("fail"), Outcome::Fail),
            (false, true) => (Some("pass"), Outcome::Pass),
            (false, false) => (None, Outcome::Unknown),
        };
        let verdict = verdict.map(str::to_owned);
        Summary { title: self.summary.clone(), verdict, outcome, ..Summary::default() }
    }
}
