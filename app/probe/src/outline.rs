//! Invariants of the outline of every text. Each function panics like an assertion.

use std::mem::discriminant;

use app::markdown::{Kind, Node, Outline, Table};
use app::text::{Span, Text};

/// Texts that are read with other line breaks, too. Some limits count bytes.
const SHORT: usize = 4_000;

/// Checks that the nodes are the lines of the text, in order and without a gap, and hold all that they speak of.
pub fn check_outline(text: &Text, outline: &Outline) {
    let mut at = text.lines().line(0).start;
    for node in outline.nodes() {
        assert_eq!(node.span.start, at, "a gap or an overlap before {node:?}");
        let first = text.lines().line(text.lines().line_of(at));
        assert!(first.start == at || node.span.is_empty(), "{node:?} begins within a line");
        check_node(text, outline, node);
        at = node.span.end;
    }
    assert_eq!(at, text.span().end, "the outline ends before the text");
    assert!(outline.nodes().len() <= text.lines().count() as usize, "more nodes than lines");
    let places = |is_listed: fn(&Kind) -> bool| {
        let nodes = outline.nodes().iter().enumerate().filter(move |(_, node)| is_listed(&node.kind));
        nodes.map(|(place, _)| place)
    };
    let headings = outline.all_headings().map(|(place, _)| place);
    assert!(headings.eq(places(|kind| matches!(kind, Kind::Heading { .. }))), "the list of headings");
    let tables = outline.tables(0..outline.nodes().len()).map(|(place, ..)| place);
    assert!(tables.eq(places(|kind| matches!(kind, Kind::Table(_)))), "the list of tables");
}

/// Checks that a text means the same when its lines end as they do on Windows.
pub fn check_line_breaks(text: &Text, outline: &Outline) {
    let source = text.source();
    if source.contains('\r') || source.len() > SHORT {
        return;
    }
    let other = Text::new(source.replace('\n', "\r\n"));
    let shape = |node: &Node| (discriminant(&node.kind), node.indent, node.quote, node.fence);
    let others = Outline::of(&other);
    let others: Vec<_> = others.nodes().iter().map(shape).collect();
    assert_eq!(outline.nodes().iter().map(shape).collect::<Vec<_>>(), others, "{source:?} with other breaks");
}

fn check_node(text: &Text, outline: &Outline, node: &Node) {
    let within = |part: Span| check_part(text, node, part);
    match node.kind {
        Kind::Heading { level, text } => {
            assert!((1..=6).contains(&level), "{node:?}");
            within(text);
        }
        Kind::Table(table) => check_table(text, outline, node, table),
        Kind::Item { text, .. } | Kind::Prose { text } => within(text),
        Kind::KeyValue(pair) => {
            within(pair.key);
            within(pair.value);
            assert!(pair.key.end <= pair.value.start, "{node:?}");
        }
        Kind::FenceMark(id) => {
            let fence = outline.fence(id).expect("a mark is of a fence");
            assert!(
                fence.span.contains(node.span) && !fence.content.overlaps(node.span),
                "{node:?}: {fence:?}"
            );
            assert!(fence.span.contains(fence.info), "{fence:?}");
            assert_eq!(node.fence, fence.parent, "{node:?}");
        }
        Kind::StrayFenceMark | Kind::Rule | Kind::Blank => {}
    }
    if let Some(id) = node.fence {
        let fence = outline.fence(id).expect("a node is in a fence that there is");
        assert!(fence.content.contains(node.span), "{node:?} is partly in {fence:?}");
        let parent =
            fence.parent.map(|parent| outline.fence(parent).expect("a fence is in one that there is"));
        assert!(parent.is_none_or(|parent| parent.content.contains(fence.span)), "{fence:?} in {parent:?}");
        assert_eq!(outline.fence_at(node.span.start), Some(id), "{node:?}");
    }
}

fn check_part(text: &Text, node: &Node, part: Span) {
    assert!(node.span.contains(part), "{part:?} lies outside of {node:?}");
    assert!(text.source().get(part.range()).is_some(), "{part:?} of {node:?} splits a character");
}

/// Checks that rows and cells are in order, and no row has more cells than the header.
fn check_table(text: &Text, outline: &Outline, node: &Node, table: Table) {
    assert!(outline.header(table).is_some(), "{node:?} has no header");
    let mut at = node.span.start;
    for row in outline.rows_and_header(table) {
        check_part(text, node, row.span);
        assert!(at <= row.span.start, "{row:?} begins before the end of the one above");
        at = row.span.end;
        let cells = outline.cells(row);
        assert!(cells.len() <= table.columns as usize, "{row:?} has more cells than the header");
        assert!(row.found as usize >= cells.len(), "{row:?} has {} cells", cells.len());
        for cell in cells {
            check_part(text, node, *cell);
        }
        if table.html().is_none() {
            let is_in_order = cells.is_sorted_by(|one, next| one.end <= next.start);
            assert!(is_in_order && cells.iter().all(|cell| row.span.contains(*cell)), "{row:?}: {cells:?}");
        }
    }
    for part in table.rule().into_iter().chain(table.html()) {
        check_part(text, node, part);
    }
}
