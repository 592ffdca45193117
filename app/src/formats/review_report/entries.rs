//! Fixes Applied and Flags for Human: tables of two columns, lists, or sentences.

use std::iter;
use std::ops::Range;

use super::columns::{FIX_COLUMNS, FLAG_COLUMNS};
use super::entry_words::{fix_of_item, flag_of_item};
use super::layout::{Layout, NamedSection, Pair};
use super::part::Part;
use super::rules::{FIXES_AS_LIST, FLAGS_AS_LIST, TABLE_RULES, UNREAD_ENTRIES};
use super::sentences::{self, Told};
use super::tables::{names_columns, report_shape};
use super::{FixApplied, Flag, ReviewReport};
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::markdown::{Kind, Row, Table};
use crate::reading::{
    ColumnName, Columns, OtherCell, OtherColumns, counted, is_none, location, normal, numbered_title,
    report_row, says_nothing, unquoted,
};
use crate::text::Span;

/// A row or an item: its first part and its second, and what stands in other columns.
pub(super) type Entry = (Option<String>, Option<String>, Vec<OtherCell>);

/// One of the two lists.
struct List {
    field: &'static str,
    first: &'static str,
    second: &'static str,
    columns: &'static [ColumnName; 2],
    as_list: &'static Rule,
}

const FIXES: List = List {
    field: "fixesApplied",
    first: "file",
    second: "fix",
    columns: &FIX_COLUMNS,
    as_list: &FIXES_AS_LIST,
};
const FLAGS: List = List {
    field: "flagsForHuman",
    first: "issue",
    second: "reason",
    columns: &FLAG_COLUMNS,
    as_list: &FLAGS_AS_LIST,
};

pub(super) fn parse(layout: &Layout<'_>, report: &mut ReviewReport, sink: &mut Sink) {
    let fixes = read(layout, Part::Fixes, &FIXES, fix_of_item, sink);
    report.fixes_applied =
        fixes.into_iter().map(|(file, fix, other_cells)| FixApplied { file, fix, other_cells }).collect();
    let flags = read(layout, Part::Flags, &FLAGS, flag_of_item, sink);
    report.flags_for_human =
        flags.into_iter().map(|(issue, reason, other_cells)| Flag { issue, reason, other_cells }).collect();
}

