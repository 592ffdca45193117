//! Reads the table of a chain.

use super::cells::Cells;
use super::columns::{ACTION, KEY_INPUTS, MODEL, NUMBER, STATUS, STEP_COLUMNS, WAITS_FOR};
use super::{ChainStep, StepRules, waits};
use crate::diagnostic::{Diagnostic, Sink};
use crate::format::Block;
use crate::markdown::{Kind, Outline, Table};
use crate::reading::{Columns, is_placeholder, report_columns, report_row, report_table, unquoted};
use crate::text::Text;

/// Names actions, and says of each who does it or how far it is.
pub fn is_step_table(text: &Text, outline: &Outline, table: Table) -> bool {
    let columns = Columns::find(text, outline, table, &STEP_COLUMNS);
    let has = |column| columns.place(column).is_some();
    has(ACTION) && (has(MODEL) || has(WAITS_FOR) || (has(NUMBER) && has(STATUS)))
}

/// All rows of the block's tables of steps.
pub fn read_steps(block: &Block<'_>, rules: &StepRules, sink: &mut Sink) -> Vec<ChainStep> {
    let (text, outline) = (block.text, block.outline);
    let nodes = outline.slice(outline.range(block.span));
    let fence = nodes.first().and_then(|node| node.fence);
    let mut steps = Vec::new();
    for node in nodes.iter().filter(|node| node.fence == fence) {
        let Kind::Table(table) = node.kind else { continue };
        if is_step_table(text, outline, table) {
            read_table(text, outline, table, rules, &mut steps, sink);
        }
    }
    steps
}

fn read_table(
    text: &Text,
    outline: &Outline,
    table: Table,
    rules: &StepRules,
    steps: &mut Vec<ChainStep>,
    sink: &mut Sink,
) {
    let columns = Columns::find(text, outline, table, &STEP_COLUMNS);
    report_table(text, outline, table, "steps", &rules.table, sink);
    report_columns(text, outline, table, &columns, &STEP_COLUMNS, "steps", &rules.columns, sink);
    for row in outline.rows(table) {
        if outline.cells(row).iter().all(|cell| cell.is_empty()) {
            continue;
        }
        let index = steps.len() as u32;
        report_row(text, outline, table, row, &format!("steps[{index}]"), &rules.table, sink);
        let placeholder = rules.placeholder;
        let cells = Cells { text, outline, columns: &columns, row, list: "steps", index, placeholder };
        steps.push(read_row(&cells, rules, sink));
    }
}

fn read_row(cells: &Cells<'_>, rules: &StepRules, sink: &mut Sink) -> ChainStep {
    let step_number = cells.number(NUMBER, rules.missing_number, sink);
    let action = cells.words(ACTION, "action", sink).map(|action| unquoted(&action));
    if action.is_none() && !cells.cell(ACTION).is_some_and(|cell| is_placeholder(cells.text.slice(cell))) {
        let message = "the step names no action";
        let missing = Diagnostic::new(rules.missing_action, cells.row.span, message);
        sink.report(missing.field(cells.path("action").to_string()));
    }
    let model = cells.words(MODEL, "model", sink);
    let key_inputs = cells.words(KEY_INPUTS, "keyInputs", sink);
    let waits = cells.columns.cell(cells.outline, cells.row, WAITS_FOR);
    let path = cells.path("waitsFor");
    let (waits_for, waits_for_as_written) = match waits {
        Some(cell) if is_placeholder(cells.text.slice(cell)) => {
            cells.report_placeholder(cell, path, cells.text.slice(cell), sink);
            (Vec::new(), None)
        }
        Some(cell) => waits::read_cell(cells.text, cell, path, rules, sink),
        None => (Vec::new(), None),
    };
    let status = cells.status(STATUS, &rules.status, sink);
    ChainStep { step_number, action, model, key_inputs, waits_for, waits_for_as_written, status }
}
