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

use serde::Serialize;

use crate::diagnostic::Rule;
use crate::reading::{ColumnRules, OtherCell, TableRules};

pub use cells::{Cells, number_of};
pub use circles::{circles, wait_in_circle};
pub use completion::{
    AnnouncedStep, COMPLETION_OPENERS, CompletionLine, CompletionRules, Ending, completion_lines,
};
pub use lead::lead;
pub use lettered::{lettered_number, step_name};
pub use model::{MODELS, model_in};
pub use next_step::{Continuation, Done, NextStep, names_one_step};
pub use order::{OrderRules, report_order};
pub use spelled_number::spelled_number;
pub use status::{StatusRules, StepStatus};
pub use step_numbers::{read_step_numbers, step_numbers};
pub use steps::{is_step_table, read_steps};
#[cfg(feature = "ssr")]
pub use view::{StatusBadge, StepTable, source_link};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChainStep {
    pub step_number: Option<u32>,
    pub action: Option<String>,
    pub model: Option<String>,
    pub key_inputs: Option<String>,
    /// The numbers of the steps that must be done before.
    pub waits_for: Vec<u32>,
    /// The cell, where it says something that is no list of steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits_for_as_written: Option<String>,
    pub status: Option<StepStatus>,
    /// The cells of columns that the contract does not have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_cells: Vec<OtherCell>,
}

/// The rules of a room for the rows of a chain's table.
#[derive(Debug)]
pub struct StepRules {
    pub table: TableRules,
    pub columns: ColumnRules,
    pub status: StatusRules,
    pub missing_number: &'static Rule,
    pub missing_action: &'static Rule,
    pub waits_spelling: &'static Rule,
    pub unreadable_waits: &'static Rule,
}
