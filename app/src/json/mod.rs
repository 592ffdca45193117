//! Reads JSON as agents write it, with the place of every value.
//!
//! An answer in JSON is bare, in a fence, or in the middle of prose; it has trailing commas, comments, a bare
//! `PASS|FAIL`, or ends in the middle of a word. The reader keeps what can be read and reports each
//! character that a strict reader would reject, in one pass.

mod contract;
mod escapes;
mod fields;
mod find;
mod in_string;
mod inner;
mod judge;
mod keys;
mod line;
mod names;
mod other_names;
mod placeholder;
mod reader;
mod rules;
mod space;
mod strings;
mod syntax_issue;
mod value;
mod values;
mod words;

pub use contract::{Property, contract, contract_within, markdown_contract};
pub use fields::{Tolerance, read_fields, record_of};
pub use find::{Found, find_objects, is_example};
pub use in_string::{AnswerContext, read_answer_block};
pub use inner::{Inner, read_inner};
pub use judge::{breaks_off, fits, judge, judge_fields, may_go_on, read_block, report_reading, report_slots};
pub use names::{Names, is_same_name};
pub use other_names::{Settling, Synonyms};
pub use placeholder::is_placeholder;
pub use reader::{Cut, Reading, read};
pub use rules::{
    ANSWER_IN_STRING, ANSWERS, BROKEN_JSON, FIELD_NAME, JSON, MISSING_FIELD, TRUNCATED_JSON, UNKNOWN_FIELD,
    UNKNOWN_FIELDS, UNKNOWN_VALUE, WRONG_TYPE,
};
pub use syntax_issue::{SyntaxIssue, SyntaxIssueKind};
pub use value::{Json, Kind, Member};
pub use values::{entries, flag_of, number_of};
