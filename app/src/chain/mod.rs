//! The steps of a chain, as the tables of several formats have them.

mod cells;
mod circles;
mod columns;
mod completion;
mod lead;
mod lettered;
mod model;
mod next_step;
mod order;
mod rows;
mod spelled_number;
mod status;
mod step_numbers;
mod steps;
#[cfg(feature = "ssr")]
mod view;
mod waits;

use crate::declaration::record;
use crate::diagnostic::rule_set;
use crate::reading::OtherCell;

pub use cells::{Cells, number_of};
pub use circles::{circles, wait_in_circle};
pub use completion::{
    ANNOUNCEMENT_FORM, ANNOUNCEMENTS, AnnouncedStep, COMPLETION_OPENERS, CompletionLine, Ending,
    completion_lines,
};
pub use lead::lead;
pub use lettered::{lettered_number, step_name};
pub use model::{MODELS, model_in};
pub use next_step::{Continuation, Done, NextStep, names_one_step};
pub use order::report_order;
pub use spelled_number::spelled_number;
pub use status::StepStatus;
pub use step_numbers::{read_step_numbers, step_numbers};
pub use steps::{is_step_table, read_steps};
#[cfg(feature = "ssr")]
pub use view::{StatusBadge, StepTable, source_link};

record! {
    pub struct ChainStep as camelCase {
        step_number: Option<u32> = required Integer,
        action: Option<String> = required Text,
        model: Option<String> = required Enum(&["opus", "sonnet", "haiku"]),
        key_inputs: Option<String> = required Text,
        /// The numbers of the steps that must be done before.
        waits_for: Vec<u32> = required List,
        /// The cell, where it says something that is no list of steps.
        #[serde(skip_serializing_if = "Option::is_none")]
        waits_for_as_written: Option<String> = deviation Text,
        status: Option<StepStatus> = required Enum(&["pending", "running", "completed", "failed", "skipped"]),
        /// The cells of columns that the contract does not have.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        other_cells: Vec<OtherCell> = deviation List,
    }
}

rule_set! {
    STEPS "steps" "Steps" "steps.md":
    MISSING_STEPS "missing-steps" Error
        "table: `#`, Action, Model, Key Inputs, Waits For, Status"
        "nobody can tell what the chain does, or how far it is"
    MISSING_NUMBER "missing-number" Warning
        "steps, #: step number"
        "other steps and announcements refer to a step by its number"
    MISSING_ACTION "missing-action" Warning
        "steps, Action: action path"
        "nobody can tell what the step does"
    MISSING_STATUS "missing-status" Warning
        "steps, Status: enum (`pending` | `running` | `completed` | `failed` | `skipped`)"
        "nobody can tell how far the step is"
    UNKNOWN_STATUS "unknown-status" Warning
        "steps, Status: enum (`pending` | `running` | `completed` | `failed` | `skipped`)"
        "readers that follow the contract know five words only"
    STATUS_SPELLING "status-spelling" Warning
        "steps, Status: enum (`pending` | `running` | `completed` | `failed` | `skipped`)"
        "readers compare it letter by letter"
    DUPLICATE_STEP "duplicate-step" Warning
        "steps, #: step number"
        "whoever refers to that number refers to one of two"
}

rule_set! {
    WAITS "waits" "Order of steps" "waits.md":
    WAITS_SPELLING "waits-spelling" Warning
        "steps, Waits For: `#1`, `#1,#2` or `--`"
        "readers that follow the contract look for `#` before a number"
    UNREADABLE_WAITS "unreadable-waits" Warning
        "steps, Waits For: `#1`, `#1,#2` or `--`"
        "the order of the steps is unknown"
    MISSING_STEP "missing-step" Error
        "steps, Waits For against #"
        "a step that waits for one that does not exist never begins"
    CYCLE "cycle" Error
        "steps, Waits For"
        "steps that wait for each other never begin"
    EARLY_STEP "early-step" Warning
        "steps, Status against Waits For"
        "a step that begins before what it waits for works on what is not there yet"
}
