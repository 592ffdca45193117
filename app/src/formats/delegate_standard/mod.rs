//! A delegate's standard response: what it found, and what should be done about it.

mod check;
mod markdown;
mod parse;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::delegate::{self, CLAIMS, DELEGATES, Others};
use crate::diagnostic::Sink;
use crate::document::{Summary, Tally};
use crate::format::{Block, Family, FieldSpec, Format, Spec};
use crate::json::{ANSWERS, JSON};
use crate::markdown::Outline;
use crate::reading::TEXT;
use crate::text::{Span, Text};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DelegateStandard {
    pub summary: Option<String>,
    /// `high`, `medium` or `low`; any other word is kept as written.
    pub confidence: Option<String>,
    /// The whole text, where it is more than the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence_as_written: Option<String>,
    pub findings: Vec<Finding>,
    pub suggested_actions: Vec<Action>,
    /// Members that the contract has no field for, unchanged.
    #[serde(skip_serializing_if = "Others::is_empty")]
    pub other_fields: Others,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Finding {
    /// `issue`, `suggestion` or `info`; any other word is kept as written.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
    /// The text, where it is more than one number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_as_written: Option<String>,
    pub message: Option<String>,
    /// `critical`, `high`, `medium` or `low`; any other word is kept as written.
    pub severity: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Action {
    /// `edit`, `create`, `delete` or `run`; any other word is kept as written.
    pub action: Option<String>,
    pub target: Option<String>,
    pub description: Option<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("summary", FieldType::Markdown),
    FieldSpec::required("confidence", FieldType::Enum(&["high", "medium", "low"])),
    FieldSpec::deviation("confidence_as_written", FieldType::Text),
    FieldSpec::required("findings", FieldType::Table),
    FieldSpec::required("findings[].type", FieldType::Text),
    FieldSpec::optional("findings[].file", FieldType::Place),
    FieldSpec::optional("findings[].line", FieldType::Integer),
    FieldSpec::deviation("findings[].line_as_written", FieldType::Text),
    FieldSpec::required("findings[].message", FieldType::Markdown),
    FieldSpec::required("findings[].severity", FieldType::Enum(&["critical", "high", "medium", "low"])),
    FieldSpec::optional("suggested_actions", FieldType::Table),
    FieldSpec::required("suggested_actions[].action", FieldType::Text),
    FieldSpec::required("suggested_actions[].target", FieldType::Text),
    FieldSpec::optional("suggested_actions[].description", FieldType::Markdown),
    FieldSpec::deviation("other_fields", FieldType::Record),
];

impl Format for DelegateStandard {
    const SPEC: Spec = Spec {
        id: "delegate/standard",
        slug: "delegate-standard",
        name: "Standard Response",
        producer: "delegate",
        gate: 9,
        priority: None,
        pattern: None,
        openers: delegate::OPENERS,
        fields: FIELDS,
        rules: &[],
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
        let mut tally = Tally::default();
        for finding in &self.findings {
            let count = match finding.severity.as_deref() {
                Some("critical") => &mut tally.critical,
                Some("high") => &mut tally.high,
                Some("medium") => &mut tally.medium,
                Some("low") => &mut tally.low,
                _ => &mut tally.other,
            };
            *count += 1;
        }
        Summary { title: self.summary.clone(), tally, ..Summary::default() }
    }
}
