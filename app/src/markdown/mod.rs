//! The outline of a Markdown text, with spans: headings, tables, lists, key-value lines, fences, quotes.
//!
//! Agents write Markdown that no renderer would accept: tables without a rule line, fences that never close,
//! values on the line below. The outline records what a careful reader sees there, in one linear pass and without
//! a copy of the text. It is flat: a node is a line, or lines that belong together, and the nodes cover the text
//! from its first byte to its last. Nesting is recorded as numbers (`indent`, `quote`, `fence`).

mod build;
mod cells;
mod fences;
mod html_table;
mod key_value;
mod lines;
mod marks;
mod quote;
mod rows;
mod sections;
mod titled;
mod wrapped;

use std::ops::Range;

use crate::text::{Span, Text};
use lines::Line;

pub use cells::bare_pipes;
pub use fences::{Fence, FenceId};
pub use key_value::{KeyValue, key_value};
pub use quote::{behind_quote, read_in_quote, unquoted_lines};
pub use sections::{Section, Sections, sections};
pub use titled::TitledHeading;

/// A line, or lines that belong together.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Whole lines, the last line break included.
    pub span: Span,
    pub kind: Kind,
    /// Columns of white space before the content; a tab counts as four.
    pub indent: u16,
    /// How many `>` are in front.
    pub quote: u8,
    /// The innermost fence around the node; the marker lines themselves are outside of their fence.
    pub fence: Option<FenceId>,
}

// Every line of every text is one, or part of one, and many rooms go through them.
const _: () = assert!(size_of::<Node>() <= 40);

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `## Text`; closing marks and white space are not part of `text`.
    Heading {
        level: u8,
        text: Span,
    },
    Table(Table),
    Item {
        marker: Marker,
        /// 0 for the outermost list.
        level: u8,
        /// Without the marker; with the indented lines that continue it.
        text: Span,
    },
    /// A `key: value` line in one of the usual forms.
    KeyValue(KeyValue),
    /// The line that opens or closes a fence.
    FenceMark(FenceId),
    /// A fence mark without a partner: what follows it is read as if it were not there.
    StrayFenceMark,
    /// `---`, `***` or `___`.
    Rule,
    Blank,
    Prose {
        text: Span,
    },
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Marker {
    Bullet,
    Number(u32),
}

/// A table's place in the outline; [`Outline::header`] and [`Outline::rows`] open it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Table {
    first_row: u32,
    row_count: u32,
    /// How many cells the header has.
    pub columns: u32,
    form: TableForm,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum TableForm {
    WithoutRule,
    WithRule(Span),
    Html(Span),
}

impl Table {
    /// The `|---|` line, where there is one.
    pub const fn rule(self) -> Option<Span> {
        if let TableForm::WithRule(rule) = self.form { Some(rule) } else { None }
    }

    /// The whole of it, where it is written in HTML.
    pub const fn html(self) -> Option<Span> {
        if let TableForm::Html(html) = self.form { Some(html) } else { None }
    }
}

/// A line of a table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Without the line break.
    pub span: Span,
    first_cell: u32,
    cell_count: u32,
    /// How many cells the line has by its pipes. If that is more than the header has, the last cell of the
    /// row holds the rest.
    pub found: u32,
    /// Pipes are at both ends.
    pub is_closed: bool,
}

#[derive(Debug, Default)]
pub struct Outline {
    nodes: Vec<Node>,
    /// Which of the nodes are headings, in order: few are, and most formats begin at one.
    headings: Vec<u32>,
    /// Which of them are tables.
    tables: Vec<u32>,
    rows: Vec<Row>,
    cells: Vec<Span>,
    fences: Vec<Fence>,
    /// The smallest quote depth of any words.
    least_quote: u8,
    deepest_quote: u8,
}

