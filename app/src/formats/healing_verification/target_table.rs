//! The target gate in a table: a row for each figure and a column for each time, or the other way round, or all in one
//! row.

use super::columns::{COMPARISON, METRIC, METRIC_AFTER, METRIC_BEFORE};
use super::names::{
    AFTER, AFTER_LABELS, BEFORE, BEFORE_LABELS, CHANGE, PASS_RATE, PATTERN, TARGET_LABELS, VIOLATIONS,
};
use super::rules::UNREADABLE_NUMBER;
use super::{GateState, HealingVerification};
use crate::diagnostic::{Diagnostic, FieldPath};
use crate::markdown::{Kind, Table};
use crate::reading::{
    Columns, Figure, LABEL_FORM, LabelName, Labels, MISSING_VALUE, Part, ReportReader, Scope, cell_words,
    is_none, label_key, report_placeholder,
};
use crate::text::Span;

/// The cells of such a table, by time and figure.
struct TargetTable {
    header: Span,
    /// Before and after; in each violations, pass rate and pattern.
    cells: [[Option<Span>; 3]; 2],
    change: Option<Span>,
}

/// Reads the figures of a part that has them in no list; whether there was a table of them.
pub(super) fn read(
    reader: &mut ReportReader<'_, '_>,
    part: &Part,
    labels: &Labels<'_>,
    report: &mut HealingVerification,
) -> bool {
    if labels.find(BEFORE).or(labels.find(AFTER)).is_some() {
        return false;
    }
    let body = reader.parts.body;
    let mut tables = body.nodes(part.nodes.clone()).filter_map(|(_, node)| match node.kind {
        Kind::Table(table) => Some(table),
        _ => None,
    });
    let Some(table) = tables.find_map(|table| TargetTable::of(reader, table)) else { return false };
    let message = "the figures stand in a table, not in lists under labels";
    let loose = Diagnostic::new(&LABEL_FORM, table.header, message).field("before");
    reader.sink.report(loose.expected("`**Before Healing:**` and `**After Healing:**`, a list below each"));
    reader.sink.markup(table.header);
    let [before, after] = table.cells;
    report.before = state(reader, &table, before, (&BEFORE_LABELS, "before healing"));
    report.after = state(reader, &table, after, (&AFTER_LABELS, "after healing"));
    report.change = match table.change {
        Some(cell) if labels.find(CHANGE).is_none() => words(reader, cell, "change"),
        _ => reader.value(labels, CHANGE),
    };
    true
}

impl TargetTable {
    /// None where a table has not both times, or no figure.
    fn of(reader: &ReportReader<'_, '_>, table: Table) -> Option<Self> {
        let body = reader.parts.body;
        let (outline, header) = (body.outline, body.outline.header(table)?);
        let names = |cell: Span, names: &'static [LabelName]| place(&body.read(cell), names);
        let header_line = header.span.trim(body.text.source());
        let mut found = Self { header: header_line, cells: [[None; 3]; 2], change: None };
        let columns = Columns::find(body.text, outline, table, &COMPARISON);
        if let (Some(before), Some(after)) = (columns.place(METRIC_BEFORE), columns.place(METRIC_AFTER)) {
            let label = columns.place(METRIC).unwrap_or_default();
            for row in outline.rows(table).iter().map(|row| outline.cells(row)) {
                let Some(label) = row.get(label).copied() else { continue };
                if says_change(&body.read(label)) {
                    found.change = found.change.or_else(|| said(&body, row, &[after, before]));
                    continue;
                }
                let figure = names(label, &BEFORE_LABELS);
                for (time, column) in [(BEFORE, before), (AFTER, after)] {
                    let cell = figure.and_then(|figure| found.cells.get_mut(time)?.get_mut(figure));
                    if let Some(cell) = cell {
                        *cell = cell.or(row.get(column).copied());
                    }
                }
            }
        } else {
            let header = outline.cells(header);
            let columns: Vec<Option<usize>> =
                header.iter().map(|cell| names(*cell, &BEFORE_LABELS)).collect();
            let change = header.iter().position(|cell| names(*cell, &TARGET_LABELS) == Some(CHANGE));
            if let [row] = outline.rows(table) {
                let row = outline.cells(row);
                for (name, cell) in header.iter().zip(row) {
                    let place = side(&body.read(*name));
                    let place = place.and_then(|(time, figure)| found.cells.get_mut(time)?.get_mut(figure));
                    if let Some(place) = place {
                        *place = place.or(Some(*cell));
                    }
                }
                found.change = change.and_then(|change| row.get(change).copied());
            }
            for row in outline.rows(table).iter().map(|row| outline.cells(row)) {
                let time = row.first().and_then(|cell| names(*cell, &TARGET_LABELS));
                if row.first().is_some_and(|label| says_change(&body.read(*label))) {
                    let places: Vec<usize> = (1..row.len()).collect();
                    found.change = found.change.or_else(|| said(&body, row, &places));
                    continue;
                }
                let Some(cells) = time.and_then(|time| found.cells.get_mut(time)) else { continue };
                for (column, cell) in columns.iter().zip(row).skip(1) {
                    let place = column.and_then(|figure| cells.get_mut(figure));
                    if let Some(place) = place {
                        *place = place.or(Some(*cell));
                    }
                }
                // What changed is said once, behind what came of it.
                let said = change.filter(|_| time == Some(AFTER)).and_then(|change| row.get(change).copied());
                found.change = found.change.or(said);
            }
        }
        let is_told = |state: &[Option<Span>; 3]| state.iter().any(Option::is_some);
        found.cells.iter().all(is_told).then_some(found)
    }
}

