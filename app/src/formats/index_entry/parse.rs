//! Reads the registry, row by row.

use super::cells::Cells;
use super::columns::{COLUMNS, COMMITS, DATE, DESCRIPTION, OUTCOME, PATTERN};
use super::commits::listed;
use super::outcome::{outcome, sign};
use super::recognize::Layout;
use super::rules::{
    COMMIT_PLACE, DATE_SPELLING, MISSING_DATE, MISSING_DESCRIPTION, MISSING_METRICS, MISSING_OUTCOME,
    MISSING_PATTERN, NONE_ROW, STATUS_SPELLING, UNKNOWN_STATUS, UNREADABLE_DATE,
};
use super::{Entry, IndexEntry};
use crate::format::prelude::*;
use crate::markdown::{Row, Table};
use crate::reading::{
    EXTRA_CELLS, MISSING_CELLS, OtherColumns, PLACEHOLDER, Scope, SpelledDate, cell_words, is_none,
    is_placeholder, report_columns, report_mojibake, report_row, spelled_date,
};

const LIST: &str = "entries";

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> IndexEntry {
    let body = Scope::of(block);
    let mut index = IndexEntry::default();
    for (.., table) in body.outline.tables(body.range()) {
        if let Some(layout) = Layout::of(body.text, body.outline, table) {
            read_table(&body, table, &layout, &mut index, sink);
        }
    }
    report_mojibake(block, sink);
    index
}

fn read_table(body: &Scope<'_>, table: Table, layout: &Layout, index: &mut IndexEntry, sink: &mut Sink) {
    let (text, outline) = (body.text, body.outline);
    let mut others = None;
    if let Layout::Named(columns) = layout {
        others = Some(OtherColumns::of(outline, table, columns));
        let contract = COLUMNS.get(..COMMITS).unwrap_or_default();
        report_columns(text, outline, table, columns, contract, LIST, sink);
    } else if let Some(row) = outline.header(table) {
        read_row(body, table, layout, row, None, index, sink);
    }
    for row in outline.rows(table) {
        read_row(body, table, layout, row, others.as_ref(), index, sink);
    }
}

fn read_row(
    body: &Scope<'_>,
    table: Table,
    layout: &Layout,
    row: &Row,
    others: Option<&OtherColumns>,
    index: &mut IndexEntry,
    sink: &mut Sink,
) {
    let outline = body.outline;
    let cells = Cells::of(body.text, outline, layout, row);
    let cell = |column| cells.get(column);
    let filled = outline.cells(row).iter().filter(|cell| !is_none(body.text.slice(**cell)));
    let is_told_in_words = cell(DATE).is_none_or(|cell| is_none(body.text.slice(cell)))
        && cell(PATTERN).is_none_or(|cell| is_none(body.text.slice(cell)));
    // `*(filled as work is done)*`, or a year above the rows of it.
    let is_note = filled.clone().nth(1).is_none()
        && filled.clone().all(|cell| {
            let written = body.read(*cell);
            spelled_date(&written).is_none() && !is_placeholder(&written)
        });
    if is_note || is_told_in_words {
        sink.prose(row.span);
        let message = "a row that names no execution";
        sink.report(Diagnostic::new(&NONE_ROW, row.span, message).field(LIST));
        return;
    }
    let number = index.entries.len() as u32;
    let path = format!("{LIST}[{number}]");
    if cells.are_shifted {
        let rule = if row.found > table.columns { &EXTRA_CELLS } else { &MISSING_CELLS };
        let shifted = Diagnostic::new(rule, row.span, "the cells of the row are not those of its columns");
        sink.report(shifted.field(path).fix("Rewrite the row", row.span, cells.row(body.text)));
    } else {
        report_row(body.text, outline, table, row, &path, sink);
    }
    let mut reader = RowReader { body, row: row.span, number, sink };
    let date = reader.date(cell(DATE));
    let description = reader.words("description", cell(DESCRIPTION), &MISSING_DESCRIPTION);
    let pattern = reader.words("pattern", cell(PATTERN), &MISSING_PATTERN);
    let mut entry = Entry { date, description, pattern, ..Entry::default() };
    reader.outcome(cell(OUTCOME), &mut entry);
    reader.commits(cell(COMMITS), &mut entry);
    if let Some(others) = others {
        let path = FieldPath::part(LIST, number, "otherCells");
        entry.other_cells = others.read(body.text, outline.cells(row), path, sink);
    }
    index.entries.push(entry);
}

struct RowReader<'r, 't> {
    body: &'r Scope<'t>,
    row: Span,
    number: u32,
    sink: &'r mut Sink,
}

impl RowReader<'_, '_> {
    fn report(&mut self, part: &'static str, rule: &'static Rule, span: Span, message: &str) {
        let path = FieldPath::part(LIST, self.number, part);
        self.sink.report(Diagnostic::new(rule, span, message).field(path));
    }