type ReadItem = fn(&Layout<'_>, Span, Option<&str>) -> Entry;

fn read(layout: &Layout<'_>, part: Part, list: &List, read_item: ReadItem, sink: &mut Sink) -> Vec<Entry> {
    let mut entries = Vec::new();
    let Some(named) = layout.of_part(part).next() else { return entries };
    let tables: Vec<Table> = layout
        .nodes(own_nodes(layout, named))
        .filter_map(|(_, node)| match node.kind {
            Kind::Table(table) => Some(table),
            _ => None,
        })
        .collect();
    for table in tables {
        read_table(layout, table, list, &mut entries, sink);
    }
    let is_in_table = !entries.is_empty();
    if !is_in_table && !super::findings::says_none(layout, named) {
        read_items(layout, named, list, read_item, &mut entries, sink);
    }
    let is_in_list = !is_in_table && !entries.is_empty();
    if named.section.body.is_empty() {
        return entries;
    }
    let told = sentences::told(layout, named, list.columns);
    let mut unread = None;
    for told in told {
        let index = entries.len() as u32;
        match told {
            // Beside a table or a list most sentences speak of what stands in it.
            Told::Entry(words) if is_in_table || is_in_list => unread = unread.or(Some(words)),
            Told::Entry(words) => {
                sink.field(FieldPath::row(list.field, index), words);
                entries.push(read_item(layout, words, None));
            }
            Told::Pair(first, second) => {
                for (part, value) in [(list.first, first), (list.second, second)] {
                    if let Some(value) = value {
                        sink.field(FieldPath::part(list.field, index, part), value);
                    }
                }
                let value = |value: Span| unquoted(&layout.plain(value));
                entries.push((first.map(value), second.map(value), Vec::new()));
            }
            Told::Unsure(words) if entries.is_empty() => unread = unread.or(Some(words)),
            Told::Unsure(_) => {}
        }
    }
    if !entries.is_empty() && !is_in_table {
        let form = if is_in_list { "a list" } else { "words" };
        let message = format!("{} in {form}, not in a table", counted(entries.len(), "entry"));
        let heading = layout.heading_line(&named.section);
        sink.report(Diagnostic::new(list.as_list, heading, message).field(list.field));
    }
    if let Some(unread) = unread {
        let heading = layout.read_span(named.section.text);
        let message = format!("the section `{}` holds text that is read as no entry", heading.trim());
        sink.report(Diagnostic::new(&UNREAD_ENTRIES, unread, message).field(list.field));
    }
    entries
}

/// The nodes of a section up to a part of the report that stands in it, such as `### Flags for Human`.
fn own_nodes(layout: &Layout<'_>, named: &NamedSection) -> Range<usize> {
    let extent = &named.section.extent;
    let inside = layout.inside(extent).iter();
    let other = inside
        .filter(|inner| inner.part != named.part && inner.part.contract_name().is_some())
        .map(|inner| inner.section.node)
        .next();
    extent.start..other.unwrap_or(extent.end)
}

fn read_table(layout: &Layout<'_>, table: Table, list: &List, entries: &mut Vec<Entry>, sink: &mut Sink) {
    let outline = layout.outline;
    let columns = Columns::find(layout.text, outline, table, list.columns);
    // Where the section leaves no doubt of what its rows are, the order does for names that no list knows.
    let is_unnamed = columns.place(0).is_none() && columns.place(1).is_none();
    let columns = if is_unnamed { in_order(layout, table, list) } else { columns };
    report_shape(layout, table, &columns, list.columns, list.field, sink);
    let others = OtherColumns::of(outline, table, &columns);
    for row in columns.rows(outline, table) {
        let cell =
            |column| columns.cell(outline, row, column).filter(|cell| !is_none(layout.text.slice(*cell)));
        let (first, second) = (cell(0), cell(1));
        // A row that names nothing says why there is nothing: `| None | All is well |`.
        let names_nothing = columns.place(0).is_some() && first.is_none();
        if names_nothing || (first.is_none() && second.is_none()) {
            sink.prose(row.span);
            continue;
        }
        let index = entries.len() as u32;
        report_row(layout.text, outline, table, row, FieldPath::row(list.field, index), &TABLE_RULES, sink);
        for (part, cell) in [(list.first, first), (list.second, second)] {
            if let Some(cell) = cell {
                sink.field(FieldPath::part(list.field, index, part), cell);
            }
        }
        let value = |cell: Span| layout.cell(cell);
        let first = first.map(|cell| if list.first == "file" { unquoted(&value(cell)) } else { value(cell) });
        let path = FieldPath::part(list.field, index, "otherCells");
        let others = others.read(layout.text, outline.cells(row), path, sink);
        entries.push((first, second.map(value), others));
    }
}

/// The columns of a table whose header bears none of their names. It may be a row, which may have a number in front.
fn in_order(layout: &Layout<'_>, table: Table, list: &List) -> Columns {
    let count = list.columns.len();
    let rows = layout.outline.rows_and_header(table);
    let Some((header, rows)) = rows.split_first() else { return Columns::in_order(count) };
    let is_headed = names_columns(layout, header)
        && (table.rule().is_some() || rows.iter().any(|row| !names_columns(layout, row)));
    if is_headed {
        return Columns::in_order(count);
    }
    let is_numbered = |row: &Row| {
        let first = layout.outline.cells(row).first().map(|cell| layout.text.slice(*cell));
        first.is_some_and(|cell| !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_numbered = table.columns as usize > count && iter::once(header).chain(rows).all(is_numbered);
    Columns::in_order_from(usize::from(is_numbered), count).without_header()
}

/// Outermost items, or headings with a number: `### 1. Issue`.
fn read_items(
    layout: &Layout<'_>,
    named: &NamedSection,
    list: &List,
    read_item: ReadItem,
    entries: &mut Vec<Entry>,
    sink: &mut Sink,
) {
    let mut under = None;
    for (_, node) in layout.nodes(own_nodes(layout, named)) {
        match node.kind {
            Kind::Heading { text, .. } => under = location(&layout.read_span(text)).file,
            Kind::Item { level: 0, text, .. } => {
                let entry = read_item(layout, text, under.as_deref());
                let says_none = [&entry.0, &entry.1].into_iter().flatten().all(|part| says_nothing(part));
                if says_none {
                    continue;
                }
                let index = entries.len() as u32;
                sink.field(FieldPath::row(list.field, index), text);
                entries.push(entry);
            }
            _ => {}
        }
    }
    if entries.is_empty() {
        read_headings(layout, named, list, entries, sink);
    }
}

/// `### 1. Issue`, with the rest in the lines below.
fn read_headings(
    layout: &Layout<'_>,
    named: &NamedSection,
    list: &List,
    entries: &mut Vec<Entry>,
    sink: &mut Sink,
) {
    for child in layout.children(&named.section) {
        let index = entries.len() as u32;
        let heading = layout.plain(child.section.text);
        let title = numbered_title(&heading).title.to_owned();
        sink.field(FieldPath::row(list.field, index), child.section.text);
        let body = layout.content(child.section.extent.clone());
        if let Some(body) = body {
            sink.field(FieldPath::row(list.field, index), body);
        }
        let told = body.map(|body| layout.plain(body));
        if list.first == "file" {
            let named_file = |pair: &Pair| {
                let key = normal(&layout.read_span(pair.key));
                matches!(key.as_str(), "file" | "files" | "location")
                    .then(|| location(&layout.read_span(pair.value)).file)?
            };
            let file = layout.pairs(child.section.extent.clone()).iter().find_map(named_file);
            entries.push((file, Some(title), Vec::new()));
        } else {
            entries.push((Some(title), told, Vec::new()));
        }
    }
}
