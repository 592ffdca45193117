//! Where entries begin and end.
//!
//! The contract's pattern is any heading of the third level, so a heading alone is never enough: only the labels
//! below it identify an entry.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use memchr::memchr_iter;
use memchr::memmem::Finder;

use super::headings::{names_action, numbered};
use super::labels::Evidence;
use crate::format::prelude::*;
use crate::markdown::{Kind, Node, Section, Sections};
use crate::reading::Scope;

/// The fewest labels of an entry below a heading with an id, or one below an action.
const FEWEST_LABELS: usize = 2;
/// The fewest labels of an entry that is recognized by its labels alone.
const LABELS_OF_WHOLE: usize = 5;
/// Levels of headings that open an entry, or name the action of those below.
const LEVELS: RangeInclusive<u8> = 2..=5;

pub(super) const OPENERS: &[Opener] = &[Opener::AnyHeading];

pub(super) fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
    let mut found = Vec::new();
    for (scope, sections) in scan.scopes() {
        in_scope(scope, sections, &mut found);
    }
    found.sort_by_key(|recognition: &Recognition| recognition.span);
    found
}

fn in_scope(body: &Scope<'_>, sections: &Sections<'_>, found: &mut Vec<Recognition>) {
    let start = |section: &Section| body.outline.nodes().get(section.node).map(|node| node.span.start);
    // The heading of an action, until the first entry below it opens with it.
    let mut action: Option<(Section, Option<u32>)> = None;
    for section in sections.iter() {
        action.take_if(|(outer, _)| !outer.extent.contains(&section.node));
        if !LEVELS.contains(&section.level) {
            continue;
        }
        let heading = body.read(section.text);
        let below_action = action.as_ref().is_some_and(|(outer, _)| outer.level < section.level);
        let is_action = names_action(&heading);
        let is_named = below_action || is_action || numbered(&heading).is_some();
        if !is_named && !may_tell(body, &section) {
            continue;
        }
        let evidence = Evidence::of(body, section.body.clone());
        if evidence.known < FEWEST_LABELS && is_action {
            action = start(&section).map(|at| (section, Some(at)));
            continue;
        }
        let (revision, reason) = if evidence.known >= FEWEST_LABELS && below_action {
            (Revision::Current, "heading of an action, title and labels below it")
        } else if evidence.known >= FEWEST_LABELS && numbered(&heading).is_some() {
            (Revision::Legacy, "heading `L001: Title` and an entry's labels below it")
        } else if evidence.is_whole {
            (Revision::Free, "date, origin, problem, cause and cure below a heading")
        } else {
            continue;
        };
        let opener = action.as_mut().filter(|_| below_action).and_then(|(_, opener)| opener.take());
        let Some(start) = opener.or_else(|| start(&section)) else { continue };
        let end = body.outline.nodes().get(section.extent.end).map_or(body.span.end, |next| next.span.start);
        let span = Span::new(start, end.min(body.span.end));
        found.push(Recognition { span, revision, reason });
    }
}

/// Names of the labels for a date and a cause, without the first letter.
static DATE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("ate"));
static CAUSE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("ause"));
static WHY: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("hy"));

/// Returns `true` if a section may be a whole entry. Searching for the words is faster than reading the labels.
fn may_tell(body: &Scope<'_>, section: &Section) -> bool {
    let nodes = body.outline.slice(section.body.clone());
    let may_hold = |node: &&Node| matches!(node.kind, Kind::KeyValue(_) | Kind::Item { .. });
    let (first, last) = (nodes.iter().find(may_hold), nodes.last());
    let Some((first, last)) = first.zip(last) else { return false };
    let text = first.span.to(last.span).slice(body.text.source()).as_bytes();
    let has = |rest: &Finder<'_>, first: u8| {
        let is_first = |at: &usize| text.get(*at).is_some_and(|byte| byte.to_ascii_lowercase() == first);
        rest.find_iter(text).filter_map(|at| at.checked_sub(1)).any(|before| is_first(&before))
    };
    memchr_iter(b':', text).nth(LABELS_OF_WHOLE - 1).is_some()
        && has(&DATE, b'd')
        && (CAUSE.find(text).is_some() || has(&WHY, b'w'))
}