impl Outline {
    pub fn of(text: &Text) -> Self {
        build::outline(text)
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes that begin in `span`, as a range of [`Self::nodes`].
    pub fn range(&self, span: Span) -> Range<usize> {
        let start = self.nodes.partition_point(|node| node.span.start < span.start);
        let end = self.nodes.partition_point(|node| node.span.start < span.end);
        start..end.max(start)
    }

    pub fn slice(&self, range: Range<usize>) -> &[Node] {
        self.nodes.get(range).unwrap_or_default()
    }

    /// The headings among the nodes of a range, with their places.
    pub fn headings(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &Node)> {
        self.listed(&self.headings, range)
    }

    /// The tables among the nodes of a range, with their places.
    pub fn tables(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &Node, Table)> {
        self.listed(&self.tables, range).filter_map(|(index, node)| match node.kind {
            Kind::Table(table) => Some((index, node, table)),
            _ => None,
        })
    }

    fn listed<'o>(
        &'o self,
        places: &'o [u32],
        range: Range<usize>,
    ) -> impl Iterator<Item = (usize, &'o Node)> {
        let before = |end: usize| places.partition_point(|node| (*node as usize) < end);
        let places = places.get(before(range.start)..before(range.end)).unwrap_or_default();
        places.iter().filter_map(|node| Some((*node as usize, self.nodes.get(*node as usize)?)))
    }

    /// All headings, with their places among the nodes.
    pub fn all_headings(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.headings(0..self.nodes.len())
    }

    /// The line of a heading, from its first mark to the last. That of a quote is part of it where the heading alone is
    /// quoted.
    pub fn heading_line(&self, source: &str, node: usize) -> Option<Span> {
        let heading = self.nodes.get(node)?;
        let line = heading.span.trim(source);
        if heading.quote == 0 {
            return Some(line);
        }
        let below = self.nodes.get(node + 1..).unwrap_or_default();
        let words = below.iter().find(|node| !matches!(node.kind, Kind::Blank | Kind::Rule));
        let is_quoted = words.is_some_and(|words| words.quote >= heading.quote);
        Some(if is_quoted { Line::read(source, heading.span).content } else { line })
    }

    pub const fn deepest_quote(&self) -> u8 {
        self.deepest_quote
    }

    /// Returns the quote depth of the line that contains `offset`.
    pub fn quote_at(&self, offset: u32) -> u8 {
        self.node_at(offset).map_or(0, |node| node.quote)
    }

    /// Returns the smallest quote depth in the text, which is 0 unless all of it is quoted.
    pub fn least_quote(&self) -> u8 {
        self.least_quote
    }

    pub fn header(&self, table: Table) -> Option<&Row> {
        self.rows.get(table.first_row as usize)
    }

    /// The rows below the header.
    pub fn rows(&self, table: Table) -> &[Row] {
        let start = table.first_row as usize;
        self.rows.get(start + 1..start + table.row_count as usize).unwrap_or_default()
    }

    /// The header, and the rows below it.
    pub fn rows_and_header(&self, table: Table) -> &[Row] {
        let start = table.first_row as usize;
        self.rows.get(start..start + table.row_count as usize).unwrap_or_default()
    }

    /// The cells of a row, trimmed; never more than the header has, maybe fewer.
    pub fn cells(&self, row: &Row) -> &[Span] {
        let start = row.first_cell as usize;
        self.cells.get(start..start + row.cell_count as usize).unwrap_or_default()
    }

    pub fn fence(&self, id: FenceId) -> Option<&Fence> {
        self.fences.get(id.index())
    }

    /// The innermost fence that holds `offset` between its marks.
    pub fn fence_at(&self, offset: u32) -> Option<FenceId> {
        self.node_at(offset)?.fence
    }

    fn node_at(&self, offset: u32) -> Option<&Node> {
        let after = self.nodes.partition_point(|node| node.span.start <= offset);
        self.nodes.get(after.checked_sub(1)?)
    }

    /// Returns where the list item that contains a node ends, if before `end`: at the first words that are indented
    /// less than the node.
    pub fn outdent(&self, node: usize, end: u32) -> Option<u32> {
        let own = self.nodes.get(node).filter(|own| own.indent > 1)?;
        let below = self.nodes.get(node + 1..)?.iter().take_while(|below| below.span.start < end);
        let mut left = below.filter(|below| below.kind != Kind::Blank && below.indent < own.indent);
        left.find(|below| below.fence == own.fence).map(|below| below.span.start)
    }

    pub fn is_fenced(&self, offset: u32) -> bool {
        self.fence_at(offset).is_some()
    }
}
