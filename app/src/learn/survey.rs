//! What a document in Markdown has: its heading, its labels, its sections.

use std::ops::Range;

use super::Example;
use crate::markdown::{Kind, Outline, Section, TitledHeading};
use crate::reading::{Label, Origin, Scope, cell_words, first_line, normal, section_name};
use crate::text::{Span, Text};

/// Headings below this level open no document.
const DEEPEST_OPENER: u8 = 3;
/// What is more is none of a form.
const MOST: usize = 200;
/// No name of a part is longer.
const LONGEST_NAME: u32 = 120;

pub(super) struct Survey {
    /// The name in the heading, as it is written.
    pub name: String,
    /// As `name`, with the brackets at its edges: `[INC-041]`.
    pub whole_name: String,
    /// What follows the name.
    pub title: Option<String>,
    /// Below the heading, and those in bold below others.
    pub labels: Vec<Seen>,
    pub sections: Vec<Seen>,
    /// There is a table before the first section.
    pub has_early_table: bool,
}

/// A label or a section.
pub(super) struct Seen {
    /// In the form of [`normal`].
    pub key: String,
    pub written: String,
    pub content: Content,
    /// Nobody else would write it so by chance: a heading, or a label in bold.
    pub is_marked: bool,
}

#[derive(Debug)]
pub(super) enum Content {
    Nothing,
    Line(String),
    List,
    Table(Columns),
    /// More than one line.
    Text,
    /// Labels, which are fields of their own.
    Labels,
}

