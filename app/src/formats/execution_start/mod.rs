//! 1.2, Execution Start: a line that says that a step begins, and which model takes it.

mod parse;
mod recognize;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use crate::chain::{ANNOUNCEMENTS, AnnouncedStep};
use crate::format::prelude::*;
use crate::reading::TEXT;

record! {
    pub struct ExecutionStart as camelCase {
        /// That of the heading `## Executing:` above the line.
        title: Option<String> = optional Text,
        #[serde(flatten)]
        step: AnnouncedStep = required Flat(AnnouncedStep::FIELDS),
        action: Option<String> = required Text,
        model: Option<String> = required Enum(&["opus", "sonnet", "haiku"]),
        /// In milliseconds since 1970 (UTC), where the text states it.
        timestamp: Option<u64> = optional Integer,
    }
}

impl Format for ExecutionStart {
    const SPEC: Spec = spec! {
        id: "1.2",
        slug: "execution-start",
        name: "Execution Start",
        revisions: &[Revision::Current],
        hints: Hints::titled(&["action"]),
        gate: 7,
        priority: Some(3),
        pattern: Some(r"^Spawning Step (\d+): (.+) \((.+)\)$"),
        openers: recognize::OPENERS,
        recognizer: Recognizer::Code(recognize::recognize),
        is_announcement: true,
        sets: &[&ANNOUNCEMENTS, &TEXT],
    };
    const PARSE: Parse<Self> = parse::parse;

    const SUMMARY: Summarize<Self> = |value| {
        let (number, action) = (value.step.name(), value.action.as_deref().unwrap_or_default());
        Summary::titled(Some(format!("Step {number} begins: {action}")))
    };

    fn moves(&self) -> Vec<Move> {
        self.step.moves(|step| Move::Started {
            title: self.title.clone(),
            step,
            action: self.action.clone(),
            model: self.model.clone(),
        })
    }
}
