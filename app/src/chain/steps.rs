//! Reads the tables of steps.

use super::cells::Cells;
use super::columns::StepColumns;
use super::rows::{is_continued, with_whole_inputs};
use super::rules::MISSING_STEPS;
use super::step::ChainStep;
use super::waits;
use crate::format::prelude::*;
use crate::markdown::{Outline, Row, Table};
use crate::reading::{
    EXTRA_CELLS, PARTED_TABLE, Scope, UNESCAPED_PIPE, counted, fixed_row, line_break, report_placeholder,
    report_row,
};

/// A step as a row of a table has it.
pub trait StepRow: Sized {
    const FIELDS: &'static [FieldSpec];

    fn read(cells: &Cells<'_>, sink: &mut Sink) -> Self;
}

/// Returns whether a scope has a table of steps.
pub fn has_steps<S: StepRow>(body: &Scope<'_>) -> bool {
    body.tables(body.range()).any(|(_, table)| is_step_table::<S>(body, table))
}

pub fn is_step_table<S: StepRow>(body: &Scope<'_>, table: Table) -> bool {
    StepColumns::find(body.text, body.outline, table, S::FIELDS).are_of_steps()
}

/// All rows of the block's tables of steps; none of them is reported.
pub fn required_steps<S: StepRow>(body: &Scope<'_>, sink: &mut Sink) -> Vec<S> {
    let steps = read_steps(body, sink);
    if steps.is_empty() {
        let message = "there is no table of steps";
        sink.report(Diagnostic::new(&MISSING_STEPS, body.opening_line(), message).field("steps"));
    }
    steps
}

/// All rows of the block's tables of steps.
pub fn read_steps<S: StepRow>(body: &Scope<'_>, sink: &mut Sink) -> Vec<S> {
    let Scope { text, outline, .. } = *body;
    let mut steps = Vec::new();
    // The table whose rows may go on, and where its last row ends.
    let mut open: Option<(Table, StepColumns, u32)> = None;
    for (_, table) in body.tables(body.range()) {
        let columns = StepColumns::find(text, outline, table, S::FIELDS);
        if columns.are_of_steps() {
            columns.report(text, outline, table, sink);
            read_rows(body, table, &columns, outline.rows(table), &mut steps, sink);
            open = Some((table, columns, end_of(outline, table)));
        } else if let Some((of, columns, end)) = &mut open
            && table.columns <= of.columns
            && is_continued(text, outline, table)
        {
            let start = outline.header(table).map_or(*end, |row| row.span.start);
            report_apart(text, Span::new(*end, start), sink);
            read_rows(body, *of, columns, outline.rows_and_header(table), &mut steps, sink);
            *end = end_of(outline, table);
        }
    }
    steps
}

/// Where the last line of a table ends, without its break.
fn end_of(outline: &Outline, table: Table) -> u32 {
    let last = outline.rows(table).last().or_else(|| outline.header(table));
    let rule = table.rule().map_or(0, |rule| rule.end);
    last.map_or(rule, |row| row.span.end.max(rule))
}

/// Rows that other lines part from their table; only blank ones may go.
fn report_apart(text: &Text, gap: Span, sink: &mut Sink) {
    let apart = Diagnostic::new(&PARTED_TABLE, gap, "rows are apart from their table").field("steps");
    let lines = text.lines();
    let is_blank = gap.slice(text.source()).trim().is_empty();
    // Rows on the next line are apart for another reason: one of the two is quoted.
    let has_blank_line = is_blank && lines.line_of(gap.end) > lines.line_of(gap.start) + 1;
    sink.report(if has_blank_line { apart.fix("Close the gap", gap, line_break(text)) } else { apart });
}

fn read_rows<S: StepRow>(
    body: &Scope<'_>,
    table: Table,
    columns: &StepColumns,
    rows: &[Row],
    steps: &mut Vec<S>,
    sink: &mut Sink,
) {
    let Scope { text, outline, .. } = *body;
    for row in rows.iter().filter(|row| outline.cells(row).iter().any(|cell| !cell.is_empty())) {
        let index = steps.len() as u32;
        let field = FieldPath::row("steps", index);
        let whole = with_whole_inputs(text, table, row, columns);
        match &whole {
            Some(cells) => {
                let fixed = fixed_row(text, cells, table.columns as usize);
                let (rule, message) = too_much(text, table, row, cells);
                let found = Diagnostic::new(rule, row.span, message).field(field.to_string());
                sink.report(found.fix("Rewrite the row", row.span, fixed));
            }
            None => report_row(text, outline, table, row, field, sink),
        }
        let cells = whole.as_deref().unwrap_or(outline.cells(row));
        steps.push(S::read(&Cells { text, columns, row, cells, index }, sink));
    }
}

/// `input=a|b` is one cell with a bare pipe; `a | b` looks like two, of which one is too much.
fn too_much(text: &Text, table: Table, row: &Row, cells: &[Span]) -> (&'static Rule, String) {
    let is_spaced = cells.iter().any(|cell| text.slice(*cell).contains(" | "));
    if !is_spaced {
        return (&UNESCAPED_PIPE, "a `|` inside a cell is not escaped".to_owned());
    }
    let (found, columns) = (counted(row.found as usize, "cell"), counted(table.columns as usize, "column"));
    let message = format!("{found} in a table of {columns}; what is too much is read as inputs");
    (&EXTRA_CELLS, message)
}

impl StepRow for ChainStep {
    const FIELDS: &'static [FieldSpec] = Self::FIELDS;

    fn read(cells: &Cells<'_>, sink: &mut Sink) -> Self {
        let step_number = cells.number(sink);
        let action = cells.action(sink);
        let model = cells.words("model", sink);
        let key_inputs = cells.words("keyInputs", sink);
        let path = cells.path("waitsFor");
        let (mut waits_for, waits_for_as_written) = match cells.place_of("waitsFor") {
            Some(cell) if report_placeholder(cells.text.slice(cell), cell, path, sink) => (Vec::new(), None),
            Some(cell) => waits::read_cell(cells.text, cell, path, sink),
            None => (Vec::new(), None),
        };
        if waits_for_as_written.is_some() {
            // A step waits for a part of its own, not for itself.
            waits_for.retain(|waited| Some(*waited) != step_number);
        }
        let status = cells.status(sink);
        let other_cells = cells.other_cells(sink);
        Self { step_number, action, model, key_inputs, waits_for, waits_for_as_written, status, other_cells }
    }
}
