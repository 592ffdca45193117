//! What a report recommends: in a list, under headings, or in a table.

use std::ops::Range;

use super::AnalysisReport;
use super::headings::{Numbering, is_plain_recommendations, recommendations_rank};
use super::rules::{EMPTY_RECOMMENDATIONS, MISSING_RECOMMENDATIONS, RECOMMENDATIONS_HEADING};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::{Kind, Marker, Section};
use crate::reading::{Body, Item};
use crate::text::Span;

/// Says which section is told by its items alone, so that nobody has to read it twice.
pub(super) fn parse(
    body: &Body<'_>,
    sections: &[Section],
    report: &mut AnalysisReport,
    sink: &mut Sink,
) -> Option<usize> {
    let ranked = sections.iter().skip(1).filter_map(|section| {
        let rank = recommendations_rank(&body.read(section.text))?;
        Some(((rank, section.level), section))
    });
    let Some((_, section)) = ranked.min_by_key(|(rank, _)| *rank) else {
        let message = "the report has no section `## Recommendations`";
        let missing = Diagnostic::new(&MISSING_RECOMMENDATIONS, body.opening_line(), message);
        sink.report(missing.field("recommendations").expected("`## Recommendations`"));
        return None;
    };
    report_heading(body, section, sink);
    let found = read(body, sections, section);
    for (index, span) in (0..).zip(&found) {
        sink.field(FieldPath::row("recommendations", index), *span);
        let written = body.read(*span);
        // The cells of a row are parts of a sentence here.
        report.recommendations.push(match written.strip_prefix('|') {
            Some(row) => row.trim_end_matches('|').trim().replace(" | ", " — "),
            None => written.into_owned(),
        });
    }
    if found.is_empty() {
        let message = "nothing stands below the heading";
        let empty = Diagnostic::new(&EMPTY_RECOMMENDATIONS, body.heading_line(section), message);
        sink.report(empty.field("recommendations"));
    }
    let is_unnumbered = is_plain_recommendations(&body.read(section.text));
    let is_told = is_unnumbered && is_told(body, section, &found);
    if is_told {
        sink.markup(body.heading_line(section));
    }
    is_told.then_some(section.node)
}

/// Each line of the section is part of an item.
fn is_told(body: &Body<'_>, section: &Section, found: &[Span]) -> bool {
    let is_content = |kind: &Kind| !matches!(kind, Kind::Blank | Kind::Rule);
    let nodes = body.outline.slice(section.extent.clone()).iter().filter(|node| is_content(&node.kind));
    let mut items = found.iter().copied().peekable();
    for node in nodes {
        while items.next_if(|item| item.end <= node.span.start).is_some() {}
        if !items.peek().is_some_and(|item| item.overlaps(node.span)) {
            return false;
        }
    }
    true
}

fn report_heading(body: &Body<'_>, section: &Section, sink: &mut Sink) {
    let written = body.read(section.text);
    let bare = Numbering::Arabic.read(&written).map_or(written.as_ref(), |(_, title)| title);
    if is_plain_recommendations(bare) && section.level == 2 {
        return;
    }
    let line = body.heading_line(section);
    let message = format!("the section is called `{}`", written.trim());
    let misnamed = Diagnostic::new(&RECOMMENDATIONS_HEADING, line, message).field("recommendations");
    sink.report(misnamed.expected("`## Recommendations`").found(written.trim()));
}

/// Items where a list says it all; rows of a table; else headings, each with what stands below it. Headings that
/// group lists, such as `### Soon` and `### Later`, are no recommendations themselves.
fn read(body: &Body<'_>, sections: &[Section], outer: &Section) -> Vec<Span> {
    let inside: Vec<&Section> =
        sections.iter().filter(|section| outer.extent.contains(&section.node)).collect();
    let level = inside.iter().map(|section| section.level).min();
    let children: Vec<&Section> = inside.into_iter().filter(|section| Some(section.level) == level).collect();
    if children.is_empty() {
        return whole(body, outer.body.clone());
    }
    let lists: Vec<Vec<Span>> = children.iter().map(|child| leading_items(body, child)).collect();
    let groups = lists.iter().filter(|items| !items.is_empty()).count();
    let are_groups = groups * 2 > children.len();
    let mut found = numbered_items(body, outer.body.clone());
    for (child, items) in children.iter().zip(lists) {
        if are_groups && !items.is_empty() {
            found.extend(items);
        } else {
            let content = body.content(child.extent.clone());
            found.push(content.map_or(child.text, |content| child.text.to(content)));
        }
    }
    found
}

/// The items of a section that begins with a list; none where something else comes first.
fn leading_items(body: &Body<'_>, section: &Section) -> Vec<Span> {
    let mut nodes = body.nodes(section.body.clone());
    let first = nodes.find(|(_, node)| !matches!(node.kind, Kind::Blank | Kind::Rule));
    match first {
        Some((_, node)) if matches!(node.kind, Kind::Item { .. }) => items(body, section.extent.clone()),
        _ => Vec::new(),
    }
}

/// A section without deeper headings: its numbered items, else its items, its rows, its paragraphs.
fn whole(body: &Body<'_>, range: Range<usize>) -> Vec<Span> {
    let numbered = numbered_items(body, range.clone());
    if !numbered.is_empty() {
        return numbered;
    }
    let bullets = items(body, range.clone());
    if !bullets.is_empty() {
        return bullets;
    }
    let rows: Vec<Span> = body
        .nodes(range.clone())
        .filter_map(|(_, node)| match node.kind {
            Kind::Table(table) => Some(table),
            _ => None,
        })
        .flat_map(|table| body.outline.rows(table).iter().map(|row| row.span))
        .collect();
    if !rows.is_empty() {
        return rows;
    }
    let paragraph = |(_, node): (usize, &crate::markdown::Node)| match node.kind {
        Kind::Prose { .. } | Kind::KeyValue(_) => Some(node.span.trim(body.text.source())),
        _ => None,
    };
    body.nodes(range).filter_map(paragraph).collect()
}

fn items(body: &Body<'_>, range: Range<usize>) -> Vec<Span> {
    body.items(range).into_iter().map(|item| item.span).collect()
}

fn numbered_items(body: &Body<'_>, range: Range<usize>) -> Vec<Span> {
    let is_numbered = |item: &Item| matches!(item.marker, Marker::Number(_));
    body.items(range).into_iter().filter(is_numbered).map(|item| item.span).collect()
}
