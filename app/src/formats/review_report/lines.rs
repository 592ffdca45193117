//! The lines that a finding is about.

use super::Lines;
use super::layout::Layout;
use super::rules::{LINE_LIST, LINE_RANGE, LINE_SPELLING, NO_LINE, UNREADABLE_LINE};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{is_none, line_numbers};
use crate::text::Span;

/// Reads a Line cell: the lines, and the cell as written where it says more than they do.
pub(super) fn read_cell(
    layout: &Layout<'_>,
    cell: Span,
    path: FieldPath,
    sink: &mut Sink,
) -> (Option<Lines>, Option<String>) {
    let written = layout.read_span(cell);
    let written = written.trim();
    let field = path.to_string();
    if is_none(written) {
        sink.report(Diagnostic::new(&NO_LINE, cell, "the finding names no line").field(field).found(written));
        return (None, None);
    }
    sink.field(path, cell);
    let Some(read) = line_numbers(written) else {
        sink.report(
            Diagnostic::new(&UNREADABLE_LINE, cell, format!("`{written}` is no line number"))
                .field(field)
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
                .field(field)
                .expected("one line number")
                .found(written),
        );
        return (Some(line), Some(written.to_owned()));
    }
    let plain = if start == end { start.to_string() } else { format!("{start}-{end}") };
    if written != plain {
        let spelling = Diagnostic::new(&LINE_SPELLING, cell, format!("the line is written `{written}`"))
            .field(field.clone())
            .expected(plain.as_str())
            .found(written);
        let says_more = written.contains(['~', '≈', '+', '(']);
        sink.report(if says_more {
            spelling
        } else {
            spelling.fix(format!("Write `{plain}`"), cell, plain.as_str())
        });
        let kept = says_more.then(|| written.to_owned());
        return (Some(line), kept);
    }
    if start != end {
        let message = format!("a range of {} lines", u64::from(end) - u64::from(start) + 1);
        sink.report(
            Diagnostic::new(&LINE_RANGE, cell, message)
                .field(field)
                .expected("one line number")
                .found(written),
        );
    }
    (Some(line), None)
}
