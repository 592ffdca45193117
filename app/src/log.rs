//! Formats that are written line by line: what their records show only together.

use std::any::Any;

use crate::format::Parsed;
use crate::format::prelude::*;

/// A format whose blocks in one text are the lines of a log.
pub trait Log: Format {
    /// Returns the contradictions between records, which are in order of the text. Each names the other place as
    /// related.
    fn check_log(records: &[Record<'_, Self>]) -> Notes;
}

/// Diagnostics, each with the index of the record it is about.
pub type Notes = Vec<(usize, Diagnostic)>;

/// One line of a log.
pub struct Record<'p, T> {
    pub value: &'p T,
    parsed: &'p Parsed,
}

impl<T> Record<'_, T> {
    /// Where a field is; the first character of the record where it is not stated.
    pub fn place(&self, path: FieldPath) -> Span {
        let start = self.parsed.span.take(1);
        self.parsed.coverage.span_of(path).unwrap_or(start)
    }
}

/// Returns the contradictions between the records of one format.
pub fn check_records<T: Log>(lines: &[&Parsed]) -> Notes {
    let records: Vec<Record<'_, T>> = lines.iter().filter_map(|parsed| record(parsed)).collect();
    if records.len() == lines.len() { T::check_log(&records) } else { Notes::new() }
}

/// Returns a block as a record of its log.
pub fn record<T: Log>(parsed: &Parsed) -> Option<Record<'_, T>> {
    let value: &dyn Any = &*parsed.value;
    Some(Record { value: value.downcast_ref()?, parsed })
}
