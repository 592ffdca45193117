//! What is below the heading of the recommendations, one by one: items, rows, headings or paragraphs.

use std::ops::Range;

use memchr::memchr;

use super::super::numbering::Numbering;
use super::names::{announces_acts, is_urgency};
use crate::markdown::{KeyValue, Kind, Marker, Node, Section};
use crate::reading::{Item, Scope, is_emoji};
use crate::text::Span;

/// Items where a list says it all; rows of a table; else headings, each with what is below it. Headings that
/// group lists, such as `### Soon` and `### Later`, are no recommendations themselves.
pub(super) fn read(body: &Scope<'_>, sections: &[Section], outer: &Section) -> Vec<Span> {
    let inside: Vec<&Section> =
        sections.iter().filter(|section| outer.extent.contains(&section.node)).collect();
    let level = inside.iter().map(|section| section.level).min();
    let children: Vec<&Section> = inside.into_iter().filter(|section| Some(section.level) == level).collect();
    if children.is_empty() {
        return whole(body, outer.body.clone());
    }
    let groups: Vec<(bool, Vec<Span>)> = children.iter().map(|child| group(body, sections, child)).collect();
    let unnamed = groups.iter().filter(|(is_named, _)| !is_named);
    let are_groups = unnamed.clone().filter(|(_, items)| !items.is_empty()).count() * 2 > unnamed.count();
    let mut found = numbered_items(body, outer.body.clone());
    for (child, (is_named, items)) in children.iter().zip(groups) {
        if (is_named || are_groups) && !items.is_empty() {
            found.extend(items);
        } else {
            let content = body.content(child.extent.clone());
            found.push(content.map_or(child.text, |content| child.text.to(content)));
        }
    }
    found
}

/// Returns whether the name of a heading makes it a group of recommendations, and what it groups.
fn group(body: &Scope<'_>, sections: &[Section], section: &Section) -> (bool, Vec<Span>) {
    let is_named = is_urgency(&body.read(section.text));
    if !is_named {
        return (false, listed(body, section, false));
    }
    let has_deeper = section.extent.end > section.body.end;
    if has_deeper {
        return (true, read(body, sections, section));
    }
    let mut found = listed(body, section, true);
    if found.is_empty() {
        found = rows(body, section.body.clone());
    }
    if found.is_empty() {
        found = bold_entries(body, section.body.clone(), |_| true);
    }
    (true, found)
}

/// Returns the items of a section that begins with a list, or with the label of a list of things to do. Returns
/// nothing if the section begins with something else.
fn listed(body: &Scope<'_>, section: &Section, may_introduce: bool) -> Vec<Span> {
    let mut nodes = body.nodes(section.body.clone());
    let mut from = section.body.start;
    let mut is_labelled = false;
    for (index, node) in nodes.by_ref() {
        from = index;
        let name = match node.kind {
            Kind::Blank | Kind::Rule => continue,
            Kind::Prose { text } if may_introduce && !is_bold(body, text) => continue,
            // A sentence that ends with a colon.
            Kind::KeyValue(label) if may_introduce && !label.is_strong && label.value.is_empty() => continue,
            Kind::Item { .. } => break,
            Kind::KeyValue(label) if label.value.is_empty() => label.key,
            Kind::Prose { text } if is_bold(body, text) => text,
            _ => return Vec::new(),
        };
        if !announces_acts(&body.read(name)) {
            return Vec::new();
        }
        is_labelled = true;
    }
    // Later labels introduce explanations.
    let until = if is_labelled { end_of_labels(body, from..section.body.end) } else { section.extent.end };
    items(body, from..until)
}

/// Returns the index of the first label that doesn't announce things to do.
fn end_of_labels(body: &Scope<'_>, range: Range<usize>) -> usize {
    let end = range.end;
    let explains = |(_, node): &(usize, &Node)| match node.kind {
        Kind::KeyValue(label) => node.indent < 2 && !announces_acts(&body.read(label.key)),
        _ => false,
    };
    body.nodes(range).find(explains).map_or(end, |(index, _)| index)
}

fn is_bold(body: &Scope<'_>, text: Span) -> bool {
    let written = text.slice(body.text.source());
    written.starts_with("**") && written.ends_with("**")
}

