//! 2.1, Step Completion: a line that says what a step brought, and which comes next.

mod parse;
mod recognize;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use crate::chain::{ANNOUNCEMENTS, AnnouncedStep, COMPLETION_OPENERS, Done, NextStep};
use crate::format::prelude::*;
use crate::moves::Next;
use crate::reading::TEXT;

record! {
    pub struct StepCompletion as camelCase {
        #[serde(flatten)]
        step: AnnouncedStep = required Flat(AnnouncedStep::FIELDS),
        /// `failed` or `skipped`, where the step is not complete.
        #[serde(skip_serializing_if = "Option::is_none")]
        ended_as_written: Option<String> = deviation Text,
        action: Option<String> = required Text,
        /// In one line.
        result: Option<String> = required Text,
        next_step: Option<NextStep> = required Any(&[]),
        /// Words in brackets that call for a second look at the chain: `PATTERN`, `QUALITY`.
        signals: Vec<String> = optional List(&Text),
    }
}

impl Format for StepCompletion {
    const SPEC: Spec = spec! {
        id: "2.1",
        slug: "step-completion",
        name: "Step Completion",
        revisions: &[Revision::Current],
        hints: Hints::titled(&["action"]),
        gate: 6,
        priority: Some(0),
        pattern: Some(r"^>> Step (\d+) complete:"),
        openers: COMPLETION_OPENERS,
        recognizer: Recognizer::Code(recognize::recognize),
        is_announcement: true,
        sets: &[&ANNOUNCEMENTS, &TEXT],
    };
    const PARSE: Parse<Self> = parse::parse;

    const SUMMARY: Summarize<Self> = |value| {
        let (number, action) = (value.step.name(), value.action.as_deref().unwrap_or_default());
        let ended = value.ended_as_written.as_deref().unwrap_or("complete");
        Summary::titled(Some(format!("Step {number} {ended}: {action}")))
    };

    fn moves(&self) -> Vec<Move> {
        let next = match self.next_step {
            Some(NextStep::Step(number)) => Next::Step(number.into()),
            Some(NextStep::Done(Done::Done)) => Next::Done,
            None => Next::Unsaid,
        };
        self.step.moves(|step| match self.ended_as_written.as_deref() {
            Some("failed") => Move::Failed {
                title: None,
                step,
                action: self.action.clone(),
                message: self.result.clone(),
                options: Vec::new(),
            },
            _ => Move::Completed { step, action: self.action.clone(), result: self.result.clone(), next },
        })
    }
}
