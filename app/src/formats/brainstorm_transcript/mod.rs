//! 5.3, Brainstorm Transcript: a conversation about an idea, and what came of it.

mod lists;
mod names;
mod parse;
mod questions;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, FieldSpec, Format, Spec};
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, TEXT};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BrainstormTranscript {
    pub idea: Option<String>,
    pub classification: Option<String>,
    /// As written where it is no date.
    pub date: Option<String>,
    pub initial_context: Option<String>,
    pub questions: Vec<Question>,
    pub key_insights: Vec<String>,
    pub issues_risks: Vec<String>,
    pub next_steps: Vec<String>,
    pub open_questions: Vec<String>,
    pub duration: Option<String>,
    pub participants: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Question {
    /// As written, else by its place.
    pub number: u32,
    pub question: String,
    pub response: Option<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("idea", FieldType::Text),
    FieldSpec::required("classification", FieldType::Text),
    FieldSpec::required("date", FieldType::Date),
    FieldSpec::required("initialContext", FieldType::Markdown),
    FieldSpec::required("questions", FieldType::Table),
    FieldSpec::required("questions[].number", FieldType::Integer),
    FieldSpec::required("questions[].question", FieldType::Text),
    FieldSpec::required("questions[].response", FieldType::Markdown),
    FieldSpec::required("keyInsights", FieldType::List),
    FieldSpec::required("issuesRisks", FieldType::List),
    FieldSpec::required("nextSteps", FieldType::List),
    FieldSpec::required("openQuestions", FieldType::List),
    FieldSpec::required("duration", FieldType::Duration),
    FieldSpec::required("participants", FieldType::Text),
];

impl Format for BrainstormTranscript {
    const SPEC: Spec = Spec {
        id: "5.3",
        slug: "brainstorm-transcript",
        name: "Brainstorm Transcript",
        producer: "brainstorm/",
        gate: 9,
        priority: Some(5),
        pattern: None,
        openers: parse::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &LABEL_NAMES, &TEXT, &FENCES],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        Summary { title: self.idea.clone(), ..Summary::default() }
    }
}
