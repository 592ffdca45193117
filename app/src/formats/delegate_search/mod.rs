//! A delegate's search: what it found where, and why that matters.

mod check;
mod markdown;
mod parse;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::delegate::{self, Lines, Others};
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, Family, FieldSpec, Format, Spec};
use crate::markdown::Outline;
use crate::reading::TEXT;
use crate::text::{Span, Text};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DelegateSearch {
    pub summary: Option<String>,
    /// `high`, `medium` or `low`; any other word is kept as written.
    pub confidence: Option<String>,
    /// Where more than the word stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence_as_written: Option<String>,
    pub results: Vec<Hit>,
    pub patterns: Vec<String>,
    pub next_steps: Vec<String>,
    /// What the contract has no field for, as it stands.
    #[serde(skip_serializing_if = "Others::is_empty")]
    pub other_fields: Others,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Hit {
    pub file: Option<String>,
    /// The first and the last.
    pub lines: Option<Lines>,
    /// Where something else than two numbers stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines_as_written: Option<String>,
    /// `high`, `medium` or `low`; any other word is kept as written.
    pub relevance: Option<String>,
    pub snippet: Option<String>,
    pub note: Option<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("summary"),
    FieldSpec::required("confidence"),
    FieldSpec::deviation("confidence_as_written"),
    FieldSpec::required("results"),
    FieldSpec::required("results[].file"),
    FieldSpec::required("results[].lines"),
    FieldSpec::deviation("results[].lines_as_written"),
    FieldSpec::required("results[].relevance"),
    FieldSpec::optional("results[].snippet"),
    FieldSpec::optional("results[].note"),
    FieldSpec::optional("patterns"),
    FieldSpec::optional("next_steps"),
    FieldSpec::deviation("other_fields"),
];

impl Format for DelegateSearch {
    const SPEC: Spec = Spec {
        id: "delegate/search",
        slug: "delegate-search",
        name: "Search Response",
        producer: "delegate",
        gate: 9,
        openers: delegate::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&TEXT],
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