/// What a row that says what changed may be called; a column of this name may be the difference.
const CHANGES: [&str; 6] = ["change", "improvement", "status", "outcome", "overall change", "result"];

fn says_change(written: &str) -> bool {
    CHANGES.contains(&label_key(written).as_str())
}

/// The first of some cells that says something in words.
fn said(body: &Scope<'_>, row: &[Span], places: &[usize]) -> Option<Span> {
    let cells = || places.iter().filter_map(|place| row.get(*place).copied());
    let mut words = cells().filter(|cell| body.text.slice(*cell).contains(char::is_alphabetic));
    words.next().or_else(|| cells().find(|cell| !cell.is_empty()))
}

/// The time and the figure of a column that names both: `Violations Before`, `Pass Rate (after healing)`.
fn side(header: &str) -> Option<(usize, usize)> {
    let key = label_key(&header.replace(['(', ')'], " "));
    let times = [
        (BEFORE, ["before healing", "before", "pre healing", "pre"]),
        (AFTER, ["after healing", "after", "post healing", "post"]),
    ];
    let (time, figure) = times.iter().find_map(|(time, names)| {
        let figure = |name: &&'static str| {
            let before = || key.strip_suffix(*name).filter(|rest| rest.ends_with(' '));
            let behind = || key.strip_prefix(*name).filter(|rest| rest.starts_with(' '));
            before().or_else(behind)
        };
        Some((*time, names.iter().find_map(figure)?))
    })?;
    Some((time, place(figure.trim(), &BEFORE_LABELS)?))
}

/// Which of some labels a cell bears.
fn place(written: &str, names: &[LabelName]) -> Option<usize> {
    let key = label_key(written);
    let is_called = |name: &LabelName| label_key(name.name) == key || name.synonyms.contains(&key.as_str());
    names.iter().position(is_called)
}

fn state(
    reader: &mut ReportReader<'_, '_>,
    table: &TargetTable,
    cells: [Option<Span>; 3],
    (names, time): (&'static [LabelName], &str),
) -> GateState {
    let mut stated = |figure: usize| {
        let (name, cell) = (names.get(figure)?, cells.get(figure).copied().flatten());
        let cell = cell.filter(|cell| !cell.is_empty());
        if cell.is_none() {
            let message = format!("`{}` {time} is not stated", name.name);
            let missing = Diagnostic::new(&MISSING_VALUE, table.header, message);
            reader.sink.report(missing.field(name.field).expected(format!("`- {}: …`", name.name)));
        }
        Some((cell?, words(reader, cell?, name.field)?, name.field))
    };
    let (violations, pass_rate, pattern) = (stated(VIOLATIONS), stated(PASS_RATE), stated(PATTERN));
    let mut figure = |stated: Option<(Span, String, &'static str)>| {
        let (cell, written, field) = stated?;
        let figure = Figure::read(&written);
        if figure.number.is_none() {
            let message = format!("`{}` is no number", written.trim());
            let unreadable = Diagnostic::new(&UNREADABLE_NUMBER, cell, message).field(field);
            reader.sink.report(unreadable.found(written.trim()));
        }
        Some(figure)
    };
    GateState {
        violations: figure(violations),
        pass_rate: figure(pass_rate),
        pattern: pattern.map(|(_, pattern, _)| pattern),
    }
}

/// What a cell says, unless nobody filled it in.
fn words(reader: &mut ReportReader<'_, '_>, cell: Span, field: &'static str) -> Option<String> {
    let written = cell_words(reader.parts.body.read(cell));
    reader.sink.field(FieldPath::name(field), cell);
    if report_placeholder(&written, cell, field, reader.sink) {
        return None;
    }
    // `None` of a pattern or of a count says something; a dash does not.
    let says_something = written.contains(char::is_alphanumeric) || !is_none(&written);
    says_something.then_some(written)
}
