//! Where reports begin and end.

use super::front_matter::{ASPECT, FrontMatter};
use super::headings::{Numbering, names_an_analysis, names_another_format};
use crate::format::{Recognition, Revision};
use crate::markdown::{FenceId, Glance, Kind, Outline, Section};
use crate::reading::{Body, clean, may_state};
use crate::text::{Span, Text};

/// A report has a title, and either the title names an analysis or a label below it its aspect.
pub(super) fn may_be_in(glance: &Glance<'_>) -> bool {
    let mut titles = glance.titles().filter(|(level, _)| *level == 1).peekable();
    titles.peek().is_some()
        && (titles.any(|(_, title)| names_an_analysis(&glance.text().read(title)))
            || may_state(glance, &ASPECT))
}

pub(super) fn recognize(text: &Text, outline: &Outline) -> Vec<Recognition> {
    let mut scopes: Vec<Option<FenceId>> = outline
        .nodes()
        .iter()
        .filter(|node| matches!(node.kind, Kind::Heading { level: 1, .. }))
        .map(|node| node.fence)
        .collect();
    scopes.sort_unstable_by_key(|scope| scope.map(FenceId::index));
    scopes.dedup();
    let mut found = Vec::new();
    for fence in scopes {
        let span = match fence {
            Some(id) => outline.fence(id).map(|fence| fence.content),
            None => Some(text.span()),
        };
        if let Some(span) = span {
            in_scope(&Body { text, outline, span, fence }, &mut found);
        }
    }
    found.sort_by_key(|recognition: &Recognition| recognition.span);
    found
}

fn in_scope(body: &Body<'_>, found: &mut Vec<Recognition>) {
    let sections = body.sections();
    let titles: Vec<&Section> = sections.iter().filter(|section| section.level == 1).collect();
    let start = |section: &Section| body.outline.nodes().get(section.node).map(|node| node.span.start);
    for (index, title) in titles.iter().enumerate() {
        let heading = body.read(title.text);
        if names_another_format(&heading) {
            continue;
        }
        let Some((revision, reason)) = evidence(body, title, &heading) else { continue };
        // `# Part 2` and `# Appendix` go on with the report.
        let mut rest = titles.iter().skip(index + 1);
        let next = rest.find(|next| !continues(&body.read(next.text)));
        let end = next.and_then(|next| start(next)).unwrap_or(body.span.end);
        let Some(start) = start(title) else { continue };
        found.push(Recognition { span: Span::new(start, end), revision, reason });
    }
}

fn evidence(body: &Body<'_>, title: &Section, heading: &str) -> Option<(Revision, &'static str)> {
    let front = FrontMatter::read(body, title);
    let is_described = front.has_origin(body) || front.is_dated(body);
    if front.has_aspect(body) && is_described {
        return Some((Revision::Current, "title and the label `Aspect`"));
    }
    let is_dated = front.is_dated(body);
    (names_an_analysis(heading) && is_dated)
        .then_some((Revision::Free, "title that names an analysis, and a date"))
}

fn continues(heading: &str) -> bool {
    let name = clean(heading).to_lowercase();
    let words = ["appendix", "conclusion", "recommendations", "summary", "part "];
    Numbering::Arabic.read(heading).is_some() || words.iter().any(|word| name.starts_with(word))
}
