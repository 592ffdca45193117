//! The lines that a finding is about.

use std::fmt;

use super::Lines;
use super::report_sections::ReportSections;
use super::rules::{LINE_LIST, LINE_RANGE, LINE_SPELLING, NO_LINE, UNREADABLE_LINE};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{is_none, line_numbers, linked};
use crate::text::Span;

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, end } = self;
        if start == end { write!(f, "{start}") } else { write!(f, "{start}-{end}") }
    }
}

/// Reads a Line cell: the lines, and the cell as written where it says more than they do.
pub(super) fn read_cell(
    sections: &ReportSections<'_>,
    cell: Span,
    path: FieldPath,
    sink: &mut Sink,
) -> (Option<Lines>, Option<String>) {
    let written = sections.read(cell);
    let written = written.trim();
    let field = || path.to_string();
    if is_none(written) {
        sink.report(
            Diagnostic::new(&NO_LINE, cell, "the finding names no line").field(field()).found(written),
        );
        return (None, None);
    }
    sink.field(path, cell);
    let link = linked(written);
    let Some(read) = line_numbers(link.map_or(written, |(words, _)| words)) else {
        sink.report(
            Diagnostic::new(&UNREADABLE_LINE, cell, format!("`{written}` is no line number"))
                .field(field())
                .expected("a line number")
                .found(written),
        );
        return (None, Some(written.to_owned()));
    };
    let Some((start, end)) = read.spans.first().copied() else { return (None, Some(written.to_owned())) };
    let line = Lines { start, end };
    if read.spans.len() > 1 {
        let message = format!("{} places in one cell; the first is read", read.spans.len());
        sink.report(
            Diagnostic::new(&LINE_LIST, cell, message)
                .field(field())
                .expected("one line number")
                .found(written),
        );
        return (Some(line), Some(written.to_owned()));
    }
    if read.is_backward {
        // Which of the two numbers is wrong is for the author to say.
        let message = format!("the range `{written}` runs backward; its first number is read");
        sink.report(Diagnostic::new(&LINE_SPELLING, cell, message).field(field()).found(written));
        return (Some(line), Some(written.to_owned()));
    }
    let plain = line.to_string();
    if written != plain {
        let spelling = Diagnostic::new(&LINE_SPELLING, cell, format!("the line is written `{written}`"))
            .field(field())
            .expected(plain.as_str())
            .found(written);
        let says_more = read.has_column || link.is_some() || written.contains(['~', '≈', '+', '(']);
        sink.report(if says_more {
            spelling
        } else {
            spelling.fix(format!("Write `{plain}`"), cell, plain.as_str())
        });
        let kept = says_more.then(|| written.to_owned());
        return (Some(line), kept);
    }
    if start != end {
        let message = format!("`{plain}` is a range, and the contract has one number");
        sink.report(
            Diagnostic::new(&LINE_RANGE, cell, message)
                .field(field())
                .expected("one line number")
                .found(written),
        );
    }
    (Some(line), None)
}
