use std::ops::Range;

use crate::format::Spec;

/// What is wrong with a file that declares a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Bytes of the file.
    pub span: Range<usize>,
    pub message: String,
    /// What to write instead, if that is known.
    pub help: Option<String>,
}

impl Problem {
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// A file that should declare a format and doesn't.
#[derive(Clone, Debug)]
pub struct RefusedFile {
    pub name: String,
    /// What is wrong: the lines of the file, with a caret at the place. Of many problems only the first.
    pub problems: Vec<String>,
    pub not_drawn: u32,
    /// The last good version of the format, which goes on being read by.
    pub instead: Option<&'static Spec>,
}
