//! Why no format can be proposed.

use std::fmt;

use super::{LONGEST_EXAMPLE, MOST_EXAMPLES};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearnError {
    NoExamples,
    TooMany,
    TooLong(String),
    /// Some are in JSON, others in Markdown.
    TwoKinds,
    /// The example has no heading and no object.
    NothingToRead(String),
    /// The examples open differently; the headings as they are written.
    NoSharedHeading(Vec<String>),
    /// The heading is shared, and nothing else.
    NothingInCommon,
    /// No key is in all objects.
    NoSharedKey,
    /// The proposal does not recognize an example.
    Unrecognized(String),
    /// The proposal can't be compiled.
    Refused(String),
}

impl fmt::Display for LearnError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoExamples => formatter.write_str("there is no example"),
            Self::TooMany => write!(formatter, "there are more than {MOST_EXAMPLES} examples"),
            Self::TooLong(name) => write!(formatter, "{name} is longer than {LONGEST_EXAMPLE} bytes"),
            Self::TwoKinds => formatter
                .write_str("some examples are in JSON and others in Markdown; a format is one or the other"),
            Self::NothingToRead(name) => write!(
                formatter,
                "{name} has neither a heading nor a JSON object; a format opens with `# Name: title` or by its keys. \
                 For documents that are a line each, write `line = '^…'` in a file of `harmony format new`"
            ),
            Self::NoSharedHeading(headings) => write!(
                formatter,
                "the examples open with different headings ({}); a format opens with words that all of them have, \
                 alone or before a colon or a spaced dash, as in `# Incident Report: title`",
                headings.iter().map(|heading| format!("`{heading}`")).collect::<Vec<_>>().join(", ")
            ),
            Self::NothingInCommon => formatter
                .write_str("the examples have no title, label or section in common below their heading"),
            Self::NoSharedKey => formatter.write_str("no key is in all objects of the examples"),
            Self::Unrecognized(name) => {
                write!(formatter, "what the examples have in common does not recognize {name}")
            }
            Self::Refused(message) => write!(formatter, "the proposal is no format: {message}"),
        }
    }
}

impl std::error::Error for LearnError {}
