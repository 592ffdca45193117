//! 3.1, Human Gate: where the chain waits for a person to decide.

mod heading;
mod parse;
mod question;
mod recognize;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use crate::format::prelude::*;
use crate::reading::{HEADINGS, TEXT};

record! {
    pub struct HumanGate as camelCase {
        step_number: Option<u32> = required Integer,
        /// What the heading says besides.
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String> = deviation Text,
        /// Markdown, as the contract leaves it free.
        content: Option<String> = required Markdown,
        /// The question that the person is asked.
        prompt: Option<String> = optional Text; Label(&[
            "Question", "prompt", "decision", "decision needed", "decision required", "ask", "approval needed",
        ]),
    }
}

impl Format for HumanGate {
    const SPEC: Spec = spec! {
        id: "3.1",
        slug: "human-gate",
        name: "Human Gate",
        hints: Hints::titled(&["prompt", "title"]),
        gate: 6,
        priority: Some(5),
        openers: recognize::OPENERS,
        recognizer: Recognizer::Code(recognize::recognize),
        // A flow that describes its gates goes on below each.
        is_announcement: true,
        sets: &[&HEADINGS, &TEXT],
    };
    const PARSE: Parse<Self> = parse::parse;

    const SUMMARY: Summarize<Self> = |value| {
        let step = value.step_number.map(|number| format!("Step {number}"));
        Summary::titled(value.prompt.clone().or(value.title.clone()).or(step))
    };

    fn moves(&self) -> Vec<Move> {
        vec![Move::HumanGate { step: self.step_number.map(Into::into), prompt: self.prompt.clone() }]
    }
}
