//! Reads JSON as agents write it, with the place of every value.
//!
//! An answer in JSON is bare, in a fence, or in the middle of prose; it has trailing commas, comments, a bare
//! `PASS|FAIL`, or ends in the middle of a word. The reader keeps what can be read and reports each
//! character that a strict reader would reject, in one pass.

mod escapes;
mod find;
mod in_string;
mod inner;
mod judge;
mod line;
mod names;
mod reader;
mod rules;
mod shape;
mod space;
mod strings;
mod syntax_issue;
mod value;
mod words;

pub use find::{Found, find_objects, is_example};
pub use in_string::{AnswerContext, read_answer_block};
pub use inner::{Inner, read_inner};
pub use judge::{
    breaks_off, fits, judge, judge_fields, may_go_on, read_block, report_reading, report_slots, stated_number,
};
pub use names::{Names, is_same_name};
pub use reader::{Cut, Reading, read};
pub use rules::{
    ANSWER_IN_STRING, ANSWERS, BROKEN_JSON, FIELD_NAME, JSON, MISSING_FIELD, TRUNCATED_JSON, UNKNOWN_VALUE,
    WRONG_TYPE,
};
pub use shape::{Property, Shape, is_placeholder, optional, required};
pub use syntax_issue::{SyntaxIssue, SyntaxIssueKind};
pub use value::{Json, Kind, Member};
