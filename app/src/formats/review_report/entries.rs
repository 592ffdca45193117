//! Fixes Applied and Flags for Human: tables of two columns, lists, or sentences below a heading that leaves no doubt of
//! what they are.

use std::iter;
use std::ops::Range;

use super::columns::{FIX_COLUMNS, FLAG_COLUMNS};
use super::report_sections::{NamedSection, ReportSections};
use super::rules::{FIXES_AS_LIST, FLAGS_AS_LIST, UNREAD_ENTRIES};
use super::section_kind::SectionKind;
use super::{FixApplied, Flag};
use crate::format::prelude::*;
use crate::markdown::{Kind, Row, Table, key_value};
use crate::reading::{
    Columns, LabelName, OtherCell, OtherColumns, cleaned, counted, is_none, location, normal, numbered_title,
    report_columns, report_row, says_nothing, unquoted,
};

/// A column's name has no more words.
const MOST_WORDS: usize = 4;

/// One of the two lists.
pub(super) struct List {
    pub kind: SectionKind,
    pub columns: &'static [LabelName; 2],
    as_list: &'static Rule,
    pub is_fixes: bool,
}

static FIXES: List =
    List { kind: SectionKind::Fixes, columns: &FIX_COLUMNS, as_list: &FIXES_AS_LIST, is_fixes: true };
static FLAGS: List =
    List { kind: SectionKind::Flags, columns: &FLAG_COLUMNS, as_list: &FLAGS_AS_LIST, is_fixes: false };

/// The two parts of a fix or a flag, and what is in other columns.
#[derive(Default)]
pub(super) struct ListEntry {
    pub parts: [Option<String>; 2],
    other_cells: Vec<OtherCell>,
}

pub(super) struct ListReader<'r, 't> {
    pub list: &'static List,
    pub sections: &'r ReportSections<'t>,
    pub sink: &'r mut Sink,
    pub entries: Vec<ListEntry>,
}

/// Reads both lists.
pub(super) fn parse(sections: &ReportSections<'_>, sink: &mut Sink) -> (Vec<FixApplied>, Vec<Flag>) {
    let mut read = |list| ListReader { list, sections, sink, entries: Vec::new() }.read().into_iter();
    let fix = |ListEntry { parts: [file, fix], other_cells }| FixApplied { file, fix, other_cells };
    let flag = |ListEntry { parts: [issue, reason], other_cells }| Flag { issue, reason, other_cells };
    (read(&FIXES).map(fix).collect(), read(&FLAGS).map(flag).collect())
}

impl ListReader<'_, '_> {
    fn read(mut self) -> Vec<ListEntry> {
        let sections = self.sections;
        let Some(named) = sections.of_kind(self.list.kind).next() else { return self.entries };
        let nodes = own_nodes(sections, named);
        for (_, table) in sections.tables(nodes.clone()) {
            self.read_table(table);
        }
        let is_in_table = !self.entries.is_empty();
        if !is_in_table && !super::findings::says_none(sections, named) {
            self.read_items(nodes);
            if self.entries.is_empty() {
                self.read_headings(named);
            }
        }
        let is_in_list = !is_in_table && !self.entries.is_empty();
        let unread = self.read_sentences(named);
        let field = self.list.kind.field();
        if !self.entries.is_empty() && !is_in_table {
            let form = if is_in_list { "a list" } else { "words" };
            let message = format!("{} in {form}, not in a table", counted(self.entries.len(), "entry"));
            let heading = sections.heading_line(&named.section);
            self.sink.report(Diagnostic::new(self.list.as_list, heading, message).field(field));
        }
        if let Some(unread) = unread {
            let heading = sections.read(named.section.text);
            let message = format!("the section `{}` holds text that is read as no entry", heading.trim());
            self.sink.report(Diagnostic::new(&UNREAD_ENTRIES, unread, message).field(field));
        }
        self.entries
    }

    /// The place of the entry that comes next.
    fn path(&self) -> FieldPath {
        FieldPath::row(self.list.kind.field(), self.entries.len() as u32)
    }

    /// Adds an entry that was read from some spans.
    pub fn push(&mut self, parts: [Option<String>; 2], spans: impl IntoIterator<Item = Span>) {
        for span in spans {
            self.sink.field(self.path(), span);
        }
        self.entries.push(ListEntry { parts, ..ListEntry::default() });
    }

    fn read_table(&mut self, table: Table) {
        let (list, sections) = (self.list, self.sections);
        let (text, outline) = (sections.text, sections.outline);
        let columns = Columns::find(text, outline, table, list.columns);
        // The section makes clear what its rows are, so columns with unknown names are taken in order.
        let is_unnamed = columns.place(0).is_none() && columns.place(1).is_none();
        let columns = if is_unnamed { in_order(sections, table, list.columns.len()) } else { columns };
        report_columns(text, outline, table, &columns, list.columns, list.kind.field(), self.sink);
        let others = OtherColumns::of(outline, table, &columns);
        for row in columns.rows(outline, table) {
            let cells = [0, 1]
                .map(|column| columns.cell(outline, row, column).filter(|cell| !is_none(text.slice(*cell))));
            // A row that names nothing gives the reason why there is nothing: `| None | All is well |`.
            let names_nothing = columns.place(0).is_some() && matches!(cells, [None, _]);
            if names_nothing || matches!(cells, [None, None]) {
                self.sink.prose(row.span);
                continue;
            }
            let path = self.path();
            report_row(text, outline, table, row, path, self.sink);
            for (column, cell) in list.columns.iter().zip(cells) {
                if let Some(cell) = cell {
                    self.sink.field(FieldPath { part: Some(column.field), ..path }, cell);
                }
            }
            let [first, second] = cells.map(|cell| Some(sections.cell(cell?)));
            let first = first.map(|first| if list.is_fixes { unquoted(&first) } else { first });
            let path = FieldPath { part: Some("otherCells"), ..path };
            let other_cells = others.read(text, outline.cells(row), path, self.sink);
            self.entries.push(ListEntry { parts: [first, second], other_cells });
        }
    }

