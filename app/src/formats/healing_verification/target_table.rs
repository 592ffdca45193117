//! The target gate in a table: a row for each figure and a column for each time, or the other way round, or all in one
//! row.

use super::names::{AFTER_LABELS, BEFORE_LABELS, COMPARISON_COLUMNS, TARGET_LABELS};
use super::rules::UNREADABLE_NUMBER;
use super::{GateState, HealingVerification};
use crate::format::prelude::*;
use crate::markdown::Table;
use crate::reading::{
    Columns, LABEL_FORM, LabelName, Labels, MISSING_VALUE, Part, ReportReader, Scope, cell_words, is_none,
    label_key, read_figure, report_placeholder,
};

/// The cells of such a table.
struct TargetTable {
    header: Span,
    /// Before and after; in each violations, pass rate and pattern.
    cells: [[Option<Span>; 3]; 2],
    change: Option<Span>,
}

/// Reads figures that are in a table instead of a list; returns whether there is such a table.
pub(super) fn read(
    reader: &mut ReportReader<'_, '_>,
    part: &Part,
    labels: &Labels<'_>,
    report: &mut HealingVerification,
) -> bool {
    if labels.find("before").or(labels.find("after")).is_some() {
        return false;
    }
    let body = reader.parts.body;
    let table = body.tables(part.nodes.clone()).find_map(|(_, table)| TargetTable::of(&body, table));
    let Some(table) = table else { return false };
    let message = "the figures are in a table, not in lists under labels";
    let loose = Diagnostic::new(&LABEL_FORM, table.header, message).field("before");
    reader.sink.report(loose.expected("`**Before Healing:**` and `**After Healing:**`, a list below each"));
    reader.sink.markup(table.header);
    let [before, after] = table.cells;
    report.before = state(reader, table.header, before, &BEFORE_LABELS, "before healing");
    report.after = state(reader, table.header, after, &AFTER_LABELS, "after healing");
    report.change = match table.change {
        Some(cell) if labels.find("change").is_none() => words(reader, cell, "change"),
        _ => reader.value(labels, "change"),
    };
    true
}

/// The places of two of [`TARGET_LABELS`].
const AFTER: usize = 1;
const CHANGE: usize = 2;

impl TargetTable {
    /// Returns `None` unless the table has a figure for both times.
    fn of(body: &Scope<'_>, table: Table) -> Option<Self> {
        let outline = body.outline;
        let header = outline.header(table)?;
        let names: Vec<_> = outline.cells(header).iter().map(|cell| body.read(*cell)).collect();
        let place = header.span.trim(body.text.source());
        let mut found = Self { header: place, cells: [[None; 3]; 2], change: None };
        let columns = Columns::find(body.text, outline, table, &COMPARISON_COLUMNS);
        let [metric, before, after] = [0, 1, 2].map(|column| columns.place(column));
        let times = before.zip(after);
        let labels = times.and(metric).unwrap_or_default();
        let changes = names.iter().position(|name| place_of(name, &TARGET_LABELS) == Some(CHANGE));
        let is_only = outline.rows(table).len() == 1;
        for row in outline.rows(table).iter().map(|row| outline.cells(row)) {
            let Some(label) = row.get(labels).map(|label| body.read(*label)) else { continue };
            let (time, figure) = (place_of(&label, &TARGET_LABELS), place_of(&label, &BEFORE_LABELS));
            for (column, (cell, name)) in row.iter().zip(&names).enumerate() {
                let place = match times {
                    Some((before, after)) => [before, after].iter().position(|at| *at == column).zip(figure),
                    None => {
                        let by_row = || time.filter(|_| column > 0).zip(place_of(name, &BEFORE_LABELS));
                        Some(name).filter(|_| is_only).and_then(|name| side(name)).or_else(by_row)
                    }
                };
                let place = place.and_then(|(time, figure)| found.cells.get_mut(time)?.get_mut(figure));
                if let Some(place) = place {
                    *place = place.or(Some(*cell));
                }
            }
            // The change is stated once, in the row of the state after healing.
            if times.is_none() && (is_only || time == Some(AFTER)) {
                found.change = found.change.or(changes.and_then(|column| row.get(column).copied()));
            }
            if CHANGES.contains(&label_key(&label).as_str()) {
                let places =
                    times.map_or_else(|| (1..row.len()).collect(), |(before, after)| vec![after, before]);
                found.change = found.change.or_else(|| first_words(body, row, &places));
            }
        }
        let is_told = |state: &[Option<Span>; 3]| state.iter().any(Option::is_some);
        found.cells.iter().all(is_told).then_some(found)
    }
}

