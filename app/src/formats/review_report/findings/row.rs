//! A row of the findings table.

use std::collections::HashSet;

use super::Findings;
use super::file::read_file;
use super::table::FindingsTable;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::formats::review_report::columns::{DESCRIPTION, LINE, NUMBER, SEVERITY, SUGGESTION};
use crate::formats::review_report::report_sections::ReportSections;
use crate::formats::review_report::rules::{MISSING_DESCRIPTION, MISSING_NUMBER};
use crate::formats::review_report::{Finding, lines, severity};
use crate::markdown::Row;
use crate::reading::{cleaned, is_none};
use crate::text::Span;

/// Reads the finding that comes next in the list.
pub(super) fn read(
    table: &FindingsTable<'_, '_>,
    row: &Row,
    findings: &mut Findings,
    sink: &mut Sink,
) -> Finding {
    let sections = table.sections;
    let index = findings.list.len() as u32;
    let path = |part| FieldPath::part("findings", index, part);
    let cell = |column| table.cell(row, column).filter(|cell| !cell.is_empty());
    let number = cell(NUMBER).and_then(|cell| {
        sink.field(path("number"), cell);
        number(&sections.read(cell))
    });
    match cell(NUMBER) {
        Some(cell) if number.is_none() => findings.unnumbered.push((index, cell)),
        None if table.columns.place(NUMBER).is_some() => sink.report(missing_number(index, row.span)),
        _ => {}
    }
    let in_file = read_file(table, row, path("file"), sink);
    let (line, line_as_written) =
        cell(LINE).map(|cell| lines::read_cell(sections, cell, path("line"), sink)).unwrap_or_default();
    let severity = table
        .columns
        .place(SEVERITY)
        .and_then(|_| severity::read_cell(sections, cell(SEVERITY), row.span, path("severity"), sink));
    let mut text = |column, part| {
        let cell = cell(column)?;
        sink.field(path(part), cell);
        let written = sections.cell(cell);
        let is_dash = written.len() <= 8 && cleaned(&written).chars().all(|character| character == '-');
        (!is_dash).then_some(written)
    };
    let description = text(DESCRIPTION, "description");
    let suggestion = text(SUGGESTION, "suggestion");
    if description.is_none() {
        let missing = Diagnostic::new(&MISSING_DESCRIPTION, row.span, "the finding has no description");
        sink.report(missing.field(path("description").to_string()));
    }
    Finding {
        number,
        file: in_file.file,
        line: line.or(in_file.lines),
        line_as_written: line_as_written.or_else(|| in_file.as_written.filter(|_| line.is_none())),
        severity,
        description,
        suggestion,
        ..Finding::default()
    }
}

/// `3`, `#3`, `F-03`; of `1.2` the last part, by which the findings of a group differ.
pub(super) fn number(written: &str) -> Option<u32> {
    let digits = written.trim_start_matches(|character: char| !character.is_ascii_digit());
    let is_end = |character: char| !character.is_ascii_digit() && character != '.';
    let dotted = digits.split(is_end).next()?.trim_end_matches('.');
    dotted.rsplit('.').next()?.parse().ok()
}

fn missing_number(index: u32, span: Span) -> Diagnostic {
    let path = FieldPath::part("findings", index, "number");
    Diagnostic::new(&MISSING_NUMBER, span, "the finding has no number").field(path.to_string())
}

/// Reports the cells without a number. The place of a row in the table is its number, unless another finding has that:
/// written into the row, it would make one finding of two.
pub(super) fn report_unnumbered(sections: &ReportSections<'_>, findings: &Findings, sink: &mut Sink) {
    if findings.unnumbered.is_empty() {
        return;
    }
    let taken: HashSet<u32> = findings.list.iter().filter_map(|finding| finding.number).collect();
    for (index, cell) in &findings.unnumbered {
        let missing = missing_number(*index, *cell);
        let is_fixable = is_none(sections.text.slice(*cell)) && !taken.contains(&(index + 1));
        sink.report(if is_fixable {
            missing.fix("Number the finding", *cell, (index + 1).to_string())
        } else {
            missing
        });
    }
}
