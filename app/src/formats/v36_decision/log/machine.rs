//! The states of a task: the spawn goes from registration to the end of the work, the close-out from there to the report
//! to the chair.

use crate::formats::v36_decision::evidence::Evidence;
use crate::formats::v36_decision::{CLOSEOUT_STATES, SPAWN_STATES, V36Decision};
use crate::json::Json;

/// States that follow one another.
pub struct Machine {
    pub name: &'static str,
    pub path: &'static str,
    key: &'static str,
    step: fn(&Evidence) -> Option<usize>,
    pub states: &'static [&'static str],
}

pub const SPAWN: Machine = Machine {
    name: "spawn",
    path: "evidence.spawn_state",
    key: "spawn_state",
    step: |evidence| evidence.spawn_step,
    states: SPAWN_STATES,
};
pub const CLOSEOUT: Machine = Machine {
    name: "close-out",
    path: "evidence.closeout_state",
    key: "closeout_state",
    step: |evidence| evidence.closeout_step,
    states: CLOSEOUT_STATES,
};

impl Machine {
    /// Returns the step that a record states. `UNKNOWN` may occur at any time and is no step.
    pub fn step(&self, record: &V36Decision) -> Option<usize> {
        (self.step)(&record.evidence)
    }

    /// Returns the step that the evidence of a record states.
    pub fn step_in(&self, evidence: &Json<'_>) -> Option<usize> {
        let state = evidence.get(self.key)?.text()?;
        self.states.iter().position(|known| *known == state && *known != "UNKNOWN")
    }

    pub fn state(&self, step: usize) -> &'static str {
        self.states.get(step).copied().unwrap_or_default()
    }
}

/// `task-77+2.spawn` is a step of the run `task-77+2`.
pub fn run_of(task: &str) -> &str {
    task.split('.').next().unwrap_or(task)
}
