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

use crate::document::{Outcome, Summary};

pub use answer::read_answer;
pub use flags::{Evidence, check};
pub use kind::{GateKind, OPENERS, recognize};
pub use places::{Places, number_of};
pub use rules::{
    CONFLICTING_VERDICTS, GATES, INVALID_INPUTS, NO_EVIDENCE, NO_VERDICT, OLDER_SHAPE, SCOPE_VIOLATION,
    VERDICT_AGAINST_COUNTS,
};

/// The fields that every gate's answer may have.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GateAnswer {
    pub kind: GateKind,
    pub verdict: GateVerdict,
    pub outcome: GateOutcome,
    /// Two places that can't both be true.
    pub contradictions: Vec<Flag>,
    /// Other reasons to run the gate again, whatever the verdict.
    pub red_flags: Vec<Flag>,
    /// The answer is a template, or has slots that were not filled in.
    pub placeholders: bool,
    /// Where the verdict was read.
    pub verdict_field: Option<String>,
    pub gate_status: Option<String>,
    pub all_checks_passed: Option<bool>,
    pub task_id: Option<String>,
    pub working_dir: Option<String>,
    pub summary: Option<String>,
    pub blocking_issues: Vec<String>,
    pub files_modified: Vec<String>,
    pub commands_executed: Vec<Command>,
    pub pre_work_validation: Option<PreWorkValidation>,
    /// Members that no other field is read from, unchanged.
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    pub other_fields: serde_json::Map<String, serde_json::Value>,
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

/// A red flag, with the fields that it is read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Flag {
    pub flag: &'static str,
    pub message: String,
    pub places: Vec<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Command {
    pub command: Option<String>,
    pub exit_code: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PreWorkValidation {
    pub validation_passed: Option<bool>,
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
