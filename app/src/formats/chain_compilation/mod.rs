//! 1.1, Chain Compilation: which steps a chain will take, before anybody takes one.

mod check;
mod descriptions;
mod execution;
mod parse;
mod recognize;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use crate::chain::{ChainStep, STEPS, WAITS};
use crate::format::prelude::*;
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, LABELS, TABLES, TEXT};

record! {
    pub struct ChainCompilation as camelCase {
        title: Option<String> = required Text,
        request: Option<String> = required Text;
            Label(&["Request", "user request", "human request", "task", "goal"]),
        /// A flow, "Composed from: …", or "Meta-task".
        source: Option<String> = required Text; Label(&["Source", "flow", "origin", "based on"]),
        steps: Vec<ChainStep> = required Table(ChainStep::FIELDS),
        /// `Sequential`, `Parallel: [1,2] -> [3]` or `Single step`.
        execution: Option<String> = required Text;
            Label(&["Execution", "execution mode", "execution order", "execution plan", "mode", "order"]),
        step_descriptions: Vec<StepDescription> = required Table(StepDescription::FIELDS);
            Label(&["What each step does", "what the steps do", "step descriptions", "step details"]),
    }

    pub struct StepDescription as camelCase {
        step_number: Option<u32> = required Integer,
        action: Option<String> = required Text,
        description: Option<String> = required Markdown,
    }
}

impl Format for ChainCompilation {
    const SPEC: Spec = spec! {
        id: "1.1",
        slug: "chain-compilation",
        name: "Chain Compilation",
        hints: Hints::titled(&["title", "request"]),
        gate: 4,
        priority: Some(0),
        pattern: Some(r"^## Chain: (.+)$"),
        openers: recognize::OPENERS,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &STEPS, &WAITS, &TABLES, &TEXT, &FENCES],
    };
    const PARSE: Parse<Self> = parse::parse;
    const CHECK: Check<Self> = check::check;
    const SUMMARY: Summarize<Self> =
        |value| Summary::titled(value.title.clone().or_else(|| value.request.clone()));

    fn moves(&self) -> Vec<Move> {
        vec![Move::Compiled {
            title: self.title.clone(),
            request: self.request.clone(),
            source: self.source.clone(),
            steps: ChainStep::planned(&self.steps),
        }]
    }
}
