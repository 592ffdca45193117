//! Fixes Applied and Flags for Human: tables of two columns, lists, or sentences.

use std::iter;
use std::ops::Range;

use super::columns::{FIX_COLUMNS, FLAG_COLUMNS};
use super::entry::{ListEntry, fix_of_item, flag_of_item};
use super::report_sections::{NamedSection, Pair, ReportSections};
use super::rules::{FIXES_AS_LIST, FLAGS_AS_LIST, UNREAD_ENTRIES};
use super::section_kind::SectionKind;
use super::statements::{Statement, statements};
use super::tables::{names_columns, report_shape};
use super::{FixApplied, Flag, ReviewReport};
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::markdown::{Kind, Row, Table};
use crate::reading::{
    ColumnName, Columns, OtherColumns, counted, is_none, location, normal, numbered_title, report_row,
    says_nothing, unquoted,
};
use crate::text::Span;

/// One of the two lists.
struct List {
    kind: SectionKind,
    /// The fields of the two columns.
    parts: [&'static str; 2],
    columns: &'static [ColumnName; 2],
    as_list: &'static Rule,
    read_item: fn(&ReportSections<'_>, Span, Option<&str>) -> ListEntry,
}

const FIXES: List = List {
    kind: SectionKind::Fixes,
    parts: ["file", "fix"],
    columns: &FIX_COLUMNS,
    as_list: &FIXES_AS_LIST,
    read_item: fix_of_item,
};
const FLAGS: List = List {
    kind: SectionKind::Flags,
    parts: ["issue", "reason"],
    columns: &FLAG_COLUMNS,
    as_list: &FLAGS_AS_LIST,
    read_item: flag_of_item,
};

pub(super) fn parse(sections: &ReportSections<'_>, report: &mut ReviewReport, sink: &mut Sink) {
    let fix =
        |entry: ListEntry| FixApplied { file: entry.first, fix: entry.second, other_cells: entry.others };
    report.fixes_applied = FIXES.read(sections, sink).into_iter().map(fix).collect();
    let flag =
        |entry: ListEntry| Flag { issue: entry.first, reason: entry.second, other_cells: entry.others };
    report.flags_for_human = FLAGS.read(sections, sink).into_iter().map(flag).collect();
}

impl List {
    const fn is_fixes(&self) -> bool {
        matches!(self.kind, SectionKind::Fixes)
    }

    fn row(&self, entries: &[ListEntry]) -> FieldPath {
        FieldPath::row(self.kind.field(), entries.len() as u32)
    }

    fn mark(&self, entries: &[ListEntry], values: [Option<Span>; 2], sink: &mut Sink) {
        for (part, value) in self.parts.into_iter().zip(values) {
            if let Some(value) = value {
                sink.field(FieldPath { part: Some(part), ..self.row(entries) }, value);
            }
        }
    }

    fn read(&self, sections: &ReportSections<'_>, sink: &mut Sink) -> Vec<ListEntry> {
        let mut entries = Vec::new();
        let Some(named) = sections.of_kind(self.kind).next() else { return entries };
        let nodes = own_nodes(sections, named);
        for (_, node) in sections.nodes(nodes.clone()) {
            if let Kind::Table(table) = node.kind {
                self.read_table(sections, table, &mut entries, sink);
            }
        }
        let is_in_table = !entries.is_empty();
        if !is_in_table && !super::findings::says_none(sections, named) {
            self.read_items(sections, nodes, &mut entries, sink);
            if entries.is_empty() {
                self.read_headings(sections, named, &mut entries, sink);
            }
        }
        let is_in_list = !is_in_table && !entries.is_empty();
        if named.section.body.is_empty() {
            return entries;
        }
        let mut unread = None;
        for statement in statements(sections, named, self.columns, self.is_fixes()) {
            match statement {
                // Beside a table or a list most sentences speak of what is in it.
                Statement::Entry(words) if is_in_table || is_in_list => unread = unread.or(Some(words)),
                Statement::Entry(words) => {
                    sink.field(self.row(&entries), words);
                    entries.push((self.read_item)(sections, words, None));
                }
                Statement::Pair(values) => {
                    self.mark(&entries, values, sink);
                    let [first, second] = values.map(|value| Some(unquoted(&sections.plain(value?))));
                    entries.push(ListEntry::of(first, second));
                }
                Statement::Unsure(words) if entries.is_empty() => unread = unread.or(Some(words)),
                Statement::Unsure(_) => {}
            }
        }
        if !entries.is_empty() && !is_in_table {
            let form = if is_in_list { "a list" } else { "words" };
            let message = format!("{} in {form}, not in a table", counted(entries.len(), "entry"));
            let heading = sections.heading_line(&named.section);
            sink.report(Diagnostic::new(self.as_list, heading, message).field(self.kind.field()));
        }
        if let Some(unread) = unread {
            let heading = sections.read(named.section.text);
            let message = format!("the section `{}` holds text that is read as no entry", heading.trim());
            sink.report(Diagnostic::new(&UNREAD_ENTRIES, unread, message).field(self.kind.field()));
        }
        entries
    }

    fn read_table(
        &self,
        sections: &ReportSections<'_>,
        table: Table,
        entries: &mut Vec<ListEntry>,
        sink: &mut Sink,
    ) {
        let outline = sections.outline;
        let columns = Columns::find(sections.text, outline, table, self.columns);
        // Where the section leaves no doubt of what its rows are, the order does for names that no list knows.
        let is_unnamed = columns.place(0).is_none() && columns.place(1).is_none();
        let columns = if is_unnamed { in_order(sections, table, self.columns.len()) } else { columns };
        report_shape(sections, table, &columns, self.columns, self.kind.field(), sink);
        let others = OtherColumns::of(outline, table, &columns);
        for row in columns.rows(outline, table) {
            let cells = [0, 1].map(|column| {
                columns.cell(outline, row, column).filter(|cell| !is_none(sections.text.slice(*cell)))
            });
            // A row that names nothing gives the reason why there is nothing: `| None | All is well |`.
            let names_nothing = columns.place(0).is_some() && matches!(cells, [None, _]);
            if names_nothing || matches!(cells, [None, None]) {
                sink.prose(row.span);
                continue;
            }
            let path = self.row(entries);
            report_row(sections.text, outline, table, row, path, sink);
            self.mark(entries, cells, sink);
            let [first, second] = cells.map(|cell| Some(sections.cell(cell?)));
            let first = first.map(|first| if self.is_fixes() { unquoted(&first) } else { first });
            let path = FieldPath { part: Some("otherCells"), ..path };
            let others = others.read(sections.text, outline.cells(row), path, sink);
            entries.push(ListEntry { first, second, others });
        }
    }

    /// Reads outermost items.
    fn read_items(
        &self,
        sections: &ReportSections<'_>,
        nodes: Range<usize>,
        entries: &mut Vec<ListEntry>,
        sink: &mut Sink,
    ) {
        let mut under = None;
        for (_, node) in sections.nodes(nodes) {
            match node.kind {
                Kind::Heading { text, .. } => under = location(&sections.read(text)).file,
                Kind::Item { level: 0, text, .. } => {
                    let entry = (self.read_item)(sections, text, under.as_deref());
                    if [&entry.first, &entry.second].into_iter().flatten().all(|part| says_nothing(part)) {
                        continue;
                    }
                    sink.field(self.row(entries), text);
                    entries.push(entry);
                }
                _ => {}
            }
        }
    }

    /// Reads headings such as `### 1. Issue`, with the rest in the lines below.
    fn read_headings(
        &self,
        sections: &ReportSections<'_>,
        named: &NamedSection,
        entries: &mut Vec<ListEntry>,
        sink: &mut Sink,
    ) {
        for child in sections.children(named) {
            let heading = sections.plain(child.section.text);
            let title = Some(numbered_title(&heading).title.to_owned());
            sink.field(self.row(entries), child.section.text);
            entries.push(if self.is_fixes() {
                let named_file = |pair: &Pair| {
                    let key = normal(&sections.read(pair.key));
                    let is_file = matches!(key.as_str(), "file" | "files" | "location");
                    is_file.then(|| Some((location(&sections.read(pair.value)).file?, pair.value)))?
                };
                let file = sections.pairs(child.section.extent.clone()).iter().find_map(named_file);
                // What else the section says is prose.
                if let Some((_, place)) = &file {
                    sink.field(self.row(entries), *place);
                }
                ListEntry::of(file.map(|(file, _)| file), title)
            } else {
                let body = sections.content(child.section.extent.clone());
                if let Some(body) = body {
                    sink.field(self.row(entries), body);
                }
                ListEntry::of(title, body.map(|body| sections.plain(body)))
            });
        }
    }
}

/// The nodes of a section up to another section of the contract in it, such as `### Flags for Human`.
fn own_nodes(sections: &ReportSections<'_>, named: &NamedSection) -> Range<usize> {
    let extent = &named.section.extent;
    let is_other = |inner: &&NamedSection| inner.kind != named.kind && inner.kind.contract_name().is_some();
    let other = sections.within(named).iter().find(is_other).map(|inner| inner.section.node);
    extent.start..other.unwrap_or(extent.end)
}

/// The columns of a table whose header has none of their names. It may be a row, which may have a number in front.
fn in_order(sections: &ReportSections<'_>, table: Table, count: usize) -> Columns {
    let rows = sections.outline.rows_and_header(table);
    let Some((header, rows)) = rows.split_first() else { return Columns::in_order(count) };
    let is_headed = names_columns(sections, header)
        && (table.rule().is_some() || rows.iter().any(|row| !names_columns(sections, row)));
    if is_headed {
        return Columns::in_order(count);
    }
    let is_numbered = |row: &Row| {
        let first = sections.outline.cells(row).first().map(|cell| sections.text.slice(*cell));
        first.is_some_and(|cell| !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_numbered = table.columns as usize > count && iter::once(header).chain(rows).all(is_numbered);
    Columns::in_order_from(usize::from(is_numbered), count).without_header()
}
