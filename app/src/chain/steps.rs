//! Reads the table of a chain.

use super::cells::Cells;
use super::columns::{ACTION, KEY_INPUTS, MODEL, NUMBER, STATUS, STEP_COLUMNS, WAITS_FOR};
use super::lettered::lettered_number;
use super::rows::{is_continued, with_whole_inputs};
use super::rules::MISSING_ACTION;
use super::step::ChainStep;
use super::waits;
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::markdown::{Kind, Outline, Row, Table};
use crate::reading::{
    Columns, EXTRA_CELLS, OtherColumns, PARTED_TABLE, UNESCAPED_PIPE, counted, fixed_row, is_placeholder,
    line_break, report_columns, report_placeholder, report_row, report_table, unquoted,
};
use crate::text::{Span, Text};

/// Names actions, and says of each who does it or how far it is.
pub fn is_step_table(text: &Text, outline: &Outline, table: Table) -> bool {
    let columns = Columns::find(text, outline, table, &STEP_COLUMNS);
    let has = |column| columns.place(column).is_some();
    has(ACTION) && (has(MODEL) || has(WAITS_FOR) || (has(NUMBER) && has(STATUS)))
}

/// All rows of the block's tables of steps.
pub fn read_steps(block: &Block<'_>, sink: &mut Sink) -> Vec<ChainStep> {
    let (text, outline) = (block.text, block.outline);
    let nodes = outline.slice(outline.range(block.span));
    let fence = nodes.first().and_then(|node| node.fence);
    let mut read = Steps { text, outline, steps: Vec::new() };
    // The table whose rows may go on, and where its last row ends.
    let mut open: Option<(Table, StepColumns, u32)> = None;
    for node in nodes.iter().filter(|node| node.fence == fence) {
        let Kind::Table(table) = node.kind else { continue };
        if is_step_table(text, outline, table) {
            let columns = Columns::find(text, outline, table, &STEP_COLUMNS);
            report_table(text, outline, table, "steps", sink);
            report_columns(text, outline, table, &columns, &STEP_COLUMNS, "steps", sink);
            let columns = StepColumns { others: OtherColumns::of(outline, table, &columns), known: columns };
            outline.rows(table).iter().for_each(|row| read.row(table, &columns, row, sink));
            open = Some((table, columns, end_of(outline, table)));
        } else if let Some((of, columns, end)) = &mut open
            && table.columns <= of.columns
            && is_continued(text, outline, table)
        {
            let rows = outline.rows_and_header(table).iter();
            let start = outline.header(table).map_or(node.span.start, |row| row.span.start);
            report_apart(text, Span::new(*end, start), sink);
            rows.for_each(|row| read.row(*of, columns, row, sink));
            *end = end_of(outline, table);
        }
    }
    read.steps
}

/// Where the last line of a table ends, without its break.
fn end_of(outline: &Outline, table: Table) -> u32 {
    let last = outline.rows(table).last().or_else(|| outline.header(table));
    let rule = table.rule().map_or(0, |rule| rule.end);
    last.map_or(rule, |row| row.span.end.max(rule))
}

/// Rows that other lines part from their table; only blank ones may go.
fn report_apart(text: &Text, gap: Span, sink: &mut Sink) {
    let apart = Diagnostic::new(&PARTED_TABLE, gap, "rows stand apart from their table").field("steps");
    let lines = text.lines();
    let is_blank = gap.slice(text.source()).trim().is_empty();
    // Rows on the next line are apart for another reason: one of the two is quoted.
    let has_blank_line = is_blank && lines.line_of(gap.end) > lines.line_of(gap.start) + 1;
    sink.report(if has_blank_line { apart.fix("Close the gap", gap, line_break(text)) } else { apart });
}

/// The columns of a table of steps, those of the contract and others.
struct StepColumns {
    known: Columns,
    others: OtherColumns,
}

struct Steps<'s> {
    text: &'s Text,
    outline: &'s Outline,
    steps: Vec<ChainStep>,
}

impl Steps<'_> {
    fn row(&mut self, table: Table, columns: &StepColumns, row: &Row, sink: &mut Sink) {
        let Self { text, outline, .. } = *self;
        let StepColumns { known: columns, others } = columns;
        let cells = outline.cells(row);
        if cells.iter().all(|cell| cell.is_empty()) {
            return;
        }
        let index = self.steps.len() as u32;
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
        let cells = whole.as_deref().unwrap_or(cells);
        let cells = Cells { text, columns, row, cells, list: "steps", index };
        let mut step = read_row(&cells, sink);
        step.other_cells = others.read(text, cells.cells, cells.path("otherCells"), sink);
        step.other_cells.extend(lettered_number(&cells, NUMBER));
        self.steps.push(step);
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

fn read_row(cells: &Cells<'_>, sink: &mut Sink) -> ChainStep {
    let step_number = cells.number(NUMBER, sink);
    let action = cells.words(ACTION, "action", sink).map(|action| unquoted(&action));
    if action.is_none() && !cells.cell(ACTION).is_some_and(|cell| is_placeholder(cells.text.slice(cell))) {
        let message = "the step names no action";
        let missing = Diagnostic::new(&MISSING_ACTION, cells.row.span, message);
        sink.report(missing.field(cells.path("action").to_string()));
    }
    let model = cells.words(MODEL, "model", sink);
    let key_inputs = cells.words(KEY_INPUTS, "keyInputs", sink);
    let waits = cells.place_of(WAITS_FOR);
    let path = cells.path("waitsFor");
    let (mut waits_for, waits_for_as_written) = match waits {
        Some(cell) if report_placeholder(cells.text.slice(cell), cell, path, sink) => (Vec::new(), None),
        Some(cell) => waits::read_cell(cells.text, cell, path, sink),
        None => (Vec::new(), None),
    };
    if waits_for_as_written.is_some() {
        // A step waits for a part of its own, not for itself.
        waits_for.retain(|waited| Some(*waited) != step_number);
    }
    let status = cells.status(STATUS, sink);
    let other_cells = Vec::new();
    ChainStep { step_number, action, model, key_inputs, waits_for, waits_for_as_written, status, other_cells }
}
