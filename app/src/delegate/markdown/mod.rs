//! Reads responses with headings in the place of JSON fields.

mod entry;
mod labelled;
mod lines;
mod place;
mod runs;
mod sections;

pub use entry::{
    bare, code, decimal, entries, first_line, flush, lines_of, member, note, pieces, row, spaced_dash, tag,
    word,
};
pub use lines::{ACTIONS, SEVERITIES, TYPES, take_place};
pub use place::place;
pub use runs::{PatchMark, Run, runs};
pub use sections::{SectionForm, Sections};
