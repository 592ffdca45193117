//! The file that a row names, and the lines that stand beside it in its cell.

use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::formats::review_report::Lines;
use crate::formats::review_report::columns::{FILE, LINE};
use crate::formats::review_report::layout::Layout;
use crate::formats::review_report::rules::{LINE_IN_FILE, MISSING_FILE};
use crate::markdown::Row;
use crate::reading::{Columns, Location, is_none, line_numbers, linked, location, unquoted};
use crate::text::Span;

/// The file of the cell, and its lines where they stand in it.
pub(super) fn read_file(
    layout: &Layout<'_>,
    columns: &Columns,
    cell: Option<Span>,
    row: &Row,
    index: u32,
    sink: &mut Sink,
) -> (Option<String>, Option<Lines>) {
    let path = FieldPath::part("findings", index, "file");
    let Some(cell) = cell.filter(|cell| !is_none(layout.text.slice(*cell))) else {
        if columns.place(FILE).is_some() {
            let place = cell.unwrap_or(row.span);
            sink.report(
                Diagnostic::new(&MISSING_FILE, place, "the finding names no file").field(path.to_string()),
            );
        }
        return (None, None);
    };
    sink.field(path, cell);
    let plain = unquoted(&layout.cell(cell));
    let (written, target) = linked(&plain).map_or((plain.as_str(), None), |(words, to)| (words, Some(to)));
    // Without a digit the cell names no line, and the file is all that it holds.
    let has_digit = written.bytes().any(|byte| byte.is_ascii_digit());
    let place = if has_digit { location(written) } else { Location::default() };
    let is_place = place.file.as_ref().is_some_and(|file| {
        file.len() < written.len() && written.trim_start_matches('`').starts_with(file.as_str())
    });
    let Some((start, end)) = place.lines.filter(|_| is_place) else {
        let lines = target.and_then(|target| location(target).lines);
        return (Some(written.to_owned()), lines.map(|(start, end)| Lines { start, end }));
    };
    let lines = Lines { start, end };
    let found = Diagnostic::new(&LINE_IN_FILE, cell, "the file's cell holds a line number")
        .field(path.to_string())
        .found(written);
    let line_cell = columns.cell(layout.outline, row, LINE);
    let edit = place.file.as_deref().and_then(|file| file_alone(layout, cell, file, line_cell, lines));
    sink.report(match edit {
        Some((span, insert)) => found.fix("Leave the line to its column", span, insert),
        None => found,
    });
    (place.file, Some(lines))
}

/// The file without its lines, which stand in the cell of the next column, or are put there where it says nothing.
fn file_alone(
    layout: &Layout<'_>,
    cell: Span,
    file: &str,
    line_cell: Option<Span>,
    lines: Lines,
) -> Option<(Span, String)> {
    let written = layout.text.slice(cell);
    let (before, behind) = written.split_once(file)?;
    let mark = if before.ends_with('`') && behind.contains('`') { "`" } else { "" };
    if !says_lines_alone(behind, lines) {
        return None;
    }
    let alone = format!("{before}{file}{mark}");
    let line_cell = line_cell?;
    let said = layout.read_span(line_cell);
    if !said.is_empty() && !is_none(&said) {
        let is_same = line_numbers(&said).is_some_and(|read| read.spans == [(lines.start, lines.end)]);
        return is_same.then_some((cell, alone));
    }
    let source = layout.text.source();
    let is_next = Span::new(cell.end, line_cell.start.max(cell.end)).slice(source).trim() == "|";
    let room = source.get(line_cell.end as usize..)?.find('|')? as u32;
    is_next.then(|| (Span::new(cell.start, line_cell.end + room), format!("{alone} | {lines} ")))
}

/// Whether `:12`, `#L12-L14` or ` (line 12)` says these lines and nothing else, such as a column.
fn says_lines_alone(behind: &str, lines: Lines) -> bool {
    let words = behind.split(|edge: char| !edge.is_alphanumeric());
    let mut words = words.filter(|word| !matches!(*word, "" | "line" | "lines" | "Line" | "Lines"));
    let mut is_next = |line: u32| {
        words.next().and_then(|word| word.trim_start_matches(['L', 'l']).parse().ok()) == Some(line)
    };
    is_next(lines.start) && (lines.start == lines.end || is_next(lines.end)) && words.next().is_none()
}
