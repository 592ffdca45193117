//! Findings as list items, alone or in groups such as `### Minor (nice to have)`.

use super::entry::{self, Entry};
use super::headings::group;
use super::push;
use crate::diagnostic::Sink;
use crate::formats::review_report::layout::{Layout, NamedSection};
use crate::formats::review_report::names::{Part, is_praise, part};
use crate::formats::review_report::{FindingSeverity, ReviewReport};
use crate::markdown::{Kind, Marker, Section};
use crate::reading::says_nothing;
use crate::text::Span;

pub(super) fn parse(layout: &Layout<'_>, outer: &NamedSection, report: &mut ReviewReport, sink: &mut Sink) {
    let own = layout.read_span(outer.section.text);
    // The word before "Issues" ranks only where the contract knows it.
    let rank = group(&own).filter(|rank| !matches!(rank, FindingSeverity::Other(_)));
    items(layout, &outer.section, rank.as_ref(), report, sink);
    for child in layout.children(&outer.section) {
        let heading = layout.read_span(child.section.text);
        if is_praise(&heading) {
            continue;
        }
        let group = group(&heading);
        if group.is_some() || part(&heading) != Part::Other {
            items(layout, &child.section, group.as_ref().or(rank.as_ref()), report, sink);
        }
    }
}

/// The outermost items of a section's own body.
fn items(
    layout: &Layout<'_>,
    section: &Section,
    group: Option<&FindingSeverity>,
    report: &mut ReviewReport,
    sink: &mut Sink,
) {
    let outermost: Vec<(usize, Marker, Span)> = layout
        .nodes(section.body.clone())
        .filter_map(|(index, node)| match node.kind {
            Kind::Item { marker, level: 0, text } => Some((index, marker, text)),
            _ => None,
        })
        .collect();
    let label = outermost.first().and_then(|(first, ..)| label_before(layout, section, *first));
    if label.is_some_and(|label| is_praise(&layout.read_span(label))) {
        return;
    }
    for (place, (index, marker, text)) in outermost.iter().enumerate() {
        if says_nothing(&layout.read_span(*text)) {
            continue;
        }
        let end = outermost.get(place + 1).map_or(section.body.end, |(next, ..)| *next);
        let number = match marker {
            Marker::Number(number) => Some(*number),
            Marker::Bullet => None,
        };
        let entry = Entry { title: *text, body: index + 1..end, number, group: group.cloned() };
        let finding = entry::read(layout, &entry, report.findings.len() as u32, sink);
        push(report, finding, &[]);
    }
}

/// `**Strengths:**` on the line before a list.
fn label_before(layout: &Layout<'_>, section: &Section, item: usize) -> Option<Span> {
    let before = layout.outline.slice(section.body.start..item);
    before.iter().rev().find_map(|node| match node.kind {
        Kind::KeyValue(pair) => Some(pair.key),
        Kind::Prose { text } => Some(text),
        _ => None,
    })
}