#[derive(Debug)]
pub(super) struct Columns {
    /// As they are written.
    pub names: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Returns what an example has below its first heading.
pub(super) fn survey(example: &Example<'_>) -> Option<Survey> {
    let text = example.text;
    let outline = Outline::of(text);
    let heading = opener(text, &outline)?;
    let body = Scope::new(text, &outline, heading.section(text, &outline));
    let range = body.range();
    let parts = parts(&body, heading.level);
    let head = range.start + 1..parts.first().map_or(range.end, |part| part.node);
    let title = text.slice(heading.title).trim();
    let mut labels: Vec<Seen> =
        body.labels(head.clone()).iter().take(MOST).map(|label| seen_label(&body, label)).collect();
    let has_early_table = body.tables(head).next().is_some();
    let mut sections = Vec::new();
    for part in parts.iter().take(MOST) {
        let inner = labels_in_bold(&body, part.extent.clone());
        let content = if are_all(&body, part.extent.clone(), &inner) {
            Content::Labels
        } else {
            content(&body, part.extent.clone())
        };
        labels.extend(inner.iter().map(|label| seen_label(&body, label)));
        let Some((key, written)) = section_name(&body, part.text) else { continue };
        if key.is_empty() || sections.iter().any(|seen: &Seen| seen.key == key) {
            continue;
        }
        sections.push(Seen { key, written, content, is_marked: true });
    }
    Some(Survey {
        name: text.slice(heading.name).to_owned(),
        whole_name: text.slice(with_brackets(text, heading.name)).to_owned(),
        title: (!title.is_empty()).then(|| title.to_owned()),
        labels: only_ones(labels),
        sections,
        has_early_table,
    })
}

/// Headings are read without the marks around their names.
fn with_brackets(text: &Text, name: Span) -> Span {
    let source = text.source();
    let before = source.get(..name.start as usize).is_some_and(|before| before.ends_with(['(', '[']));
    let after = source.get(name.end as usize..).is_some_and(|after| after.starts_with([')', ']']));
    Span::new(name.start - u32::from(before), name.end + u32::from(after))
}

/// Returns the first heading, with its title if it has one.
fn opener(text: &Text, outline: &Outline) -> Option<TitledHeading> {
    let (node, _) = outline.all_headings().find(|(_, node)| node.fence.is_none())?;
    let titled = TitledHeading::read(text, outline, node).filter(|heading| !heading.title.is_empty());
    let heading = titled.or_else(|| TitledHeading::alone(text, outline, node))?;
    (heading.level <= DEEPEST_OPENER && !heading.name.is_empty()).then_some(heading)
}

/// Returns the sections right below the heading.
fn parts(body: &Scope<'_>, level: u8) -> Vec<Section> {
    let sections = body.sections();
    let inner = || sections.iter().skip(1).filter(|section| section.level > level);
    let own = inner().map(|section| section.level).min();
    inner()
        .filter(|section| Some(section.level) == own && section.text.len() <= LONGEST_NAME)
        .cloned()
        .collect()
}

/// Labels that occur once: those of the records of a list are no fields of the document.
fn only_ones(mut labels: Vec<Seen>) -> Vec<Seen> {
    labels.truncate(2 * MOST);
    let is_only = |label: &Seen| labels.iter().filter(|other| other.key == label.key).count() == 1;
    let are_only: Vec<bool> = labels.iter().map(is_only).collect();
    labels.into_iter().zip(are_only).filter(|(_, is_only)| *is_only).map(|(label, _)| label).collect()
}

fn is_in_bold(body: &Scope<'_>, label: &Label) -> bool {
    let node = body.outline.nodes().get(label.node);
    node.is_some_and(|node| matches!(node.kind, Kind::KeyValue(pair) if pair.is_strong))
}

fn labels_in_bold(body: &Scope<'_>, range: Range<usize>) -> Vec<Label> {
    let labels = body.labels(range).into_iter();
    labels.filter(|label| label.origin == Origin::Line && is_in_bold(body, label)).take(MOST).collect()
}

/// Whether a range holds labels with their values and nothing else.
fn are_all(body: &Scope<'_>, range: Range<usize>, labels: &[Label]) -> bool {
    let is_of_label = |line: Span| labels.iter().any(|label| label.line.to(label.value).contains(line));
    let source = body.text.source();
    let mut said = body.nodes(range).filter(|(_, node)| !matches!(node.kind, Kind::Blank | Kind::Rule));
    !labels.is_empty() && said.all(|(_, node)| is_of_label(node.span.trim(source)))
}

fn seen_label(body: &Scope<'_>, label: &Label) -> Seen {
    let source = body.text.source();
    let value = label.value.trim(source);
    let content = match value {
        value if body.read(value).trim().is_empty() => Content::Nothing,
        value
            if first_line(source, value) == value
                && value.start >= label.key.end
                && is_beside(body, label) =>
        {
            Content::Line(body.read(value).trim().to_owned())
        }
        value => {
            let nodes = body.outline.range(value);
            if is_list(body, nodes) { Content::List } else { Content::Text }
        }
    };
    Seen {
        key: label.name.clone(),
        written: body.read(label.key).into_owned(),
        content,
        is_marked: is_in_bold(body, label),
    }
}

/// Whether a value is on the line of its label.
fn is_beside(body: &Scope<'_>, label: &Label) -> bool {
    let lines = body.text.lines();
    lines.line_of(label.key.start) == lines.line_of(label.value.start)
}

fn content(body: &Scope<'_>, range: Range<usize>) -> Content {
    if let Some(columns) = columns(body, range.clone()) {
        return Content::Table(columns);
    }
    let Some(span) = body.content(range.clone()) else { return Content::Nothing };
    if is_list(body, range) {
        return Content::List;
    }
    let written = body.read(span);
    if written.contains(['\n', '\r']) { Content::Text } else { Content::Line(written.into_owned()) }
}

/// Whether a range holds items and what belongs to them.
fn is_list(body: &Scope<'_>, range: Range<usize>) -> bool {
    let mut has_item = false;
    let mut said = body.outline.slice(range).iter().filter(|node| node.kind != Kind::Blank);
    let is_of_list = |node: &crate::markdown::Node| matches!(node.kind, Kind::Item { .. }) || node.indent > 1;
    said.all(|node| {
        has_item |= matches!(node.kind, Kind::Item { .. });
        is_of_list(node)
    }) && has_item
}

/// Returns the columns of the first table, with the rows of all tables that have the same.
fn columns(body: &Scope<'_>, range: Range<usize>) -> Option<Columns> {
    let outline = body.outline;
    let cells = |row| outline.cells(row).iter().map(|cell| cell_words(body.read(*cell))).collect::<Vec<_>>();
    let mut tables = body.tables(range).filter(|(_, table)| table.html().is_none());
    let (_, first) = tables.next()?;
    let names: Vec<String> = outline.header(first).map(cells)?;
    let mut rows: Vec<Vec<String>> = outline.rows(first).iter().map(cells).collect();
    let same = tables.filter(|(_, table)| {
        let header = outline.header(*table).map(cells).unwrap_or_default();
        header.iter().map(|name| normal(name)).eq(names.iter().map(|name| normal(name)))
    });
    rows.extend(same.flat_map(|(_, table)| outline.rows(table)).map(cells));
    rows.retain(|row| row.iter().any(|cell| !crate::reading::is_none(cell)));
    (names.len() >= 2 && names.len() <= MOST).then_some(Columns { names, rows })
}
