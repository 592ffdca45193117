//! The common parts of Reaper's three gate verdicts: pass or fail from fields alone, and red flags.

mod answer;
mod contract;
mod duplicates;
mod evidence;
mod flags;
mod globs;
mod kind;
mod names;
mod options;
mod others;
mod reason;
mod rules;
mod scope;
mod verdict;
#[cfg(feature = "viewers")]
pub mod view;
mod work;

use crate::block::Block;
use crate::declaration::Hints;
use crate::diagnostic::{Rule, Sink};
use crate::document::{Kind, Summary};
use crate::format::{Format, Recognizer, Spec};
use crate::json;

use kind::{OPENERS, recognize};

pub use answer::read_answer;
pub use contract::Contract;
pub use evidence::Evidence;
pub use flags::check;
pub use kind::GateKind;
pub use options::GateOptions;
pub use rules::{
    CONFLICTING_VALUES, CONFLICTING_VERDICTS, GATES, INVALID_INPUTS, MISSING_EVIDENCE, NO_EVIDENCE,
    NO_VERDICT, OLDER_SHAPE, SCOPE_VIOLATION, VERDICT_AGAINST_COUNTS,
};
pub use verdict::{Command, Flag, GateAnswer, GateOutcome, GateVerdict, PreWorkValidation};

/// What disproves the verdict of any gate.
const CONTRADICTIONS: &[&Rule] = &[&VERDICT_AGAINST_COUNTS, &CONFLICTING_VERDICTS, &CONFLICTING_VALUES];

/// What the formats of all gates have in common.
pub const SPEC: Spec = Spec {
    kind: Kind::Verdict,
    gate: 9,
    contradictions: CONTRADICTIONS,
    openers: OPENERS,
    recognizer: Recognizer::Family(recognize),
    is_announcement: true,
    is_example: json::is_example,
    version: "ADR-0009",
    hints: Hints::titled(&["task_id"]).judged("outcome", &["pass"], &["fail", "redeploy"]),
    ..Spec::BASE
};

/// The format of a gate's answer.
pub trait Gate: Format {
    /// Reads an answer, and judges it with what its reader knows besides.
    const JUDGE: Judge<Self>;

    fn answer(&self) -> &GateAnswer;
}

pub type Judge<T> = fn(&Block<'_>, &GateOptions, &mut Sink) -> T;

impl GateAnswer {
    /// One line for a list.
    pub fn summary(&self) -> Summary {
        Summary {
            title: self.task_id.as_ref().map(|task| format!("{}: {task}", self.kind.as_str())),
            verdict: Some(self.outcome.as_str().to_owned()),
            state: SPEC.hints.state(Some(self.outcome.as_str())),
            ..Summary::default()
        }
    }
}
