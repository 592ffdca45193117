//! 1.4, Execution Complete: what each step of a chain brought, once the chain is done.

mod check;
mod counts;
mod listed;
mod names;
mod parse;
mod recognize;
mod rules;
mod steps;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::chain::{STEPS, StepStatus};
use crate::declaration::record;
use crate::diagnostic::Sink;
use crate::document::{Outcome, Summary};
use crate::format::{Format, Spec};
use crate::moves::{Ended, Move, Progress};
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, LABELS, OtherCell, TABLES, TEXT};

record! {
    pub struct ExecutionComplete as camelCase {
        title: Option<String> = required Text,
        steps: Vec<CompletedStep> = required Table(CompletedStep::FIELDS),
        logs_path: Option<String> = required Place,
        /// `None` as a word where the chain taught nothing.
        learnings: Option<String> = required Text,
        /// As the text claims it, not as its rows count up.
        total_steps: Option<u32> = optional Integer,
        completed_steps: Option<u32> = optional Integer,
        failed_steps: Option<u32> = optional Integer,
    }
}

record! {
    pub struct CompletedStep as camelCase {
        step_number: Option<u32> = required Integer,
        action: Option<String> = required Text,
        status: Option<StepStatus> = required Enum(&["pending", "running", "completed", "failed", "skipped"]),
        result: Option<String> = required Text,
        /// What stands in columns that the contract does not have.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        other_cells: Vec<OtherCell> = deviation List(&Any(&[])),
    }
}

impl Format for ExecutionComplete {
    const SPEC: Spec = Spec {
        id: "1.4",
        slug: "execution-complete",
        name: "Execution Complete",
        gate: 11,
        priority: Some(4),
        pattern: Some(r"^## Done: (.+)$"),
        openers: recognize::OPENERS,
        fields: Self::FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &STEPS, &TABLES, &TEXT, &FENCES],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
        ..Spec::BASE
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn check(&self, block: &Block<'_>, sink: &mut Sink) {
        check::check(self, block, sink);
    }

    fn summary(&self) -> Summary {
        let are_settled = |step: &CompletedStep| step.progress().is_some_and(Progress::is_settled);
        let outcome = if self.count(Progress::Failed) > 0 || self.failed_steps.is_some_and(|count| count > 0)
        {
            Outcome::Fail
        } else if !self.steps.is_empty() && self.steps.iter().all(are_settled) {
            Outcome::Pass
        } else {
            Outcome::Unknown
        };
        Summary { title: self.title.clone(), outcome, ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        let ended = |step: &CompletedStep| Ended {
            number: step.step_number,
            action: step.action.clone(),
            status: step.progress(),
            result: step.result.clone(),
        };
        vec![Move::Done {
            title: self.title.clone(),
            logs: self.logs_path.clone(),
            learnings: self.learnings.clone(),
            steps: self.steps.iter().map(ended).collect(),
        }]
    }
}

impl CompletedStep {
    fn progress(&self) -> Option<Progress> {
        self.status.as_ref().and_then(StepStatus::progress)
    }
}

impl ExecutionComplete {
    /// Counts the rows of a status.
    fn count(&self, progress: Progress) -> usize {
        self.steps.iter().filter(|step| step.progress() == Some(progress)).count()
    }
}
