//! Findings as the contract wants them: rows of a table.

use super::marks::{is_fixed_state, is_marked_fixed};
use super::{Findings, groups, row};
use crate::format::prelude::*;
use crate::formats::review_report::columns::{
    DESCRIPTION, FILE, FINDING_COLUMNS, LINE, NUMBER, SEVERITY, SUGGESTION,
};
use crate::formats::review_report::report_sections::{NamedSection, ReportSections};
use crate::formats::review_report::rules::NONE_ROW;
use crate::formats::review_report::{Finding, severity};
use crate::markdown::{Row, Table};
use crate::reading::{
    COLUMN_NAME, Columns, OtherColumns, is_none, line_numbers, location, report_columns, report_row,
    says_nothing,
};

/// The columns without which a table holds no findings, by where it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum RequiredColumns {
    /// In a section of findings: a description, with a place, a rank, or a number and a suggestion.
    Description,
    /// In a section that is named after findings: a file and a description.
    Place,
    /// In any other: a file, a rank and a description, which together occur in no other kind of table.
    PlaceAndRank,
}

/// A table whose rows are findings.
pub(super) struct FindingsTable<'s, 't> {
    pub sections: &'s ReportSections<'t>,
    table: Table,
    pub columns: Columns,
}

impl<'s, 't> FindingsTable<'s, 't> {
    pub fn of(sections: &'s ReportSections<'t>, table: Table, required: RequiredColumns) -> Option<Self> {
        let columns = columns(sections, table);
        let has = |column| columns.place(column).is_some();
        let is_met = match required {
            RequiredColumns::Description => {
                has(FILE) || has(LINE) || has(SEVERITY) || (has(NUMBER) && has(SUGGESTION))
            }
            RequiredColumns::Place => has(FILE),
            RequiredColumns::PlaceAndRank => has(FILE) && has(SEVERITY),
        };
        (has(DESCRIPTION) && is_met).then_some(Self { sections, table, columns })
    }

    pub fn cell(&self, row: &Row, column: usize) -> Option<Span> {
        self.columns.cell(self.sections.outline, row, column)
    }

    /// The findings of the table, without a report of how they are written.
    pub fn peek(&self) -> Vec<Finding> {
        let mut sink = Sink::default();
        let mut aside = Findings::new(self.sections, &mut sink);
        let rows = self.columns.rows(self.sections.outline, self.table).iter();
        rows.map(|row| self.finding(row, &mut aside)).collect()
    }

    /// Reads the rows. The heading above ranks them, as `### Critical` does, or names their file.
    pub fn parse(&self, above: &NamedSection, findings: &mut Findings<'_, '_>) {
        let Self { sections, table, columns } = self;
        let (text, outline) = (sections.text, sections.outline);
        let heading = sections.read(above.section.text);
        let (rank, file) = (groups::rank_of(&heading), groups::names_file(&heading));
        report_columns(text, outline, *table, columns, &FINDING_COLUMNS, "findings", findings.sink);
        self.keep_name(findings.sink);
        let others = OtherColumns::of(outline, *table, columns);
        for row in columns.rows(outline, *table) {
            let is_blank = is_blank_row(sections, row);
            if is_blank || self.is_none_row(row) {
                findings.sink.prose(row.span);
                if !is_blank {
                    let message = "a row that says that there are no findings";
                    let none = Diagnostic::new(&NONE_ROW, row.span, message);
                    findings.sink.report(none.field("findings"));
                }
                continue;
            }
            let index = findings.list.len() as u32;
            report_row(text, outline, *table, row, FieldPath::row("findings", index), findings.sink);
            let mut finding = self.finding(row, findings);
            finding.severity = finding.severity.or_else(|| rank.clone());
            if columns.place(FILE).is_none() {
                finding.file.clone_from(&file);
            }
            let ranks_fixed = |cell| severity::says_fixed(&sections.read(cell));
            let mut cells = outline.cells(row).iter();
            finding.is_fixed = finding.suggestion.as_deref().is_some_and(is_marked_fixed)
                || self.cell(row, SEVERITY).is_some_and(ranks_fixed)
                || cells.any(|cell| is_fixed_state(&sections.read(*cell)));
            let path = FieldPath::part("findings", index, "otherCells");
            finding.other_cells = others.read(text, outline.cells(row), path, findings.sink);
            findings.list.push(finding);
        }
    }

