//! A delegate's error: why it could not go on, what it had found by then, and what would help.

mod check;
mod markdown;
mod parse;
mod rules;
mod shape;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::declaration::{FieldSpec, FieldType, record};
use crate::delegate::{self, DELEGATES, Others};
use crate::diagnostic::Sink;
use crate::document::{Outcome, Summary};
use crate::format::{Format, Spec};
use crate::json::{ANSWERS, JSON};
use crate::reading::TEXT;

record! {
    pub struct DelegateError {
        error: Option<bool> = required Flag,
        /// `timeout`, `parse_error`, `insufficient_context` or `unsupported`; any other word is kept as written.
        kind as "type": Option<String> = required Enum(&[
            "timeout", "parse_error", "insufficient_context", "unsupported",
        ]),
        message: Option<String> = required Markdown,
        /// What was found before it failed: some of any other response, or free text.
        partial_result: Option<serde_json::Value> = optional Any(PARTIAL_RESULT),
        suggestion: Option<String> = optional Markdown,
        /// Members that the contract has no field for, unchanged.
        #[serde(skip_serializing_if = "Others::is_empty")]
        other_fields: Others = deviation Record(&[]),
    }
}

const PARTIAL_RESULT: &[FieldSpec] =
    &[FieldSpec::optional("summary", FieldType::Markdown), FieldSpec::optional("findings", FieldType::List)];

impl Format for DelegateError {
    const SPEC: Spec = Spec {
        id: "delegate/error",
        slug: "delegate-error",
        name: "Error Response",
        fields: Self::FIELDS,
        rules: rules::ALL,
        sets: &[&JSON, &ANSWERS, &DELEGATES, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.json"),
        ..delegate::SPEC
    };

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
