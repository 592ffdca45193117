//! 1.4, Execution Complete: what each step of a chain brought, once the chain is done.

mod check;
mod counts;
mod listed;
mod names;
mod parse;
mod recognize;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use crate::chain::{ACTION_COLUMN, Cells, NUMBER_COLUMN, STATUSES, STEPS, StepRow, StepStatus, step_name};
use crate::format::prelude::*;
use crate::moves::{Ended, StepNumber};
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, LABELS, OtherCell, TABLES, TEXT};

record! {
    pub struct ExecutionComplete as camelCase {
        title: Option<String> = required Text,
        steps: Vec<CompletedStep> = required Table(CompletedStep::FIELDS),
        logs_path: Option<String> = required Place;
            Label(&["Logs", "log", "logs path", "log path", "log folder", "logs folder"]),
        /// `None` as a word where the chain taught nothing.
        learnings: Option<String> = required Text;
            Label(&["Learnings", "learning", "key learnings", "lessons", "lessons learned"]),
        /// As the text claims it, not as its rows count up.
        total_steps: Option<u32> = optional Integer; Label(&["Total steps", "total", "step count"]),
        completed_steps: Option<u32> = optional Integer;
            Label(&["Completed steps", "completed", "steps completed", "successful steps"]),
        failed_steps: Option<u32> = optional Integer; Label(&["Failed steps", "failed", "steps failed"]),
    }

    pub struct CompletedStep as camelCase {
        step_number: Option<u32> = required Integer; NUMBER_COLUMN,
        action: Option<String> = required Text; ACTION_COLUMN,
        status: Option<StepStatus> = required Enum(STATUSES); Column(&["Status", "state", "step status"]),
        result: Option<String> = required Text;
            Column(&["Result", "results", "outcome", "output", "summary", "details", "notes"]),
        /// What is in columns that the contract does not have.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        other_cells: Vec<OtherCell> = deviation List(&Any(&[])),
    }
}

impl Format for ExecutionComplete {
    const SPEC: Spec = spec! {
        id: "1.4",
        slug: "execution-complete",
        contradictions: &[&rules::COUNT_MISMATCH, &rules::UNFINISHED_STEP],
        name: "Execution Complete",
        hints: Hints::titled(&["title"]),
        gate: 11,
        priority: Some(4),
        pattern: Some(r"^## Done: (.+)$"),
        openers: recognize::OPENERS,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &STEPS, &TABLES, &TEXT, &FENCES],
    };
    const PARSE: Parse<Self> = parse::parse;
    const CHECK: Check<Self> = check::check;

    const SUMMARY: Summarize<Self> = |value| {
        let has_known_status = |step: &CompletedStep| step.progress().is_some();
        let state = if value.count(Progress::Failed) > 0 || value.failed_steps.is_some_and(|count| count > 0)
        {
            State::Failed
        } else if !value.steps.is_empty() && value.steps.iter().all(has_known_status) {
            // Unless a step has not ended, which disproves it.
            State::Passed
        } else {
            State::None
        };
        Summary { title: value.title.clone(), state, ..Summary::default() }
    };

    fn moves(&self) -> Vec<Move> {
        let ended = |step: &CompletedStep| Ended {
            number: step.step_number.map(|number| {
                step_name(number, &step.other_cells).parse().unwrap_or(StepNumber::from(number))
            }),
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

impl StepRow for CompletedStep {
    const FIELDS: &'static [FieldSpec] = Self::FIELDS;

    fn read(cells: &Cells<'_>, sink: &mut Sink) -> Self {
        let missing = (&rules::MISSING_RESULT, "the step says nothing of its result");
        let place = cells.cell("result").unwrap_or(cells.row.span);
        Self {
            step_number: cells.number(sink),
            action: cells.action(sink),
            status: cells.status(sink),
            result: cells.required("result", place, missing, sink),
            other_cells: cells.other_cells(sink),
        }
    }
}

impl CompletedStep {
    fn progress(&self) -> Option<Progress> {
        self.status.as_ref().and_then(StepStatus::progress)
    }
}

impl ExecutionComplete {
    /// How many rows have a status.
    fn count(&self, status: Progress) -> usize {
        self.steps.iter().filter(|step| step.progress() == Some(status)).count()
    }
}
