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
mod rules;
mod spelled_number;
mod status;
mod step;
mod step_numbers;
mod steps;
#[cfg(feature = "ssr")]
mod view;
mod waits;

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
pub use rules::{DUPLICATE_STEP, MISSING_ACTION, MISSING_STEPS, STEPS, WAITS};
pub use spelled_number::spelled_number;
pub use status::StepStatus;
pub use step::ChainStep;
pub use step_numbers::{read_step_numbers, step_numbers};
pub use steps::{is_step_table, read_steps};
#[cfg(feature = "ssr")]
pub use view::{StatusBadge, StepTable, source_link};