    /// Takes back the edit that calls a column `File` whose cells hold lines, where these have no column to move to.
    fn keep_name(&self, sink: &mut Sink) {
        let Self { sections, table, columns } = self;
        let header = sections.outline.header(*table).and_then(|row| self.cell(row, FILE));
        let mut cells = columns.rows(sections.outline, *table).iter().filter_map(|row| self.cell(row, FILE));
        if columns.place(LINE).is_none() && cells.any(|cell| location(&sections.read(cell)).lines.is_some()) {
            let is_renamed =
                |found: &&mut Diagnostic| found.rule.id == COLUMN_NAME.id && Some(found.span) == header;
            sink.diagnostics.iter_mut().filter(is_renamed).for_each(|found| found.fix = None);
        }
    }

    /// Whether a row names no file, no rank and no number: `| - | - | - | - | No issues found | … |`.
    fn is_none_row(&self, row: &Row) -> bool {
        let text = self.sections.text;
        let is_empty = |column| self.cell(row, column).is_none_or(|cell| is_none(text.slice(cell)));
        let is_numbered = |cell| text.slice(cell).contains(|digit: char| digit.is_ascii_digit());
        let describes_nothing = |cell| says_nothing(&self.sections.read(cell));
        !self.cell(row, NUMBER).is_some_and(is_numbered)
            && [FILE, SEVERITY, LINE].into_iter().all(is_empty)
            && self.cell(row, DESCRIPTION).is_none_or(describes_nothing)
    }
}

fn is_blank_row(sections: &ReportSections<'_>, row: &Row) -> bool {
    let is_rule = |sign: char| matches!(sign, '-' | ':' | '–' | '—' | ' ');
    sections.outline.cells(row).iter().all(|cell| sections.text.slice(*cell).chars().all(is_rule))
}

/// Returns the columns by name, or by order if the names don't suffice and the rows read as findings in that order.
fn columns(sections: &ReportSections<'_>, table: Table) -> Columns {
    let outline = sections.outline;
    let named = Columns::find(sections.text, outline, table, &FINDING_COLUMNS);
    let count = FINDING_COLUMNS.len();
    let is_in_place = (0..count).all(|column| named.place(column).is_none_or(|place| place == column));
    let is_unnamed = named.place(DESCRIPTION).is_none() || named.place(FILE).is_none();
    if table.columns as usize != count || !is_in_place || !is_unnamed {
        return named;
    }
    let ordered = Columns::in_order(0, count);
    let read = |row: &Row, column| {
        let cell = ordered.cell(outline, row, column);
        cell.map(|cell| sections.read(cell)).unwrap_or_default()
    };
    let has_number = |row: &Row| row::number(&read(row, NUMBER)).is_some();
    let has_line = |row: &Row| line_numbers(&read(row, LINE)).is_some();
    let reads_as_finding = |row: &Row| {
        has_number(row)
            && (has_line(row) || is_none(&read(row, LINE)))
            && severity::known(&read(row, SEVERITY)).is_some()
    };
    // No header has a number and a place.
    let is_placed =
        |row: &Row| has_number(row) && (has_line(row) || location(&read(row, FILE)).file.is_some());
    let rows = outline.rows(table);
    if outline.header(table).is_some_and(|header| is_placed(header) || reads_as_finding(header)) {
        ordered.without_header()
    } else if !rows.is_empty() && rows.iter().all(reads_as_finding) {
        ordered
    } else {
        named
    }
}
