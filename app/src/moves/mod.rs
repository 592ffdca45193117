//! What a block reports about a chain. Formats produce moves, the store keeps them, and a session folds them.

mod step_number;

use serde::{Deserialize, Serialize};

use crate::document::{State, Tally};

pub use step_number::StepNumber;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "move", rename_all = "kebab-case")]
pub enum Move {
    /// A request was routed to its context and flow.
    Routed {
        request: Option<String>,
        context: Option<String>,
        flow: Option<String>,
    },
    /// A chain is planned.
    Compiled {
        title: Option<String>,
        request: Option<String>,
        source: Option<String>,
        steps: Vec<Planned>,
    },
    /// A chain's table again, with other steps or statuses.
    Updated {
        title: Option<String>,
        changes: Option<String>,
        steps: Vec<Planned>,
    },
    Started {
        title: Option<String>,
        step: Option<StepNumber>,
        action: Option<String>,
        model: Option<String>,
    },
    Completed {
        step: Option<StepNumber>,
        action: Option<String>,
        result: Option<String>,
        next: Next,
    },
    /// A step's result with the second opinion of another model.
    SecondOpinion {
        step: Option<StepNumber>,
        action: Option<String>,
        summary: Option<String>,
        missed: Option<u32>,
        disagreements: Option<u32>,
        /// The paths of both reports, the original's first.
        logs: Vec<String>,
        /// The verdict and the score that the original is quoted with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdict: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<u8>,
    },
    SecondOpinionSkipped {
        step: Option<StepNumber>,
        reason: Option<String>,
    },
    /// A person is asked.
    HumanGate {
        step: Option<StepNumber>,
        prompt: Option<String>,
    },
    Failed {
        title: Option<String>,
        step: Option<StepNumber>,
        action: Option<String>,
        message: Option<String>,
        options: Vec<String>,
    },
    Done {
        title: Option<String>,
        logs: Option<String>,
        learnings: Option<String>,
        steps: Vec<Ended>,
    },
    /// A line in the index of executions.
    Indexed {
        descriptions: Vec<String>,
    },
    Learned {
        action: Option<String>,
        issue: Option<String>,
    },
    SessionStarted {
        project: Option<String>,
    },
    /// A report or a verdict that belongs to a step.
    Report(Report),
}

impl Move {
    /// Returns the chain's title and the step that it names.
    pub fn chain_and_step(&self) -> (Option<&str>, Option<u32>) {
        match self {
            Self::Compiled { title, .. } | Self::Updated { title, .. } | Self::Done { title, .. } => {
                (title.as_deref(), None)
            }
            Self::Started { title, step, .. } | Self::Failed { title, step, .. } => {
                (title.as_deref(), step.map(|step| step.number))
            }
            Self::Completed { step, .. }
            | Self::SecondOpinion { step, .. }
            | Self::SecondOpinionSkipped { step, .. }
            | Self::HumanGate { step, .. } => (None, step.map(|step| step.number)),
            Self::Routed { .. }
            | Self::Indexed { .. }
            | Self::Learned { .. }
            | Self::SessionStarted { .. }
            | Self::Report(_) => (None, None),
        }
    }
}

/// A step in a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Planned {
    pub number: Option<StepNumber>,
    pub action: Option<String>,
    pub model: Option<String>,
    pub inputs: Option<String>,
    pub waits_for: Vec<StepNumber>,
    pub status: Option<Progress>,
}

/// A step in the completion report of a chain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ended {
    pub number: Option<StepNumber>,
    pub action: Option<String>,
    pub status: Option<Progress>,
    pub result: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Report {
    /// The format's id and name.
    pub format: String,
    pub name: String,
    pub title: Option<String>,
    pub verdict: Option<String>,
    pub state: State,
    pub score: Option<u8>,
    pub tally: Tally,
}

/// What comes after a step, according to its announcement.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    Step(StepNumber),
    Done,
    #[default]
    Unsaid,
}

crate::named::named! {
    /// How far a step is.
    #[derive(Default, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum Progress {
        #[default]
        Pending = "pending",
        Running = "running",
        /// For a person.
        Waiting = "waiting",
        Skipped = "skipped",
        Failed = "failed",
        Completed = "completed",
    }
}

impl Progress {
    /// Returns the state of a step that is so far. One that hasn't started has none, nor has one that was skipped.
    pub const fn state(self) -> State {
        match self {
            Self::Pending | Self::Skipped => State::None,
            Self::Running => State::Running,
            Self::Waiting => State::Waiting,
            Self::Failed => State::Failed,
            Self::Completed => State::Passed,
        }
    }

    /// Returns whether dependent steps may start.
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Completed | Self::Skipped)
    }

    pub const fn has_ended(self) -> bool {
        matches!(self, Self::Completed | Self::Skipped | Self::Failed)
    }
}

impl Planned {
    /// Returns the steps of a late or repeated table, without the status `pending`, which may be outdated.
    pub(crate) fn without_pending(steps: &[Self]) -> Vec<Self> {
        let step = |step: &Self| Self {
            status: step.status.filter(|status| *status != Progress::Pending),
            ..step.clone()
        };
        steps.iter().map(step).collect()
    }
}
