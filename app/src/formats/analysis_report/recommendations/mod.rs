//! What a report recommends: in a list, under headings, or in a table.

mod names;
mod read;

use names::SURELY;

use super::AnalysisReport;
use super::numbering::Numbering;
use super::rules::{EMPTY_RECOMMENDATIONS, MISSING_RECOMMENDATIONS, RECOMMENDATIONS_HEADING};
use crate::format::prelude::*;
use crate::markdown::{Kind, Section};
use crate::reading::Scope;

/// Returns the section if it consists of its items alone, so that it isn't shown twice.
pub(super) fn parse(
    body: &Scope<'_>,
    sections: &[Section],
    report: &mut AnalysisReport,
    sink: &mut Sink,
) -> Option<usize> {
    let Some((section, others)) = find(body, sections) else {
        if let Some(label) = read::labelled(body, sections) {
            let message = "the recommendations are under a label, not below a heading";
            let misplaced = Diagnostic::new(&RECOMMENDATIONS_HEADING, label.key, message);
            sink.report(misplaced.field("recommendations").expected("`## Recommendations`"));
            push(body, &label.items, report, sink);
            return None;
        }
        let message = "the report has no section `## Recommendations`";
        let missing = Diagnostic::new(&MISSING_RECOMMENDATIONS, body.opening_line(), message);
        sink.report(missing.field("recommendations").expected("`## Recommendations`"));
        return None;
    };
    report_heading(body, section, sink);
    let mut found = read::read(body, sections, section);
    for other in &others {
        found.extend(read::read(body, sections, other));
    }
    push(body, &found, report, sink);
    if found.is_empty() {
        let message = "the heading has nothing below it";
        let empty = Diagnostic::new(&EMPTY_RECOMMENDATIONS, body.heading_line(section), message);
        sink.report(empty.field("recommendations"));
    }
    let is_unnumbered = names::is_plain(&body.read(section.text));
    let is_told = is_unnumbered && is_told(body, section, &found);
    if is_told {
        sink.markup(body.heading_line(section));
    }
    is_told.then_some(section.node)
}

fn push(body: &Scope<'_>, found: &[Span], report: &mut AnalysisReport, sink: &mut Sink) {
    for (index, span) in (0..).zip(found) {
        sink.field(FieldPath::row("recommendations", index), *span);
        let written = body.read(*span);
        // The cells of a row are parts of a sentence here.
        report.recommendations.push(match written.strip_prefix('|') {
            Some(row) => row.trim_end_matches('|').trim().replace(" | ", " — "),
            // An empty checkbox means nothing; a ticked one means that the item is done.
            None => written.strip_prefix("[ ] ").map_or_else(|| written.to_string(), str::to_owned),
        });
    }
}

/// Finds the section most clearly named as recommendations, and others as clearly named on its level: a report may
/// end each of its parts with recommendations.
fn find<'s>(body: &Scope<'_>, sections: &'s [Section]) -> Option<(&'s Section, Vec<&'s Section>)> {
    let outermost = sections.first().map_or(2, |title| title.level + 1);
    let ranked: Vec<_> = sections
        .iter()
        .skip(1)
        .filter_map(|section| {
            let rank = names::rank(&body.read(section.text))?;
            Some(((rank >= SURELY, section.level > outermost, rank, section.level), section))
        })
        .collect();
    let (best, first) = ranked.iter().min_by_key(|(key, _)| *key)?;
    let (.., rank, _) = *best;
    let is_inner = first.level > outermost && rank == 0;
    let others = ranked.iter().filter(|(key, section)| is_inner && key == best && section.node != first.node);
    Some((first, others.map(|(_, section)| *section).collect()))
}

/// Returns `true` if each line of the section is part of an item.
fn is_told(body: &Scope<'_>, section: &Section, found: &[Span]) -> bool {
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

fn report_heading(body: &Scope<'_>, section: &Section, sink: &mut Sink) {
    let written = body.read(section.text);
    let bare = Numbering::Arabic.read(&written).map_or(written.as_ref(), |(_, title)| title);
    if names::is_plain(bare) && section.level == 2 {
        return;
    }
    let line = body.heading_line(section);
    let message = format!("the section is called `{}`", written.trim());
    let misnamed = Diagnostic::new(&RECOMMENDATIONS_HEADING, line, message).field("recommendations");
    sink.report(misnamed.expected("`## Recommendations`").found(written.trim()));
}