/// A section without deeper headings: its numbered items, else its items, its rows, its paragraphs.
fn whole(body: &Scope<'_>, range: Range<usize>) -> Vec<Span> {
    let entries = bold_entries(body, range.clone(), |title| Numbering::Arabic.read(title).is_some());
    if entries.len() > 1 {
        return entries;
    }
    let mut found = numbered_items(body, range.clone());
    if found.is_empty() {
        found = items(body, range.clone());
    }
    if found.is_empty() {
        found = rows(body, range.clone());
    }
    if !found.is_empty() {
        return found;
    }
    let entries = bold_entries(body, range.clone(), |_| true);
    if entries.len() > 1 {
        return entries;
    }
    let mut paragraphs = Vec::new();
    for (_, node) in body.nodes(range) {
        if matches!(node.kind, Kind::Prose { .. } | Kind::KeyValue(_)) {
            push_paragraph(body, node.span.trim(body.text.source()), &mut paragraphs);
        }
    }
    paragraphs
}

/// Recommendations under a label instead of a heading.
pub(super) struct UnderLabel {
    pub key: Span,
    pub items: Vec<Span>,
}

/// The list under `**Recommendations:**`; a single sentence beside the label concludes and does not list.
pub(super) fn labelled(body: &Scope<'_>, sections: &[Section]) -> Option<UnderLabel> {
    const NAME: &str = "recommendations";
    let range = sections.first()?.body.start..body.range().end;
    // Its own label is as long as that, and another on the line has a colon of its own.
    let may_open = |pair: KeyValue| {
        let (key, value) = (pair.key.slice(body.text.source()), pair.value.slice(body.text.source()));
        let begins = || key.bytes().find(u8::is_ascii_alphanumeric).is_none_or(|first| first | b' ' == b'r');
        key.len() >= NAME.len() && begins() || memchr(b':', value.as_bytes()).is_some()
    };
    let labels = body.labels_of(range, |_| true, may_open);
    let label = labels.iter().find(|label| label.name == NAME)?;
    let items = items(body, label.node + 1..body.outline.range(label.line).end);
    (!items.is_empty()).then_some(UnderLabel { key: label.key, items })
}

/// What bold words open, each up to the next: `**1. Do this** because …`.
fn bold_entries(body: &Scope<'_>, range: Range<usize>, opens: impl Fn(&str) -> bool) -> Vec<Span> {
    let source = body.text.source();
    let is_opener = |node: &Node| {
        let written = node.span.trim(source).slice(source);
        let is_text = matches!(node.kind, Kind::Prose { .. } | Kind::KeyValue(_)) && node.indent < 2;
        is_text && written.starts_with("**") && opens(written)
    };
    let starts: Vec<usize> =
        body.nodes(range.clone()).filter(|(_, node)| is_opener(node)).map(|(index, _)| index).collect();
    let ends = starts.iter().skip(1).copied().chain(std::iter::once(range.end));
    starts.iter().zip(ends).filter_map(|(start, end)| body.content(*start..end)).collect()
}

/// A paragraph of lines that all begin with a picture or a Roman number is a list.
fn push_paragraph(body: &Scope<'_>, paragraph: Span, found: &mut Vec<Span>) {
    let written = paragraph.slice(body.text.source());
    let is_entry = |line: &str| line.starts_with(is_emoji) || Numbering::Roman.read(line).is_some();
    if !written.split(['\n', '\r']).filter(|line| !line.is_empty()).all(is_entry) {
        found.push(paragraph);
        return;
    }
    let mut from = 0;
    for line in written.split_inclusive(['\n', '\r']) {
        let span = paragraph.skip(from).take(line.len()).trim(body.text.source());
        found.extend((!span.is_empty()).then_some(span));
        from += line.len();
    }
}

fn rows(body: &Scope<'_>, range: Range<usize>) -> Vec<Span> {
    body.tables(range).flat_map(|(_, table)| body.outline.rows(table)).map(|row| row.span).collect()
}

fn items(body: &Scope<'_>, range: Range<usize>) -> Vec<Span> {
    body.items(range).into_iter().map(|item| item.span).collect()
}

fn numbered_items(body: &Scope<'_>, range: Range<usize>) -> Vec<Span> {
    let is_numbered = |item: &Item| matches!(item.marker, Marker::Number(_));
    body.items(range).into_iter().filter(is_numbered).map(|item| item.span).collect()
}