    fn words(&mut self, part: &'static str, cell: Option<Span>, missing: &'static Rule) -> Option<String> {
        let says = |cell: &Span| {
            let written = self.body.text.slice(*cell);
            !is_none(written) || sign(written).is_some()
        };
        let Some(cell) = cell.filter(says) else {
            let message = format!("the row states no {part}");
            self.report(part, missing, cell.unwrap_or(self.row), &message);
            return None;
        };
        self.sink.field(FieldPath::part(LIST, self.number, part), cell);
        let written = cell_words(self.body.read(cell));
        if is_placeholder(&written) {
            self.report(part, &PLACEHOLDER, cell, "a placeholder was not filled in");
        }
        Some(written)
    }

    /// The date alone; a cell without one is kept as written.
    fn date(&mut self, cell: Option<Span>) -> Option<String> {
        let written = self.words("date", cell, &MISSING_DATE)?;
        let cell = cell?;
        let Some(SpelledDate { iso, range }) = spelled_date(&written) else {
            if !is_placeholder(&written) {
                self.report("date", &UNREADABLE_DATE, cell, "the date is no `YYYY-MM-DD`");
            }
            return Some(written);
        };
        if iso != written {
            let path = FieldPath::part(LIST, self.number, "date");
            let is_iso = written.get(range.clone()) == Some(iso.as_str());
            let message = match is_iso {
                true => "there is something besides the date in its cell",
                false => "the date is spelled in another way",
            };
            let misspelled =
                Diagnostic::new(&DATE_SPELLING, cell, message).field(path).found(written.as_str());
            // The fix must not drop words besides the date, such as a time, or undo a strikethrough.
            let is_kept = |kept: char| kept.is_alphanumeric() || kept == '~';
            let rest = written.get(..range.start).unwrap_or_default().chars();
            let says_more = rest.chain(written.get(range.end..).unwrap_or_default().chars()).any(is_kept);
            self.sink
                .report(misspelled.fix(format!("Write `{iso}`"), cell, iso.as_str()).fixed_if(!says_more));
        }
        Some(iso)
    }

    fn outcome(&mut self, cell: Option<Span>, entry: &mut Entry) {
        entry.outcome = self.words("outcome", cell, &MISSING_OUTCOME);
        let (Some(cell), Some(written)) = (cell, &entry.outcome) else { return };
        if is_placeholder(written) {
            return;
        }
        let read = outcome(written);
        entry.success = read.success;
        entry.metrics = read.metrics.clone().and_then(|range| written.get(range)).map(str::to_owned);
        entry.commits.clone_from(&read.commits);
        let status = read.status.clone().and_then(|range| written.get(range)).unwrap_or_default();
        match read.success {
            None => {
                let message = "the outcome begins with neither `Success` nor `Failed`";
                let path = FieldPath::part(LIST, self.number, "success");
                let unknown = Diagnostic::new(&UNKNOWN_STATUS, cell, message).field(path);
                self.sink.report(unknown.expected("`Success` or `Failed`").found(status));
            }
            Some(success) => self.status_spelling(cell, status, success),
        }
        if read.metrics.is_none() {
            self.report("metrics", &MISSING_METRICS, cell, "the outcome states no figures");
        }
        if !read.commits.is_empty() && !read.is_closed_by_commits {
            let message = "the commits are not in parentheses at the end";
            self.report("commits", &COMMIT_PLACE, cell, message);
        }
    }

    /// Commits in a column of their own.
    fn commits(&mut self, cell: Option<Span>, entry: &mut Entry) {
        let Some(cell) = cell.filter(|_| entry.commits.is_empty()) else { return };
        let written = self.body.read(cell);
        entry.commits = listed(&written);
        if !entry.commits.is_empty() {
            self.sink.field(FieldPath::part(LIST, self.number, "commits"), cell);
            self.report("commits", &COMMIT_PLACE, cell, "the commits are in a column of their own");
        }
    }

    fn status_spelling(&mut self, cell: Span, status: &str, success: bool) {
        let word = if success { "Success" } else { "Failed" };
        if status == word {
            return;
        }
        let path = FieldPath::part(LIST, self.number, "success");
        let message = format!("the status is written `{status}`");
        let misspelled =
            Diagnostic::new(&STATUS_SPELLING, cell, message).field(path).expected(word).found(status);
        // Several words mean more than the status does, and in a repaired text the offsets differ.
        let is_one_word =
            status.split_whitespace().filter(|part| part.contains(char::is_alphabetic)).count() == 1;
        let is_verbatim = self.body.text.slice(cell).starts_with(status);
        let (is_safe, place) = (is_one_word && is_verbatim, cell.take(status.len()));
        self.sink.report(misspelled.fix(format!("Write `{word}`"), place, word).fixed_if(is_safe));
    }
}
