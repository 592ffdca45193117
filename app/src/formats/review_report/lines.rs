//! The lines that a finding is about.

use std::fmt;

use super::Lines;
use super::report_sections::ReportSections;
use super::rules::{LINE_LIST, LINE_RANGE, LINE_SPELLING, NO_LINE, UNREADABLE_LINE};
use crate::format::prelude::*;
use crate::reading::{is_none, line_numbers, linked};

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, end } = self;
        if start == end { write!(f, "{start}") } else { write!(f, "{start}-{end}") }
    }
}

impl From<(u32, u32)> for Lines {
    fn from((start, end): (u32, u32)) -> Self {
        Self { start, end }
    }
}

/// Reads a Line cell: the lines, and the cell as written where it holds more than they do.
pub(super) fn read_cell(
    sections: &ReportSections<'_>,
    cell: Span,
    path: FieldPath,
    sink: &mut Sink,
) -> (Option<Lines>, Option<String>) {
    let written = sections.read(cell);
    let written = written.trim();
    let deviation = |rule, message: String| Diagnostic::new(rule, cell, message).field(path).found(written);
    if is_none(written) {
        sink.report(deviation(&NO_LINE, "the finding names no line".to_owned()));
        return (None, None);
    }
    sink.field(path, cell);
    let link = linked(written);
    let read = line_numbers(link.map_or(written, |(words, _)| words));
    let first = read.as_ref().and_then(|read| Some((read, Lines::from(*read.spans.first()?))));
    let Some((read, line)) = first else {
        let message = format!("`{written}` is no line number");
        sink.report(deviation(&UNREADABLE_LINE, message).expected("a line number"));
        return (None, Some(written.to_owned()));
    };
    let plain = line.to_string();
    let mut says_more = true;
    if read.spans.len() > 1 {
        let message = format!("{} places in one cell; the first is read", read.spans.len());
        sink.report(deviation(&LINE_LIST, message).expected("one line number"));
    } else if read.is_backward {
        // Which of the two numbers is wrong is for the author to say.
        let message = format!("the range `{written}` runs backward; its first number is read");
        sink.report(deviation(&LINE_SPELLING, message));
    } else {
        says_more = read.has_column || link.is_some() || written.contains(['~', '≈', '+', '(']);
        if written != plain {
            let spelling = deviation(&LINE_SPELLING, format!("the line is written `{written}`"));
            sink.report(spelling.written_as(&plain, written, !says_more));
        } else if line.start != line.end {
            let message = format!("`{plain}` is a range, and the contract has one number");
            sink.report(deviation(&LINE_RANGE, message).expected("one line number"));
        }
    }
    (Some(line), says_more.then(|| written.to_owned()))
}
