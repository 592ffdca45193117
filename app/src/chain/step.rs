//! A step in the table of a chain.

use super::cells::step_name;
use super::status::{STATUSES, StepStatus};
use super::waits::with_parts;
use crate::declaration::{Source, record};
use crate::moves::{Planned, Progress, StepNumber};
use crate::reading::OtherCell;

pub const NUMBER_COLUMN: Source =
    Source::Column(&["#", "no", "number", "nr", "№", "step #", "step no", "id", "step"]);
pub const ACTION_COLUMN: Source =
    Source::Column(&["Action", "action/", "actions", "action path", "agent", "task", "step"]);

record! {
    pub struct ChainStep as camelCase {
        step_number: Option<u32> = required Integer; NUMBER_COLUMN,
        action: Option<String> = required Text; ACTION_COLUMN,
        model: Option<String> = required Enum(&["opus", "sonnet", "haiku"]);
            Column(&["Model", "models", "agent model", "llm"]),
        key_inputs: Option<String> = required Text; Column(&[
            "Key Inputs", "inputs", "key input", "input", "parameters", "params", "arguments", "scope",
        ]),
        /// The numbers of the steps that must be done before.
        waits_for: Vec<u32> = required List(&Integer); Column(&[
            "Waits For", "waits", "waits on", "wait for", "waiting for", "depends on", "dependencies",
            "dependency", "blocked by", "after",
        ]),
        /// The cell as written, if it isn't just a list of steps.
        #[serde(skip_serializing_if = "Option::is_none")]
        waits_for_as_written: Option<String> = deviation Text,
        status: Option<StepStatus> = required Enum(STATUSES); Column(&["Status", "state", "step status", "progress"]),
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

    /// Returns its number with the letter of a part.
    fn number(&self) -> Option<StepNumber> {
        let number = self.step_number?;
        Some(step_name(number, &self.other_cells).parse().unwrap_or(number.into()))
    }

    /// Returns the steps that it waits for, with the letters of parts where the cell has some.
    fn waits(&self) -> Vec<StepNumber> {
        match &self.waits_for_as_written {
            Some(written) => with_parts(written),
            None => self.waits_for.iter().copied().map(StepNumber::from).collect(),
        }
    }

    /// Returns the plan that a table of steps states.
    pub fn planned(steps: &[Self]) -> Vec<Planned> {
        let planned = |step: &Self| Planned {
            number: step.number(),
            action: step.action.clone(),
            model: step.model.clone(),
            inputs: step.key_inputs.clone(),
            waits_for: step.waits(),
            status: step.progress(),
        };
        steps.iter().map(planned).collect()
    }
}
