//! Rows of a chain's table that Markdown does not see as their author meant them.

use super::cells::number_of;
use super::columns::StepColumns;
use super::waits;
use crate::markdown::{Outline, Row, Table, bare_pipes};
use crate::reading::is_none;
use crate::text::{Span, Text};

/// Whether all rows of a table belong to the one before it: it has no header of its own, and its first cell counts on.
pub(super) fn is_continued(text: &Text, outline: &Outline, table: Table) -> bool {
    let first = outline.header(table).and_then(|row| outline.cells(row).first());
    let number = first.map(|cell| text.slice(*cell).trim_matches(['*', '#', '`', ' ']));
    table.rule().is_none()
        && number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The cells of a row with too many of them, where pipes in the inputs are what is too much: `input=a|b`.
///
/// The columns behind the inputs prove it: the steps that are waited for, and a status.
pub(super) fn with_whole_inputs(
    text: &Text,
    table: Table,
    row: &Row,
    columns: &StepColumns,
) -> Option<Vec<Span>> {
    let inputs = columns.place("keyInputs")?;
    if row.found <= table.columns || columns.place("waitsFor").is_none_or(|waits| waits <= inputs) {
        return None;
    }
    let parts = parts(text, row.span);
    let extra = parts.len().checked_sub(table.columns as usize)?;
    let last = parts.get(inputs + extra)?;
    let mut cells = parts.get(..inputs)?.to_vec();
    cells.push(parts.get(inputs)?.to(*last));
    cells.extend(parts.get(inputs + extra + 1..)?);
    let cell = |column| Some(text.slice(*cells.get(columns.place(column)?)?).trim());
    let waits = cell("waitsFor")?;
    let is_sound = (is_none(waits) || waits::waits(waits).is_some())
        && cell("status").is_none_or(|status| number_of(status).is_none() && !status.is_empty());
    is_sound.then_some(cells)
}

/// A row split at every pipe that is not escaped.
fn parts(text: &Text, row: Span) -> Vec<Span> {
    let source = text.source();
    let fragment = row.slice(source);
    let mut parts = Vec::new();
    let mut start = usize::from(fragment.starts_with('|'));
    for pipe in bare_pipes(fragment).filter(|pipe| *pipe > 0) {
        parts.push(row.skip(start).take(pipe - start).trim(source));
        start = pipe + 1;
    }
    if start < fragment.len() {
        parts.push(row.skip(start).trim(source));
    }
    parts
}
