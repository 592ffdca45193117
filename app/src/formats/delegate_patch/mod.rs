//! A delegate's patch: what it would change, line by line, and how to see that it works.

mod check;
mod hunk;
mod markdown;
mod parse;
mod rules;
mod unified;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::delegate::{self, CLAIMS, DELEGATES, Others};
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, Family, FieldSpec, Format, Spec};
use crate::json::{ANSWERS, JSON};
use crate::markdown::Outline;
use crate::reading::TEXT;
use crate::text::{Span, Text};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DelegatePatch {
    pub summary: Option<String>,
    /// `high`, `medium` or `low`; any other word is kept as written.
    pub confidence: Option<String>,
    /// The whole text, where it is more than the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence_as_written: Option<String>,
    pub patches: Vec<Patch>,
    pub verification: Verification,
    /// Members that the contract has no field for, unchanged.
    #[serde(skip_serializing_if = "Others::is_empty")]
    pub other_fields: Others,
}

/// The changes to one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Patch {
    pub file: Option<String>,
    pub hunks: Vec<Hunk>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Hunk {
    pub start_line: Option<u32>,
    /// Only an answer in Markdown states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    pub old_lines: Vec<String>,
    pub new_lines: Vec<String>,
    pub description: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Verification {
    pub commands: Vec<String>,
    pub expected: Option<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("summary", FieldType::Markdown),
    FieldSpec::required("confidence", FieldType::Enum(&["high", "medium", "low"])),
    FieldSpec::deviation("confidence_as_written", FieldType::Text),
    FieldSpec::required("patches", FieldType::Table),
    FieldSpec::required("patches[].file", FieldType::Place),
    FieldSpec::required("patches[].hunks", FieldType::Table),
    FieldSpec::required("patches[].hunks[].start_line", FieldType::Integer),
    FieldSpec::deviation("patches[].hunks[].end_line", FieldType::Integer),
    FieldSpec::required("patches[].hunks[].old_lines", FieldType::List),
    FieldSpec::required("patches[].hunks[].new_lines", FieldType::List),
    FieldSpec::optional("patches[].hunks[].description", FieldType::Markdown),
    FieldSpec::optional("verification", FieldType::Record),
    FieldSpec::optional("verification.commands", FieldType::List),
    FieldSpec::optional("verification.expected", FieldType::Text),
    FieldSpec::deviation("other_fields", FieldType::Record),
];

impl Format for DelegatePatch {
    const SPEC: Spec = Spec {
        id: "delegate/patch",
        slug: "delegate-patch",
        name: "Patch Response",
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
