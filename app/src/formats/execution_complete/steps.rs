//! Reads the table of results.

use super::CompletedStep;
use super::rules::MISSING_RESULT;
use crate::block::Block;
use crate::chain::{Cells, MISSING_ACTION, lettered_number};
use crate::diagnostic::{Diagnostic, Sink};
use crate::markdown::{Kind, Outline, Table};
use crate::reading::{
    ColumnName, Columns, OtherColumns, is_placeholder, report_columns, report_row, report_table, unquoted,
};
use crate::text::Text;

const NUMBER: usize = 0;
const ACTION: usize = 1;
const STATUS: usize = 2;
const RESULT: usize = 3;

static COLUMNS: [ColumnName; 4] = [
    ColumnName { name: "#", synonyms: &["no", "number", "nr", "№", "step #", "step no", "id", "step"] },
    ColumnName { name: "Action", synonyms: &["action/", "actions", "action path", "agent", "task", "step"] },
    ColumnName { name: "Status", synonyms: &["state", "step status"] },
    ColumnName { name: "Result", synonyms: &["results", "outcome", "output", "summary", "details", "notes"] },
];

/// Names actions, and says of each what it brought.
pub(super) fn is_result_table(text: &Text, outline: &Outline, table: Table) -> bool {
    let columns = Columns::find(text, outline, table, &COLUMNS);
    let has = |column| columns.place(column).is_some();
    has(ACTION) && (has(RESULT) || (has(NUMBER) && has(STATUS)))
}

/// All rows of the block's tables of results.
pub(super) fn read_steps(block: &Block<'_>, sink: &mut Sink) -> Vec<CompletedStep> {
    let nodes = block.outline.slice(block.outline.range(block.span));
    let fence = nodes.first().and_then(|node| node.fence);
    let mut steps = Vec::new();
    for node in nodes.iter().filter(|node| node.fence == fence) {
        let Kind::Table(table) = node.kind else { continue };
        if is_result_table(block.text, block.outline, table) {
            read_table(block.text, block.outline, table, &mut steps, sink);
        }
    }
    steps
}

fn read_table(text: &Text, outline: &Outline, table: Table, steps: &mut Vec<CompletedStep>, sink: &mut Sink) {
    let columns = Columns::find(text, outline, table, &COLUMNS);
    report_table(text, outline, table, "steps", sink);
    report_columns(text, outline, table, &columns, &COLUMNS, "steps", sink);
    let others = OtherColumns::of(outline, table, &columns);
    for row in outline.rows(table) {
        let row_cells = outline.cells(row);
        if row_cells.iter().all(|cell| cell.is_empty()) {
            continue;
        }
        let index = steps.len() as u32;
        report_row(text, outline, table, row, format_args!("steps[{index}]"), sink);
        let cells = Cells { text, columns: &columns, row, cells: row_cells, list: "steps", index };
        let mut other_cells = others.read(text, row_cells, cells.path("otherCells"), sink);
        other_cells.extend(lettered_number(&cells, NUMBER));
        steps.push(CompletedStep { other_cells, ..read_row(&cells, sink) });
    }
}

fn read_row(cells: &Cells<'_>, sink: &mut Sink) -> CompletedStep {
    let step_number = cells.number(NUMBER, sink);
    let action = cells.words(ACTION, "action", sink).map(|action| unquoted(&action));
    let status = cells.status(STATUS, sink);
    let result = cells.words(RESULT, "result", sink);
    let mut missing = |column, part, value: &Option<String>, rule, message| {
        let is_open = cells.cell(column).is_some_and(|cell| is_placeholder(cells.text.slice(cell)));
        if value.is_none() && !is_open && cells.columns.place(column).is_some() {
            let place = cells.cell(column).unwrap_or(cells.row.span);
            sink.report(Diagnostic::new(rule, place, message).field(cells.path(part).to_string()));
        }
    };
    missing(ACTION, "action", &action, &MISSING_ACTION, "the step names no action");
    missing(RESULT, "result", &result, &MISSING_RESULT, "the step says nothing of its result");
    CompletedStep { step_number, action, status, result, other_cells: Vec::new() }
}