/// Names of a row that describes the change; a column of such a name may be the difference.
const CHANGES: [&str; 6] = ["change", "improvement", "status", "outcome", "overall change", "result"];

/// Returns the first of these cells that contains a letter, or else the first that isn't empty.
fn first_words(body: &Scope<'_>, row: &[Span], places: &[usize]) -> Option<Span> {
    let cells = || places.iter().filter_map(|place| row.get(*place).copied());
    let mut words = cells().filter(|cell| body.text.slice(*cell).contains(char::is_alphabetic));
    words.next().or_else(|| cells().find(|cell| !cell.is_empty()))
}

/// The time and the figure of a column that names both: `Violations Before`, `Pass Rate (after healing)`.
fn side(header: &str) -> Option<(usize, usize)> {
    const TIMES: [[&str; 4]; 2] = [
        ["before healing", "before", "pre healing", "pre"],
        ["after healing", "after", "post healing", "post"],
    ];
    let key = label_key(&header.replace(['(', ')'], " "));
    let figure = |name: &&'static str| {
        let before = || key.strip_suffix(*name).filter(|rest| rest.ends_with(' '));
        let behind = || key.strip_prefix(*name).filter(|rest| rest.starts_with(' '));
        before().or_else(behind)
    };
    let named = |(time, names): (usize, &[&'static str; 4])| Some((time, names.iter().find_map(figure)?));
    let (time, figure) = TIMES.iter().enumerate().find_map(named)?;
    Some((time, place_of(figure.trim(), &BEFORE_LABELS)?))
}

/// Which of some labels a cell bears.
fn place_of(written: &str, names: &[LabelName]) -> Option<usize> {
    let key = label_key(written);
    names.iter().position(|name| name.rank(&key).is_some())
}

fn state(
    reader: &mut ReportReader<'_, '_>,
    header: Span,
    cells: [Option<Span>; 3],
    names: &'static [LabelName; 3],
    time: &str,
) -> GateState {
    let read = |(LabelName { name, field, .. }, cell): (&'static LabelName, Option<Span>)| {
        let Some(cell) = cell.filter(|cell| !cell.is_empty()) else {
            let missing = Diagnostic::new(&MISSING_VALUE, header, format!("`{name}` {time} is not stated"));
            reader.sink.report(missing.field(*field).expected(format!("`- {name}: …`")));
            return None;
        };
        Some((cell, words(reader, cell, field)?, *field))
    };
    let stated: Vec<_> = names.iter().zip(cells).map(read).collect();
    let mut stated = stated.into_iter();
    let mut figure = || {
        let (cell, written, field) = stated.next()??;
        Some(read_figure(&written, cell, field, &UNREADABLE_NUMBER, reader.sink))
    };
    let (violations, pass_rate) = (figure(), figure());
    let pattern = stated.next().flatten().map(|(_, pattern, _)| pattern);
    GateState { violations, pass_rate, pattern }
}

/// Returns the text of a cell, unless nobody filled it in.
fn words(reader: &mut ReportReader<'_, '_>, cell: Span, field: &'static str) -> Option<String> {
    let written = cell_words(reader.parts.body.read(cell));
    reader.sink.field(field, cell);
    if report_placeholder(&written, cell, field, reader.sink) {
        return None;
    }
    // `None` of a pattern or of a count says something; a dash does not.
    let says_something = written.contains(char::is_alphanumeric) || !is_none(&written);
    says_something.then_some(written)
}
