//! Reads small pieces of text as their authors meant them: words, numbers, scores, places in files.
//!
//! Agents decorate what a contract wants plain (`**HIGH**`, `🟡 Pending`, `92/100`, `L42-45`). Every room reads
//! such pieces through these functions, so that a deviation understood in one format is understood in all.

mod choice;
mod clean;
mod columns;
mod count;
mod line_number;
mod location;
mod nothing;
mod score;
mod table_shape;
mod title;

pub use choice::{Choice, choose, edit_distance, nearest};
pub use clean::{clean, cleaned, is_none, normal, same_but_dashes, with_normal};
pub use columns::{ColumnName, Columns};
pub use count::counted;
pub use line_number::{LineNumbers, line_numbers};
pub use location::{Location, location};
pub use nothing::says_nothing;
pub use score::{Score, ScoreForm, score};
pub use table_shape::{TableRules, line_break, report_row, report_table};
pub use title::{NumberedTitle, numbered_title};
