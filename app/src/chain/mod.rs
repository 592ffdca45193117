//! The steps of a chain, as the tables of several formats have them.

mod action_path;
mod cells;
mod circles;
mod columns;
mod completion;
mod lead;
mod model;
mod next_step;
mod order;
mod rows;
mod rules;
mod spelled_number;
mod status;
mod step;
mod step_numbers;
mod steps;
#[cfg(feature = "viewers")]
mod view;
mod waits;

pub use action_path::report_action_path;
pub use cells::{Cells, number_of, step_name};
pub use circles::{circles, wait_in_circle};
pub use completion::{
    ANNOUNCEMENT_FORM, ANNOUNCEMENTS, COMPLETION_OPENERS, CompletionLine, Ending, completion_lines,
    report_lead,
};
pub use lead::lead;
pub use model::{MODELS, model_in};
pub use next_step::{Continuation, Done, NextStep, names_one_step};
pub use order::{report_duplicates, report_order};
pub use rules::{MISSING_STEPS, STEPS, WAITS};
pub use spelled_number::spelled_number;
pub use status::{STATUSES, StepStatus, of_sign};
pub use step::{ACTION_COLUMN, ChainStep, NUMBER_COLUMN};
pub use step_numbers::{AnnouncedStep, step_numbers};
pub use steps::{StepRow, has_steps, is_step_table, read_steps, required_steps};
#[cfg(feature = "viewers")]
pub use view::{ShownStep, StepTable, next_step};
