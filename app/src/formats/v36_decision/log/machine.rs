//! The states of a task: the spawn goes from registration to the end of the work, the close-out from there to the report
//! to the chair.

use crate::diagnostic::Rule;
use crate::formats::v36_decision::evidence::Evidence;
use crate::formats::v36_decision::rules::{MISSING_CLOSEOUT, OPEN_CLOSEOUT, STATE_JUMP, STEP_BACK};
use crate::formats::v36_decision::{CLOSEOUT_STATES, SPAWN_STATES, V36Decision};
use crate::json::Json;

/// Between two records a task may pass so many states unseen.
const MOST_PASSED: usize = 1;

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

    /// Returns what is impossible about a step after another.
    pub fn judge(&self, before: usize, step: usize) -> Option<(&'static Rule, String)> {
        let passed = step.saturating_sub(before + 1);
        let (name, state) = (self.name, self.state(step));
        if step < before {
            Some((&STEP_BACK, format!("the {name} went back to `{state}`")))
        } else if passed > MOST_PASSED {
            Some((&STATE_JUMP, format!("the {name} jumped over {passed} states to `{state}`")))
        } else {
            None
        }
    }

    pub fn state(&self, step: usize) -> &'static str {
        self.states.get(step).copied().unwrap_or_default()
    }
}

/// Returns what is missing at the end of a trail: work that is done and not closed out, or a close-out that does not
/// reach the report to the chair.
pub fn judge_end(is_done: bool, farthest_closeout: Option<usize>) -> Option<(&'static Rule, String)> {
    let last = CLOSEOUT.states.len().saturating_sub(1);
    match farthest_closeout {
        None => {
            is_done.then(|| (&MISSING_CLOSEOUT, "the work is done, and no record closes it out".to_owned()))
        }
        Some(step) if step < last => {
            let (state, last) = (CLOSEOUT.state(step), CLOSEOUT.state(last));
            Some((&OPEN_CLOSEOUT, format!("the close-out ends at `{state}`, before `{last}`")))
        }
        Some(_) => None,
    }
}

/// `task-77+2.spawn` is a step of the run `task-77+2`.
pub fn run_of(task: &str) -> &str {
    task.split('.').next().unwrap_or(task)
}
