//! A delegate's search: what it found where, and why that matters.

mod check;
mod markdown;
mod parse;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::delegate::{self, CLAIMS, DELEGATES, Lines, Others};
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, Family, FieldSpec, Format, Spec};
use crate::json::{ANSWERS, JSON};
use crate::markdown::Outline;
use crate::reading::TEXT;
use crate::text::{Span, Text};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DelegateSearch {
    pub summary: Option<String>,
    /// `high`, `medium` or `low`; any other word is kept as written.
    pub confidence: Option<String>,
    /// The whole text, where it is more than the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence_as_written: Option<String>,
    pub results: Vec<Hit>,
    pub patterns: Vec<String>,
    pub next_steps: Vec<String>,
    /// Members that the contract has no field for, unchanged.
    #[serde(skip_serializing_if = "Others::is_empty")]
    pub other_fields: Others,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Hit {
    pub file: Option<String>,
    /// The first and the last.
    pub lines: Option<Lines>,
    /// The text, where it is not two numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines_as_written: Option<String>,
    /// `high`, `medium` or `low`; any other word is kept as written.
    pub relevance: Option<String>,
    pub snippet: Option<String>,
    pub note: Option<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("summary", FieldType::Markdown),
    FieldSpec::required("confidence", FieldType::Enum(&["high", "medium", "low"])),
    FieldSpec::deviation("confidence_as_written", FieldType::Text),
    FieldSpec::required("results", FieldType::Table),
    FieldSpec::required("results[].file", FieldType::Place),
    FieldSpec::required("results[].lines", FieldType::List),
    FieldSpec::deviation("results[].lines_as_written", FieldType::Text),
    FieldSpec::required("results[].relevance", FieldType::Enum(&["high", "medium", "low"])),
    FieldSpec::optional("results[].snippet", FieldType::Text),
    FieldSpec::optional("results[].note", FieldType::Text),
    FieldSpec::optional("patterns", FieldType::List),
    FieldSpec::optional("next_steps", FieldType::List),
    FieldSpec::deviation("other_fields", FieldType::Record),
];

impl Format for DelegateSearch {
    const SPEC: Spec = Spec {
        id: "delegate/search",
        slug: "delegate-search",
        name: "Search Response",
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
        Summary { title: self.summary.clone(), ..Summary::default() }
    }
}
