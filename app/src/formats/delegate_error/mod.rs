//! A delegate's error: why it could not go on, what it had found by then, and what would help.

mod check;
mod markdown;
mod parse;
mod rules;
mod shape;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::delegate::{self, DELEGATES, Others};
use crate::diagnostic::Sink;
use crate::document::{Outcome, Summary};
use crate::format::{Block, Family, FieldSpec, Format, Spec};
use crate::json::{ANSWERS, JSON};
use crate::markdown::Outline;
use crate::reading::TEXT;
use crate::text::{Span, Text};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DelegateError {
    pub error: Option<bool>,
    /// `timeout`, `parse_error`, `insufficient_context` or `unsupported`; any other word is kept as written.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    pub message: Option<String>,
    /// What was found before it failed: some of any other response, or free text.
    pub partial_result: Option<serde_json::Value>,
    pub suggestion: Option<String>,
    /// Members that the contract has no field for, unchanged.
    #[serde(skip_serializing_if = "Others::is_empty")]
    pub other_fields: Others,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("error", FieldType::Flag),
    FieldSpec::required(
        "type",
        FieldType::Enum(&["timeout", "parse_error", "insufficient_context", "unsupported"]),
    ),
    FieldSpec::required("message", FieldType::Markdown),
    FieldSpec::optional("partial_result", FieldType::Any),
    FieldSpec::optional("partial_result.summary", FieldType::Markdown),
    FieldSpec::optional("partial_result.findings", FieldType::List),
    FieldSpec::optional("suggestion", FieldType::Markdown),
    FieldSpec::deviation("other_fields", FieldType::Record),
];

impl Format for DelegateError {
    const SPEC: Spec = Spec {
        id: "delegate/error",
        slug: "delegate-error",
        name: "Error Response",
        producer: "delegate",
        gate: 9,
        priority: None,
        pattern: None,
        openers: delegate::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&JSON, &ANSWERS, &DELEGATES, &TEXT],
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
        Summary {
            title: self.message.clone(),
            verdict: self.kind.clone(),
            outcome: Outcome::Fail,
            ..Summary::default()
        }
    }
}
