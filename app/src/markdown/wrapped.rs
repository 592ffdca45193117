//! Rows of a table that go on in the next line, as editors break them.
//!
//! A row that begins with a pipe and does not end with one is cut off, where the table's header has both; what follows
//! without a pipe in front is the rest of its last cell, and of the row.

use crate::text::Span;

use super::cells::{Splitting, split};
use super::fences::FenceId;
use super::lines::Line;
use super::{Kind, Node, Row};

/// What is longer was not broken by an editor. It keeps the time to split a row again, for each of its lines, short.
const LONGEST_ROW: u32 = 4_000;
const MOST_COLUMNS: u32 = 32;

/// A row with what was cut off.
pub(super) struct Wrapped {
    /// The node of its table.
    pub table: usize,
    pub columns: u32,
    /// From the first line of the row to the last.
    pub row: Span,
    /// The line that was looked at is the next row; what is above it was cut off.
    pub is_above: bool,
}

impl Wrapped {
    /// The last of `rows`, where `line` is the rest of it, or the row behind its rest.
    pub fn find(
        source: &str,
        nodes: &[Node],
        rows: &[Row],
        fence: Option<FenceId>,
        line: Line,
    ) -> Option<Self> {
        let (index, between) = match nodes {
            [.., table, Node { kind: Kind::Prose { .. } | Kind::KeyValue(_), span, .. }]
                if is_table(table) =>
            {
                (nodes.len() - 2, Some(*span))
            }
            [.., table] if is_table(table) => (nodes.len() - 1, None),
            _ => return None,
        };
        let Kind::Table(table) = nodes.get(index)?.kind else { return None };
        let may_wrap = |row: &&Row| !row.is_closed && table.row_count > 1 && table.columns <= MOST_COLUMNS;
        let row = rows.last().filter(may_wrap)?;
        let (words, text) = (row.span.slice(source), line.content.slice(source));
        let is_above = text.starts_with('|');
        let is_cut = words.starts_with('|') && !words.ends_with('|');
        let is_closed_table = || rows.get(table.first_row as usize).is_some_and(|header| header.is_closed);
        if !is_cut || text.starts_with('#') || (is_above && between.is_none()) || !is_closed_table() {
            return None;
        }
        let is_same_place = |node: &Node| node.fence == fence && node.quote == 0;
        let is_plain = line.quote == 0 && nodes.get(index..)?.iter().all(is_same_place);
        let rest = between.filter(|_| is_above).unwrap_or(line.content).trim(source);
        let whole = row.span.to(rest);
        if !is_plain || whole.len() > LONGEST_ROW {
            return None;
        }
        let pieces = split(source, rest, Splitting::OutsideCode, &mut Vec::new());
        let found = row.found + pieces.max(1) - 1;
        let is_whole = is_above || text.ends_with('|');
        let is_rest = found == table.columns || (!is_whole && found < table.columns);
        is_rest.then_some(Self { table: index, columns: table.columns, row: whole, is_above })
    }
}

fn is_table(node: &Node) -> bool {
    matches!(node.kind, Kind::Table(_))
}
