//! What a section lists: insights, risks, steps, questions that are open.

use crate::markdown::{Kind, Node, Row, Section};
use crate::reading::{Scope, is_none, numbered_title};
use crate::text::Span;

pub(super) struct Entry {
    pub span: Span,
    pub value: String,
}

/// The entries of a section: headings that number or ask, else items, else the rows of tables, else any headings below
/// its own, else paragraphs.
pub(super) fn entries(body: &Scope<'_>, sections: &[Section], section: &Section) -> Vec<Entry> {
    let headings = headings(sections, section);
    let is_entry = |heading: &&Section| {
        let written = body.read(heading.text);
        numbered_title(&written).number.is_some() || written.trim_end().ends_with('?')
    };
    if !headings.is_empty() && headings.iter().all(is_entry) {
        return under_headings(body, &headings);
    }
    let as_written = |span: Span| Entry { span, value: body.read(span).into_owned() };
    let items = body.items(section.extent.clone());
    if !items.is_empty() {
        return items.into_iter().map(|item| as_written(item.span)).collect();
    }
    let rows: Vec<Entry> = rows(body, section);
    if !rows.is_empty() {
        return rows;
    }
    if !headings.is_empty() {
        return under_headings(body, &headings);
    }
    let paragraph = |(_, node): (usize, &Node)| match node.kind {
        Kind::Prose { .. } | Kind::KeyValue(_) => Some(node.span.trim(body.text.source())),
        _ => None,
    };
    body.nodes(section.extent.clone()).filter_map(paragraph).map(as_written).collect()
}

/// The sections right below a section.
fn headings<'s>(sections: &'s [Section], section: &Section) -> Vec<&'s Section> {
    let inside = |inner: &&Section| inner.node != section.node && section.extent.contains(&inner.node);
    let level = sections.iter().filter(inside).map(|inner| inner.level).min();
    sections.iter().filter(inside).filter(|inner| Some(inner.level) == level).collect()
}

/// Each heading, with all that is below it.
fn under_headings(body: &Scope<'_>, headings: &[&Section]) -> Vec<Entry> {
    let entry = |heading: &&Section| {
        let content = body.content(heading.extent.clone());
        let title = body.read(heading.text);
        let value = match content {
            Some(content) => format!("{}\n\n{}", title.trim(), body.read(content)),
            None => title.trim().to_owned(),
        };
        Entry { span: content.map_or(heading.text, |content| heading.text.to(content)), value }
    };
    headings.iter().map(entry).collect()
}

/// The rows of all tables, their cells side by side; a number in front counts and says nothing.
fn rows(body: &Scope<'_>, section: &Section) -> Vec<Entry> {
    let tables = body.tables(section.extent.clone());
    tables.flat_map(|(_, table)| body.outline.rows(table)).filter_map(|row| row_entry(body, row)).collect()
}

fn row_entry(body: &Scope<'_>, row: &Row) -> Option<Entry> {
    let cells: Vec<String> = body.outline.cells(row).iter().map(|cell| body.plain(*cell)).collect();
    let counts =
        |cell: &String| cell.trim_matches(['#', '.', ' ']).bytes().all(|digit| digit.is_ascii_digit());
    let skipped = usize::from(cells.len() > 1 && cells.first().is_some_and(counts));
    let said: Vec<&str> =
        cells.iter().skip(skipped).map(String::as_str).filter(|cell| !is_none(cell)).collect();
    (!said.is_empty()).then(|| Entry { span: row.span, value: said.join(" · ") })
}
