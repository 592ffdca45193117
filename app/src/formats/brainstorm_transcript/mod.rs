//! 5.3, Brainstorm Transcript: a conversation about an idea, and what came of it.

mod lists;
mod names;
mod parse;
mod questions;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use crate::format::prelude::*;
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, TEXT};

record! {
    pub struct BrainstormTranscript as camelCase {
        idea: Option<String> = required Text,
        classification: Option<String> = required Text,
        /// As written where it is no date.
        date: Option<String> = required Date,
        initial_context: Option<String> = required Markdown,
        questions: Vec<Question> = required Table(Question::FIELDS),
        key_insights: Vec<String> = required List(&Text),
        issues_risks: Vec<String> = required List(&Text),
        next_steps: Vec<String> = required List(&Text),
        open_questions: Vec<String> = required List(&Text),
        duration: Option<String> = required Duration,
        participants: Option<String> = required Text,
    }

    pub struct Question {
        /// As written, else by its place.
        number: u32 = required Integer; Column(&["#", "no", "number", "nr", "id"]),
        question: String = required Text; Column(&["Question", "q", "asked", "prompt"]),
        response: Option<String> = required Markdown;
            Column(&["Response", "answer", "a", "human response", "human", "reply"]),
    }
}

impl Format for BrainstormTranscript {
    const SPEC: Spec = spec! {
        id: "5.3",
        slug: "brainstorm-transcript",
        kind: Kind::Report,
        name: "Brainstorm Transcript",
        hints: Hints::titled(&["idea"]),
        producer: "brainstorm/",
        gate: 9,
        priority: Some(5),
        openers: parse::OPENERS,
        sets: &[&HEADINGS, &LABEL_NAMES, &TEXT, &FENCES],
    };
    const PARSE: Parse<Self> = parse::parse;
    const SUMMARY: Summarize<Self> = |value| Summary::titled(value.idea.clone());
}
