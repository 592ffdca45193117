//! A row of the findings table.

use std::collections::HashSet;

use super::Findings;
use super::table::FindingsTable;
use crate::format::prelude::*;
use crate::formats::review_report::columns::{DESCRIPTION, LINE, NUMBER, SEVERITY, SUGGESTION};
use crate::formats::review_report::rules::{MISSING_DESCRIPTION, MISSING_NUMBER};
use crate::formats::review_report::{Finding, lines, severity};
use crate::markdown::Row;
use crate::reading::{cleaned, is_none};

impl FindingsTable<'_, '_> {
    /// Reads the finding that comes next in the list.
    pub fn finding(&self, row: &Row, findings: &mut Findings<'_, '_>) -> Finding {
        let sections = self.sections;
        let index = findings.list.len() as u32;
        let path = |part| FieldPath::part("findings", index, part);
        let cell = |column| self.cell(row, column).filter(|cell| !cell.is_empty());
        let number_cell = cell(NUMBER);
        let number = number_cell.and_then(|cell| number(&sections.read(cell)));
        match number_cell {
            Some(cell) if number.is_none() => findings.unnumbered.push((index, cell)),
            None if self.columns.place(NUMBER).is_some() => {
                findings.sink.report(missing_number(index, row.span));
            }
            _ => {}
        }
        let sink = &mut *findings.sink;
        if let Some(cell) = number_cell {
            sink.field(path("number"), cell);
        }
        let mut finding = Finding { number, ..Finding::default() };
        self.read_file(row, path("file"), &mut finding, sink);
        if let Some(cell) = cell(LINE) {
            let (line, as_written) = lines::read_cell(sections, cell, path("line"), sink);
            if line.is_some() || as_written.is_some() {
                finding.line_as_written = as_written;
            }
            finding.line = line.or(finding.line);
        }
        if self.columns.place(SEVERITY).is_some() {
            finding.severity =
                severity::read_cell(sections, cell(SEVERITY), row.span, path("severity"), sink);
        }
        let mut text = |column, part| {
            let cell = cell(column)?;
            sink.field(path(part), cell);
            let written = sections.cell(cell);
            let is_dash = written.len() <= 8 && cleaned(&written).chars().all(|character| character == '-');
            (!is_dash).then_some(written)
        };
        (finding.description, finding.suggestion) =
            (text(DESCRIPTION, "description"), text(SUGGESTION, "suggestion"));
        if finding.description.is_none() {
            let missing = Diagnostic::new(&MISSING_DESCRIPTION, row.span, "the finding has no description");
            sink.report(missing.field(path("description")));
        }
        finding
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
    let missing = Diagnostic::new(&MISSING_NUMBER, span, "the finding has no number");
    missing.field(FieldPath::part("findings", index, "number"))
}

impl Findings<'_, '_> {
    /// Reports the cells without a number. The place of a row in the table is its number, unless another finding has
    /// that: written into the row, it would make one finding of two.
    pub fn report_unnumbered(&mut self) {
        let taken: HashSet<u32> = self.list.iter().filter_map(|finding| finding.number).collect();
        for (index, cell) in &self.unnumbered {
            let is_safe = is_none(self.sections.text.slice(*cell)) && !taken.contains(&(index + 1));
            let number = (index + 1).to_string();
            let missing = missing_number(*index, *cell);
            self.sink.report(missing.fix("Number the finding", *cell, number).fixed_if(is_safe));
        }
    }
}
