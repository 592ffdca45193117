//! Findings as list items, alone or in groups such as `### Minor (nice to have)`.

use super::entry::{self, Entry};
use super::headings;
use crate::diagnostic::Sink;
use crate::formats::review_report::layout::{Layout, NamedSection};
use crate::formats::review_report::names::{Part, is_praise, part};
use crate::formats::review_report::{FindingSeverity, ReviewReport};
use crate::markdown::{Kind, Marker, Section};
use crate::reading::says_nothing;

/// A longer line is no label.
const LONGEST_LABEL: u32 = 80;

pub(super) fn parse(layout: &Layout<'_>, outer: &NamedSection, report: &mut ReviewReport, sink: &mut Sink) {
    let own = layout.read_span(outer.section.text);
    // The word before "Issues" ranks only where the contract knows it.
    let rank = headings::group(&own).filter(|rank| !matches!(rank, FindingSeverity::Other(_)));
    items(layout, &outer.section, rank.as_ref(), report, sink);
    for child in layout.children(&outer.section) {
        let heading = layout.read_span(child.section.text);
        if is_praise(&heading) {
            continue;
        }
        let group = headings::group(&heading);
        if group.is_some() || part(&heading) != Part::Other {
            items(layout, &child.section, group.as_ref().or(rank.as_ref()), report, sink);
        }
    }
}

/// The outermost items of a section's own body. A label such as `**High**` before a list ranks its items.
fn items(
    layout: &Layout<'_>,
    section: &Section,
    group: Option<&FindingSeverity>,
    report: &mut ReviewReport,
    sink: &mut Sink,
) {
    let mut rank = group.cloned();
    let mut is_praised = false;
    let mut found: Vec<Entry> = Vec::new();
    for (index, node) in layout.nodes(section.body.clone()) {
        let label = match node.kind {
            Kind::KeyValue(pair) if pair.value.is_empty() && node.indent == 0 => pair.key,
            Kind::Prose { text } if node.indent == 0 && text.len() < LONGEST_LABEL => text,
            Kind::Item { marker, level: 0, text } if !is_praised => {
                end_last(&mut found, index);
                let number = match marker {
                    Marker::Number(number) => Some(number),
                    Marker::Bullet => None,
                };
                found.push(Entry {
                    title: text,
                    body: index + 1..section.body.end,
                    number,
                    group: rank.clone(),
                });
                continue;
            }
            _ => continue,
        };
        let label = layout.read_span(label);
        is_praised = is_praise(&label);
        if let Some(named) = headings::group(&label) {
            rank = Some(named);
        }
        end_last(&mut found, index);
    }
    for entry in found.iter().filter(|entry| !says_nothing(&layout.read_span(entry.title))) {
        let finding = entry::read(layout, entry, report.findings.len() as u32, sink);
        report.findings.push(finding);
    }
}

/// What comes next is no part of the item before it.
fn end_last(found: &mut [Entry], node: usize) {
    if let Some(last) = found.last_mut() {
        last.body.end = last.body.end.min(node);
    }
}
