//! Where reports begin and end.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::byline::Byline;
use super::front_matter::{FrontMatter, NEAR, SCOPE, start};
use super::headings::{names_an_analysis, names_another_format};
use super::numbering::Numbering;
use crate::format::prelude::*;
use crate::markdown::{Kind, Node, Section, Sections};
use crate::reading::{Label, Scope, cleaned, normal};

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
    let before = found.len();
    let of_level = |level| sections.iter().filter(move |section: &Section| section.level == level);
    // Goes from the last title to the first, so that each is checked only once for continuing a report.
    let (mut next, mut next_of_other) = (body.span.end, body.span.end);
    for title in of_level(1).rev() {
        let heading = body.read(title.text);
        let words = normal(&heading);
        let evidence = evidence(body, &title, &words);
        if let Some(((revision, reason), start)) =
            evidence.and_then(|found| Some((found, start(body, &title)?)))
        {
            // `# Part 2` and `# Appendix` continue the report; if no heading is deeper, so do all other titles.
            let is_flat = title.body.end == title.extent.end;
            let end = if is_flat { next_of_other } else { next };
            found.push(Recognition { span: Span::new(start, end), revision, reason });
        }
        if let Some(node) = body.outline.nodes().get(title.node).filter(|_| !continues(&heading)) {
            next = node.span.start;
            if names_another_format(&words) {
                next_of_other = next;
            }
        }
    }
    let mut covered =
        found.iter().skip(before).rev().map(|claim| claim.span).collect::<Vec<_>>().into_iter().peekable();
    let mut covered_to = 0;
    let has_no_title = of_level(1).next().is_none();
    for title in of_level(2).filter(|section| speaks_of_aspect(body, section)) {
        let front = FrontMatter::read(body, &title);
        // The label must open its line; the others may be anywhere.
        let has_line = front.aspect().is_some_and(|aspect| opens_line(body, aspect));
        let is_whole = has_line && front.has_origin() && front.is_dated(body);
        let start = body.outline.nodes().get(title.node).map(|node| node.span.start);
        let Some(start) = start.filter(|_| is_whole) else { continue };
        while let Some(span) = covered.next_if(|span| span.start <= start) {
            covered_to = covered_to.max(span.end);
        }
        if start < covered_to {
            continue;
        }
        // Where a text has no title of its own and no heading is deeper, all of it is the report.
        let is_first = sections.iter().next().is_some_and(|first| first.node == title.node) && has_no_title;
        let is_alone = is_first && title.body.end == title.extent.end;
        let next = body.outline.nodes().get(title.extent.end).filter(|_| !is_alone);
        let end = next.map_or(body.span.end, |next| next.span.start).min(body.span.end);
        let reason = "heading of the second level, and all labels of an analysis";
        found.push(Recognition { span: Span::new(start, end), revision: Revision::Current, reason });
    }
}

fn evidence(body: &Scope<'_>, title: &Section, words: &str) -> Option<(Revision, &'static str)> {
    let head = FrontMatter::of_head(body, title);
    // Closing labels can't make an analysis of a title that neither names one nor has labels of one.
    if head.aspect().is_none() && !names_an_analysis(words) && !head.is_signed(body) {
        return None;
    }
    let front = head.with_foot(body, title);
    let states_more = front.states_more_than_seen(body);
    let front = front.without_labels_behind_stops();
    let is_signed = front.is_signed(body);
    let is_other = names_another_format(words);
    if is_other && !is_signed {
        return None;
    }
    let is_dated = front.is_dated(body);
    if front.aspect().is_some() && (states_more || is_dated || front.has_origin()) {
        Some((Revision::Current, "title and the label `Aspect`"))
    } else if names_an_analysis(words) && is_dated {
        Some((Revision::Free, "title that names an analysis, and a date"))
    } else if is_signed && (is_dated || front.has(&SCOPE)) {
        Some((Revision::Free, "title, and an agent or a label that names an analysis"))
    } else if !is_other && front.aspect().is_some_and(|aspect| opens_report(body, title, aspect)) {
        Some((Revision::Current, "title, and right below it `**Aspect:**`"))
    } else {
        None
    }
}

/// Right below the title, or below who wrote it and when, and in bold, as the contract writes it, with a section of a
/// report below: elsewhere an aspect may be that of a picture or of a verb.
fn opens_report(body: &Scope<'_>, title: &Section, aspect: &Label) -> bool {
    let source = body.text.source();
    let byline = Byline::read(body, title).map(|byline| byline.line);
    let is_said = |node: &Node| {
        node.kind != Kind::Blank && byline.is_none_or(|line| node.span.trim(source) != line.trim(source))
    };
    let first = body.nodes(title.body.clone()).find(|(_, node)| is_said(node));
    let is_of_report = |heading: &str| {
        let words = normal(heading);
        Numbering::Arabic.read(heading).is_some()
            || names_an_analysis(&words)
            || words.contains("recommendation")
            || words.contains("finding")
    };
    let has_sections = || {
        let mut below = body.nodes(title.body.end..title.extent.end);
        below.any(|(_, node)| match node.kind {
            Kind::Heading { text: heading, .. } => is_of_report(&body.read(heading)),
            _ => false,
        })
    };
    let is_first = first.is_some_and(|(index, node)| {
        index == aspect.node && matches!(node.kind, Kind::KeyValue(pair) if pair.is_strong)
    });
    let has_name = normal(&body.read(aspect.key)) == "aspect";
    let says_something = aspect.value.slice(source).contains(char::is_alphabetic);
    is_first && has_name && says_something && opens_line(body, aspect) && has_sections()
}

/// Returns `true` if a label opens its line or item, where it is easily seen.
fn opens_line(body: &Scope<'_>, label: &Label) -> bool {
    let node = body.outline.nodes().get(label.node);
    node.is_some_and(|node| {
        let line = node.span.trim(body.text.source());
        !matches!(node.kind, Kind::Table(_)) && label.line.start <= line.start
    })
}

static ASPECT: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("spect"));

/// Searches the lines below a title for the word, which is faster than reading their labels.
fn speaks_of_aspect(body: &Scope<'_>, title: &Section) -> bool {
    let nodes = body.outline.slice(title.body.clone());
    let Some((first, last)) = nodes.first().zip(nodes.get(NEAR).or(nodes.last())) else { return false };
    ASPECT.find(body.text.slice(first.span.to(last.span)).as_bytes()).is_some()
}

fn continues(heading: &str) -> bool {
    let name = cleaned(heading);
    let begins = |word: &str| name.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    let words = ["appendix", "conclusion", "recommendations", "summary", "part "];
    words.into_iter().any(begins) || Numbering::Arabic.read(heading).is_some()
}
