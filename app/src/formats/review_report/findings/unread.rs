//! Text in a section of findings that was read as none: it may not vanish without a word.

use super::{says_none, some_findings};
use crate::diagnostic::{Diagnostic, Role, Sink};
use crate::formats::review_report::ReviewReport;
use crate::formats::review_report::layout::{Layout, NamedSection};
use crate::formats::review_report::part::{Part, is_praise, section_name};
use crate::formats::review_report::rules::UNREAD_FINDINGS;
use crate::markdown::Kind;
use crate::reading::normal;
use crate::text::Span;

/// Reports every section that is named after findings and holds text, of which nothing was read.
pub(super) fn report(layout: &Layout<'_>, review: &ReviewReport, sink: &mut Sink) {
    let read = starts_of_findings(sink);
    let some: Vec<usize> = some_findings(layout).iter().map(|named| named.section.node).collect();
    let mut done_until = 0;
    for named in &layout.parts {
        let is_some = || some.binary_search(&named.section.node).is_ok();
        let is_named = named.part == Part::Findings || is_some();
        if !is_named || named.section.node < done_until {
            continue;
        }
        let Some(content) = layout.content(named.section.extent.clone()) else { continue };
        // What was read of only a part of the section leaves the sections in it to be asked one by one.
        let next = read.partition_point(|start| *start < content.start);
        if read.get(next).is_some_and(|start| *start < content.end) {
            let broken =
                layout.outline.slice(named.section.body.clone()).iter().filter_map(|node| match node.kind {
                    Kind::Prose { text } if begins_table(&layout.read_span(text)) => Some(text),
                    _ => None,
                });
            for table in broken {
                let message = "a table in HTML breaks off, and nothing of it is read";
                sink.report(Diagnostic::new(&UNREAD_FINDINGS, table, message).field("findings"));
            }
            continue;
        }
        done_until = named.section.extent.end;
        let heading = layout.read_span(named.section.text);
        let sums_up = section_name(&heading).contains("summary") || holds_tally(layout, named);
        if is_praise(&heading) || (sums_up && !review.findings.is_empty()) {
            continue;
        }
        if let Some(unread) = text_of(layout, named) {
            let message = format!("the section `{}` holds text that is read as no finding", heading.trim());
            sink.report(Diagnostic::new(&UNREAD_FINDINGS, unread, message).field("findings"));
        }
    }
}

/// One that does not end is no table of the outline.
fn begins_table(text: &str) -> bool {
    text.get(..6).is_some_and(|tag| tag.eq_ignore_ascii_case("<table"))
}

fn is_text(kind: Kind) -> bool {
    !matches!(kind, Kind::Blank | Kind::Rule | Kind::Heading { .. })
}

/// Counts what other sections list: `| Kind | Count |`.
fn holds_tally(layout: &Layout<'_>, named: &NamedSection) -> bool {
    let mut text =
        layout.outline.slice(named.section.extent.clone()).iter().filter(|node| is_text(node.kind));
    let is_tally = |kind: Kind| {
        let Kind::Table(table) = kind else { return false };
        let cells = layout.outline.header(table).map(|row| layout.outline.cells(row)).unwrap_or_default();
        cells.iter().any(|cell| matches!(normal(&layout.read_span(*cell)).as_str(), "count" | "total"))
    };
    text.all(|node| is_tally(node.kind))
}

/// Where findings that were read begin, and the headers of tables that hold none, in order.
fn starts_of_findings(sink: &Sink) -> Vec<u32> {
    let is_of_findings = |role: Role| match role {
        Role::Field(path) => path.name == "findings",
        Role::Markup | Role::Prose => true,
    };
    let pieces = sink.coverage.pieces.iter().filter(|piece| is_of_findings(piece.role));
    let mut starts: Vec<u32> = pieces.map(|piece| piece.span.start).collect();
    starts.sort_unstable();
    starts
}

/// The first text of a section that neither says that there is nothing nor belongs to another part.
fn text_of(layout: &Layout<'_>, outer: &NamedSection) -> Option<Span> {
    let mut other_until = 0;
    let own = std::iter::once(outer);
    own.chain(layout.inside(&outer.section.extent)).find_map(|named| {
        let is_of_findings = matches!(named.part, Part::Findings | Part::SomeFindings | Part::Other)
            && !is_praise(&layout.read_span(named.section.text));
        if !is_of_findings {
            other_until = named.section.extent.end.max(other_until);
        }
        if named.section.node < other_until || says_none(layout, named) {
            return None;
        }
        let body = named.section.body.clone();
        let has_text = layout.outline.slice(body.clone()).iter().any(|node| is_text(node.kind));
        if has_text { layout.content(body) } else { None }
    })
}
