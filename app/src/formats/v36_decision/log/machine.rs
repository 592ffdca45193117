//! The states of a task: the spawn goes from registration to the end of the work, and the close-out from there until
//! the chair was told.

use serde_json::Value;

use crate::formats::v36_decision::V36Decision;
use crate::formats::v36_decision::schema::{CLOSEOUT_STATES, SPAWN_STATES};

/// States that follow one another.
pub struct Machine {
    pub name: &'static str,
    pub path: &'static str,
    key: &'static str,
    pub states: &'static [&'static str],
}

pub const SPAWN: Machine =
    Machine { name: "spawn", path: "evidence.spawn_state", key: "spawn_state", states: SPAWN_STATES };
pub const CLOSEOUT: Machine = Machine {
    name: "close-out",
    path: "evidence.closeout_state",
    key: "closeout_state",
    states: CLOSEOUT_STATES,
};

impl Machine {
    /// How far the task is, by this record. `UNKNOWN` may stand at any time and is no step.
    pub fn step(&self, record: &V36Decision) -> Option<usize> {
        let state = record.evidence.get(self.key).and_then(Value::as_str)?;
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
