//! 6.1, Error Announcement: what failed, at which step, and what a person may do about it.

mod check;
mod names;
mod parse;
mod recognize;
mod recovery;
mod rules;
mod step;
#[cfg(feature = "viewers")]
mod view;

use crate::format::prelude::*;
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, LABELS, TEXT};

record! {
    pub struct ErrorAnnouncement as camelCase {
        title: Option<String> = required Text,
        step_number: Option<u32> = required Integer; Label(&["Step", "failed step", "step number", "at step"]),
        action: Option<String> = required Text; Label(&["Action", "failed action", "agent"]),
        message: Option<String> = required Markdown; Label(&["Message", "error message", "error"]),
        /// What was being attempted.
        context: Option<String> = required Markdown; Label(&[
            "Context", "attempted", "what was attempted", "what i was doing", "what was i doing",
        ]),
        /// The trace, or whatever else the text says of the error.
        stack_trace: Option<String> = optional Markdown; Label(&[
            "Stack trace", "stacktrace", "stack", "trace", "details", "additional details", "error details",
        ]),
        recovery_options: Vec<String> = required List(&Text); Label(&[
            "Recovery options", "recovery", "recovery option", "options", "recovery steps", "recovery actions",
        ]),
    }
}

impl Format for ErrorAnnouncement {
    const SPEC: Spec = spec! {
        id: "6.1",
        slug: "error-announcement",
        name: "Error Announcement",
        hints: Hints::titled(&["title", "message"]),
        gate: 8,
        priority: Some(1),
        pattern: Some(r"^## Error: (.+)$"),
        openers: recognize::OPENERS,
        recognizer: Recognizer::Code(recognize::recognize),
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &TEXT, &FENCES],
    };
    const PARSE: Parse<Self> = parse::parse;
    const CHECK: Check<Self> = check::check;

    const SUMMARY: Summarize<Self> = |value| Summary {
        title: value.title.clone().or_else(|| value.message.clone()),
        state: State::Failed,
        ..Summary::default()
    };

    fn moves(&self) -> Vec<Move> {
        vec![Move::Failed {
            title: self.title.clone(),
            step: self.step_number.map(Into::into),
            action: self.action.clone(),
            message: self.message.clone(),
            options: self.recovery_options.clone(),
        }]
    }
}
