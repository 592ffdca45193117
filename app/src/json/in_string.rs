//! An answer that is a block of its own, or the string that a program passes it on in.

use super::inner::{Inner, read_inner};
use super::reader::{Cut, Reading, read};
use super::rules::ANSWER_IN_STRING;
use super::value::Json;
use crate::block::Block;
use crate::diagnostic::{Diagnostic, Sink};

/// What a block was read as.
#[derive(Debug)]
pub struct AnswerReading<'t> {
    pub reading: Reading<'t>,
    /// The answer is in a string, where an edit would have to be escaped.
    pub is_in_string: bool,
}

/// Reads the object that a block begins with; of a block that is a string, the wanted object in it.
pub fn read_answer_block<'t>(
    block: &Block<'t>,
    is_wanted: impl Fn(&Json<'_>) -> bool,
    sink: &mut Sink,
) -> AnswerReading<'t> {
    let source = block.text.source();
    let is_string = block.span.slice(source).starts_with('"');
    let Some(Inner { reading, whole }) =
        is_string.then(|| read_inner(source, block.span, is_wanted)).flatten()
    else {
        return AnswerReading { reading: read(source, block.span), is_in_string: false };
    };
    let found = Diagnostic::new(&ANSWER_IN_STRING, block.span, "the answer is in a string");
    sink.report(match whole {
        Some(whole) => found.fix("Write it as it is", block.span, whole),
        None => found,
    });
    AnswerReading { reading, is_in_string: true }
}

/// What surrounds an answer, which decides which fixes can be suggested.
#[derive(Copy, Clone, Debug)]
pub struct AnswerContext {
    pub cut: Option<Cut>,
    pub is_in_string: bool,
}

impl AnswerReading<'_> {
    pub fn context(&self) -> AnswerContext {
        AnswerContext { cut: self.reading.cut, is_in_string: self.is_in_string }
    }
}

impl AnswerContext {
    /// Removes fixes that can't be made, from the diagnostic `first` on: those that would complete the last value of an
    /// answer that was cut off, since its rest is unknown; and all fixes within a string, since they are not escaped. They
    /// are suggested again once the answer is no longer in a string.
    pub fn take_back_fixes(self, json: &Json<'_>, first: usize, sink: &mut Sink) {
        let Self { cut, is_in_string } = self;
        let is_cut = cut.is_some();
        for found in sink.diagnostics.iter_mut().skip(first) {
            found.fix.take_if(|edit| is_in_string || is_cut && edit.span.end >= json.span.end);
        }
    }
}
