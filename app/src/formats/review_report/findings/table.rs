//! Findings as the contract wants them: rows of a table.

use super::file::read_file;
use super::groups::Group;
use super::{first_letter, is_said_fixed};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::formats::review_report::columns::{
    DESCRIPTION, FILE, FINDING_COLUMNS, LINE, NUMBER, SEVERITY, SUGGESTION,
};
use crate::formats::review_report::layout::Layout;
use crate::formats::review_report::lines;
use crate::formats::review_report::rules::{MISSING_DESCRIPTION, MISSING_NUMBER, NONE_ROW, TABLE_RULES};
use crate::formats::review_report::severity;
use crate::formats::review_report::tables::report_shape;
use crate::formats::review_report::{Finding, ReviewReport};
use crate::markdown::{Row, Table};
use crate::reading::{
    Columns, OtherColumns, cleaned, is_none, line_numbers, location, report_row, says_nothing, with_normal,
};
use crate::text::Span;

/// The columns by their names; by their order, where no name is known and the rows read as findings in that order.
fn columns(layout: &Layout<'_>, table: Table) -> Columns {
    let named = Columns::find(layout.text, layout.outline, table, &FINDING_COLUMNS);
    let count = FINDING_COLUMNS.len();
    let is_in_place = (0..count).all(|column| named.place(column).is_none_or(|place| place == column));
    let is_unnamed = named.place(DESCRIPTION).is_none() || named.place(FILE).is_none();
    if table.columns as usize != count || !is_in_place || !is_unnamed {
        return named;
    }
    let ordered = Columns::in_order(count);
    let read = |row: &Row, column| {
        let cell = ordered.cell(layout.outline, row, column);
        cell.map(|cell| layout.read_span(cell)).unwrap_or_default()
    };
    let has_number = |row: &Row| number(&read(row, NUMBER)).is_some();
    let has_line = |row: &Row| line_numbers(&read(row, LINE)).is_some();
    let reads_as_finding = |row: &Row| {
        has_number(row)
            && (has_line(row) || is_none(&read(row, LINE)))
            && severity::known(&read(row, SEVERITY)).is_some()
    };
    // No header has a number and a place.
    let is_placed =
        |row: &Row| has_number(row) && (has_line(row) || location(&read(row, FILE)).file.is_some());
    let is_finding = |row: &Row| is_placed(row) || reads_as_finding(row);
    let rows = layout.outline.rows(table);
    if layout.outline.header(table).is_some_and(is_finding) {
        ordered.without_header()
    } else if !rows.is_empty() && rows.iter().all(reads_as_finding) {
        ordered
    } else {
        named
    }
}

/// The columns of a table that describes what was found, with a place or a rank.
pub(super) fn columns_of_findings(layout: &Layout<'_>, table: Table) -> Option<Columns> {
    let columns = columns(layout, table);
    let has = |column| columns.place(column).is_some();
    let is_findings =
        has(DESCRIPTION) && (has(FILE) || has(LINE) || has(SEVERITY) || (has(NUMBER) && has(SUGGESTION)));
    is_findings.then_some(columns)
}

/// Those of a table that has the columns which together occur in no other kind.
pub(super) fn columns_of_sure_findings(layout: &Layout<'_>, table: Table) -> Option<Columns> {
    let columns = columns(layout, table);
    let is_sure = [FILE, SEVERITY, DESCRIPTION].into_iter().all(|column| columns.place(column).is_some());
    is_sure.then_some(columns)
}

/// Those of a table that says where each finding is, and what.
pub(super) fn columns_of_placed_findings(layout: &Layout<'_>, table: Table) -> Option<Columns> {
    let columns = columns(layout, table);
    let is_placed = [FILE, DESCRIPTION].into_iter().all(|column| columns.place(column).is_some());
    is_placed.then_some(columns)
}

/// The findings of a table, without a word on how they are written.
pub(super) fn peek(layout: &Layout<'_>, table: Table, columns: &Columns) -> Vec<Finding> {
    let mut aside = Sink::default();
    let rows = columns.rows(layout.outline, table).iter();
    rows.map(|row| read_row(layout, columns, row, 0, &mut aside)).collect()
}

pub(super) fn parse(
    layout: &Layout<'_>,
    table: Table,
    columns: &Columns,
    group: &Group,
    report: &mut ReviewReport,
    sink: &mut Sink,
) {
    let outline = layout.outline;
    report_shape(layout, table, columns, &FINDING_COLUMNS, "findings", sink);
    let others = OtherColumns::of(outline, table, columns);
    for row in columns.rows(outline, table) {
        if is_none_row(layout, columns, row) {
            sink.prose(row.span);
            if !is_blank_row(layout, row) {
                let message = "a row that says that there are no findings";
                sink.report(Diagnostic::new(&NONE_ROW, row.span, message).field("findings"));
            }
            continue;
        }
        let index = report.findings.len() as u32;
        report_row(layout.text, outline, table, row, FieldPath::row("findings", index), &TABLE_RULES, sink);
        let mut finding = read_row(layout, columns, row, index, sink);
        if finding.severity.is_none() {
            finding.severity.clone_from(&group.rank);
        }
        if columns.place(FILE).is_none() {
            finding.file.clone_from(&group.file);
        }
        let severity = columns.cell(outline, row, SEVERITY).map(|cell| layout.read_span(cell));
        finding.is_fixed = finding.suggestion.as_deref().is_some_and(is_said_fixed)
            || severity.as_deref().is_some_and(severity::says_fixed)
            || has_fixed_cell(layout, row);
        let path = FieldPath::part("findings", index, "otherCells");
        finding.other_cells = others.read(layout.text, outline.cells(row), path, sink);
        report.findings.push(finding);
    }
}

