//! The same under headings: `type:` below `Error`, then the message, what was found, and what would help.

use std::borrow::Cow;

use crate::delegate::{Sections, first_line, lines_of, member, word};
use crate::json::{Json, Kind, Member, find_objects, read};
use crate::markdown::key_value;
use crate::text::Span;

pub(super) fn members<'t>(sections: &Sections<'t>) -> Vec<Member<'t>> {
    let Some(part) = sections.section("error") else { return Vec::new() };
    let said = Json { span: part.words, kind: Kind::Bool(true) };
    let mut members = vec![member("error", said)];
    let range = part.range.clone();
    // What goes on in the next line is no word any more.
    let typed = sections.label(range.clone(), "type").map(|(_, value)| value).or(part.beside);
    let (kind, below) = typed.map(|typed| first_line(sections.source(), typed)).unzip();
    members.extend(kind.map(|kind| member("type", word(sections.source(), kind))));
    for key in ["message", "suggestion"] {
        let label = || sections.label(range.clone(), key).map(|(_, value)| member(key, sections.text(value)));
        let below =
            || below.filter(|below| key == "message" && !below.is_empty() && !has_label(sections, *below));
        let said = || below().map(|below| member(key, sections.text(below)));
        members.extend(sections.text_member(key).or_else(label).or_else(said));
    }
    let labelled = || {
        let names = ["partial result", "partial results", "partial", "partial_result"];
        let (_, value) = names.iter().find_map(|name| sections.label(range.clone(), name))?;
        Some(member("partial_result", sections.text(value)))
    };
    members.extend(partial_result(sections).or_else(labelled));
    members
}

/// An object, where one stands there; else the text.
fn partial_result<'t>(sections: &Sections<'t>) -> Option<Member<'t>> {
    let content = sections.content("partial_result")?;
    let objects = find_objects(sections.body.text, sections.body.outline, content);
    let value = match objects.first().filter(|found| content.contains(found.span)) {
        Some(found) => read(sections.source(), found.span).json,
        None => sections.text(content),
    };
    Some(Member { key: Cow::Borrowed("partial_result"), key_span: value.span, value })
}

/// Whether a line of some words is one of a label.
fn has_label(sections: &Sections<'_>, words: Span) -> bool {
    lines_of(sections.source(), words).into_iter().any(|line| key_value(sections.source(), line).is_some())
}
