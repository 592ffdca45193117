//! A step in the table of a chain.

use super::status::StepStatus;
use crate::declaration::record;
use crate::moves::{Planned, Progress};
use crate::reading::OtherCell;

record! {
    pub struct ChainStep as camelCase {
        step_number: Option<u32> = required Integer,
        action: Option<String> = required Text,
        model: Option<String> = required Enum(&["opus", "sonnet", "haiku"]),
        key_inputs: Option<String> = required Text,
        /// The numbers of the steps that must be done before.
        waits_for: Vec<u32> = required List(&Integer),
        /// The cell, where it says something that is no list of steps.
        #[serde(skip_serializing_if = "Option::is_none")]
        waits_for_as_written: Option<String> = deviation Text,
        status: Option<StepStatus> = required Enum(&["pending", "running", "completed", "failed", "skipped"]),
        /// The cells of columns that the contract does not have.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        other_cells: Vec<OtherCell> = deviation List(&Any(&[])),
    }
}

impl ChainStep {
    /// Returns how far the step is; `None` for an unknown status.
    pub fn progress(&self) -> Option<Progress> {
        self.status.as_ref().and_then(StepStatus::progress)
    }

    /// Returns the plan that a table of steps states.
    pub fn planned(steps: &[Self]) -> Vec<Planned> {
        let planned = |step: &Self| Planned {
            number: step.step_number,
            action: step.action.clone(),
            model: step.model.clone(),
            inputs: step.key_inputs.clone(),
            waits_for: step.waits_for.clone(),
            status: step.progress(),
        };
        steps.iter().map(planned).collect()
    }
}