    /// Reads outermost items; a heading above them may name the file.
    fn read_items(&mut self, nodes: Range<usize>) {
        let mut file = None;
        for (_, node) in self.sections.nodes(nodes) {
            match node.kind {
                Kind::Heading { text, .. } => file = location(&self.sections.read(text)).file,
                Kind::Item { level: 0, text, .. } => {
                    let parts = match &file {
                        Some(file) if self.list.is_fixes => {
                            [Some(file.clone()), Some(self.sections.plain(text))]
                        }
                        _ => self.parts_of(text),
                    };
                    if !parts.iter().flatten().all(|part| says_nothing(part)) {
                        self.push(parts, [text]);
                    }
                }
                _ => {}
            }
        }
    }

    /// Reads headings such as `### 1. Issue`, with the rest in the lines below.
    fn read_headings(&mut self, named: &NamedSection) {
        let sections = self.sections;
        for child in sections.children(named) {
            let heading = child.section.text;
            let title = Some(numbered_title(&sections.plain(heading)).title.to_owned());
            let below = child.section.extent.clone();
            if self.list.is_fixes {
                // What else the section says is prose.
                let file = sections.pairs(below).into_iter().find_map(|pair| {
                    let key = normal(&sections.read(pair.key));
                    let file = location(&sections.read(pair.value)).file?;
                    matches!(key.as_str(), "file" | "files" | "location").then_some((file, pair.value))
                });
                let (file, place) = file.unzip();
                self.push([file, title], iter::once(heading).chain(place));
            } else {
                let body = sections.content(below);
                let reason = body.map(|body| sections.plain(body));
                self.push([title, reason], iter::once(heading).chain(body));
            }
        }
    }

    /// The parts of an item or a sentence: `` `src/a.rs`: what was done ``, `**Issue:** why a person is needed`.
    pub fn parts_of(&self, text: Span) -> [Option<String>; 2] {
        let plain = self.sections.plain(text);
        if self.list.is_fixes {
            let named = parted(&plain).and_then(|(first, fix)| Some((location(first).file?, fix)));
            let named = named.map(|(file, fix)| (file, fix.trim_start_matches(['*', ' ']).to_owned()));
            let (file, fix) = named.unzip();
            return [file, fix.or(Some(plain))];
        }
        if let Some(pair) = key_value(self.sections.text.source(), text) {
            let reason = Some(self.sections.plain(pair.value)).filter(|reason| !reason.is_empty());
            return [Some(self.sections.plain(pair.key)), reason];
        }
        let written = without_checkbox(&plain);
        let (issue, reason) =
            parted(written).map(|(issue, reason)| (issue.trim_matches('*'), reason.to_owned())).unzip();
        [Some(issue.unwrap_or(written).to_owned()), reason]
    }
}

/// Splits words at the first mark, unless the mark is in a later sentence.
fn parted(written: &str) -> Option<(&str, &str)> {
    let parts = [": ", " — ", " – ", " - ", " | "].iter().filter_map(|mark| written.split_once(mark));
    parts.min_by_key(|(first, _)| first.len()).filter(|(first, _)| !first.contains(". "))
}

/// What follows `[ ]` or `[x]`.
pub(super) fn without_checkbox(line: &str) -> &str {
    ["[ ] ", "[x] ", "[X] "].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line)
}

/// The nodes of a section up to another section of the contract in it, such as `### Flags for Human`.
fn own_nodes(sections: &ReportSections<'_>, named: &NamedSection) -> Range<usize> {
    let extent = &named.section.extent;
    let is_other = |inner: &&NamedSection| inner.kind != named.kind && inner.kind.contract_name().is_some();
    let other = sections.within(named).iter().find(is_other).map(|inner| inner.section.node);
    extent.start..other.unwrap_or(extent.end)
}

/// Returns the columns of a table whose header names none of them. The header may be a row, and rows may be numbered.
fn in_order(sections: &ReportSections<'_>, table: Table, count: usize) -> Columns {
    let rows = sections.outline.rows_and_header(table);
    let Some((header, rows)) = rows.split_first() else { return Columns::in_order(0, count) };
    let is_headed = names_columns(sections, header)
        && (table.rule().is_some() || rows.iter().any(|row| !names_columns(sections, row)));
    if is_headed {
        return Columns::in_order(0, count);
    }
    let is_numbered = |row: &Row| {
        let first = sections.outline.cells(row).first().map(|cell| sections.text.slice(*cell));
        first.is_some_and(|cell| !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_numbered = table.columns as usize > count && iter::once(header).chain(rows).all(is_numbered);
    Columns::in_order(usize::from(is_numbered), count).without_header()
}

/// Returns `true` if every cell of a row could name a column, in any language: a few words, and not a value.
fn names_columns(sections: &ReportSections<'_>, row: &Row) -> bool {
    let is_name = |cell: &Span| {
        let written = sections.read(*cell);
        let bare = cleaned(&written);
        let is_plain = !bare.contains(|sign: char| sign.is_ascii_digit() || "/.?!:".contains(sign));
        is_plain && !written.contains('`') && bare.split_whitespace().count() <= MOST_WORDS
    };
    let cells = sections.outline.cells(row);
    cells.iter().all(is_name) && cells.iter().any(|cell| !cell.is_empty())
}