/// A column such as `Status` says it: `FIXED`, `Resolved`.
fn has_fixed_cell(layout: &Layout<'_>, row: &Row) -> bool {
    let is_fixed = |state: &str| matches!(state, "fixed" | "resolved");
    layout.outline.cells(row).iter().any(|cell| {
        let head = layout.read_span(cell.take(64));
        matches!(first_letter(&head), Some('F' | 'f' | 'R' | 'r')) && with_normal(&head, is_fixed)
    })
}

/// Names no file, no rank and no number: `| - | - | - | - | No issues found | … |`.
fn is_none_row(layout: &Layout<'_>, columns: &Columns, row: &Row) -> bool {
    let is_empty = |column| {
        columns.cell(layout.outline, row, column).is_none_or(|cell| is_none(layout.text.slice(cell)))
    };
    let is_numbered = columns
        .cell(layout.outline, row, NUMBER)
        .is_some_and(|cell| layout.text.slice(cell).contains(|digit: char| digit.is_ascii_digit()));
    let describes_nothing = || {
        let description = columns.cell(layout.outline, row, DESCRIPTION);
        description.is_none_or(|cell| says_nothing(&layout.read_span(cell)))
    };
    !is_numbered && is_empty(FILE) && is_empty(SEVERITY) && is_empty(LINE) && describes_nothing()
        || is_blank_row(layout, row)
}

fn is_blank_row(layout: &Layout<'_>, row: &Row) -> bool {
    layout.outline.cells(row).iter().all(|cell| {
        cell.slice(layout.text.source())
            .chars()
            .all(|character| matches!(character, '-' | ':' | '–' | '—' | ' '))
    })
}

fn read_row(layout: &Layout<'_>, columns: &Columns, row: &Row, index: u32, sink: &mut Sink) -> Finding {
    let path = |part| FieldPath::part("findings", index, part);
    let cell = |column| columns.cell(layout.outline, row, column).filter(|cell| !cell.is_empty());
    let number = cell(NUMBER).and_then(|cell| number(&layout.read_span(cell)));
    if let Some(cell) = cell(NUMBER) {
        sink.field(path("number"), cell);
    }
    if number.is_none() && columns.place(NUMBER).is_some() {
        let place = cell(NUMBER).unwrap_or(row.span);
        let mut missing = Diagnostic::new(&MISSING_NUMBER, place, "the finding has no number")
            .field(path("number").to_string());
        let is_replaceable = cell(NUMBER).is_some_and(|cell| is_none(layout.text.slice(cell)));
        if is_replaceable {
            missing = missing.fix("Number the finding", place, (index + 1).to_string());
        }
        sink.report(missing);
    }
    let in_file = read_file(layout, columns, cell(FILE), row, index, sink);
    let (mut line, line_as_written) = match cell(LINE) {
        Some(cell) => lines::read_cell(layout, cell, path("line"), sink),
        None => (None, None),
    };
    let file = in_file.file;
    let line_as_written = line_as_written.or_else(|| in_file.as_written.filter(|_| line.is_none()));
    line = line.or(in_file.lines);
    let severity = match columns.place(SEVERITY) {
        Some(_) => severity::read_cell(layout, cell(SEVERITY), row.span, path("severity"), sink),
        None => None,
    };
    let description = text(layout, cell(DESCRIPTION), path("description"), sink);
    if description.is_none() {
        sink.report(
            Diagnostic::new(&MISSING_DESCRIPTION, row.span, "the finding has no description")
                .field(path("description").to_string()),
        );
    }
    let suggestion = text(layout, cell(SUGGESTION), path("suggestion"), sink);
    Finding { number, file, line, line_as_written, severity, description, suggestion, ..Finding::default() }
}

fn text(layout: &Layout<'_>, cell: Option<Span>, path: FieldPath, sink: &mut Sink) -> Option<String> {
    let cell = cell?;
    sink.field(path, cell);
    let written = layout.cell(cell);
    let is_dash = written.len() <= 8 && cleaned(&written).chars().all(|character| character == '-');
    (!is_dash).then_some(written)
}

/// `3`, `#3`, `F-03`; of `1.2` the last part, by which the findings of a group differ.
fn number(written: &str) -> Option<u32> {
    let digits = written.trim_start_matches(|character: char| !character.is_ascii_digit());
    let end = digits.find(|character: char| !character.is_ascii_digit() && character != '.');
    let dotted = digits.get(..end.unwrap_or(digits.len()))?.trim_end_matches('.');
    dotted.rsplit('.').next()?.parse().ok()
}
