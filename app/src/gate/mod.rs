//! The common parts of Reaper's three gate verdicts: pass or fail from fields alone, and red flags.

mod answer;
mod duplicates;
mod flags;
mod kind;
mod names;
mod others;
mod places;
mod rules;
#[cfg(feature = "ssr")]
pub mod view;

use serde::Serialize;

use crate::declaration::record;
use crate::document::{Outcome, Summary};
use crate::format::{Recognizer, Spec};
use crate::json;

use kind::{OPENERS, recognize};

pub use answer::read_answer;
pub use flags::{Evidence, check};
pub use kind::GateKind;
pub use places::{Places, number_of};
pub use rules::{
    CONFLICTING_VERDICTS, GATES, INVALID_INPUTS, NO_EVIDENCE, NO_VERDICT, OLDER_SHAPE, SCOPE_VIOLATION,
    VERDICT_AGAINST_COUNTS,
};

/// What the formats of all gates have in common.
pub const SPEC: Spec = Spec {
    gate: 9,
    openers: OPENERS,
    recognizer: Recognizer::Family(recognize),
    is_announcement: true,
    is_example: json::is_example,
    ..Spec::BASE
};

record! {
    /// The fields that every gate's answer may have.
    pub struct GateAnswer {
        kind: GateKind = required Text,
        verdict: GateVerdict = required Text,
        outcome: GateOutcome = required Text,
        /// Two places that can't both be true.
        contradictions: Vec<Flag> = deviation Table(self::Flag::FIELDS),
        /// Other reasons to run the gate again, whatever the verdict.
        red_flags: Vec<Flag> = deviation Table(self::Flag::FIELDS),
        /// The answer is a template, or has slots that were not filled in.
        placeholders: bool = required Flag,
        /// Where the verdict was read.
        verdict_field: Option<String> = required Text,
        gate_status: Option<String> = required Text,
        all_checks_passed: Option<bool> = optional Flag,
        task_id: Option<String> = optional Text,
        working_dir: Option<String> = optional Place,
        summary: Option<String> = required Markdown,
        blocking_issues: Vec<String> = required List,
        files_modified: Vec<String> = optional List,
        commands_executed: Vec<Command> = optional Table(Command::FIELDS),
        pre_work_validation: Option<PreWorkValidation> = optional Record(PreWorkValidation::FIELDS),
        /// Members that no other field is read from, unchanged.
        #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
        other_fields: serde_json::Map<String, serde_json::Value> = deviation Record(&[]),
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GateVerdict {
    Pass,
    Fail,
    /// No field states it.
    #[default]
    Undecidable,
}

impl GateVerdict {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Undecidable => "undecidable",
        }
    }
}

/// What the orchestrator does with the verdict.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GateOutcome {
    Pass,
    Fail,
    /// A red flag: the work is done again, whatever the verdict.
    Redeploy,
    #[default]
    Undecidable,
}

impl GateOutcome {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Redeploy => "redeploy",
            Self::Undecidable => "undecidable",
        }
    }
}

impl From<GateVerdict> for GateOutcome {
    fn from(verdict: GateVerdict) -> Self {
        match verdict {
            GateVerdict::Pass => Self::Pass,
            GateVerdict::Fail => Self::Fail,
            GateVerdict::Undecidable => Self::Undecidable,
        }
    }
}

record! {
    /// A red flag, with the fields that it is read from.
    #[derive(Eq)]
    pub struct Flag {
        flag: &'static str = deviation Text,
        message: String = deviation Markdown,
        places: Vec<&'static str> = deviation List,
    }
}

record! {
    #[derive(Eq)]
    pub struct Command {
        command: Option<String> = optional Text,
        exit_code: Option<i64> = optional Integer,
    }
}

record! {
    #[derive(Eq)]
    pub struct PreWorkValidation {
        validation_passed: Option<bool> = optional Flag,
    }
}

impl GateAnswer {
    /// One line for a list.
    pub fn summary(&self) -> Summary {
        Summary {
            title: self.task_id.as_ref().map(|task| format!("{}: {task}", self.kind.as_str())),
            verdict: Some(self.outcome.as_str().to_owned()),
            outcome: match self.outcome {
                GateOutcome::Pass => Outcome::Pass,
                GateOutcome::Fail | GateOutcome::Redeploy => Outcome::Fail,
                GateOutcome::Undecidable => Outcome::Unknown,
            },
            ..Summary::default()
        }
    }
}
