//! The same under headings: `type:` below `Error`, then the message, what was found, and what would help.

use crate::delegate::{Sections, first_line, lines_of, member, word};
use crate::json::{Json, Kind, Member, find_objects, read};
use crate::markdown::key_value;
use crate::text::Span;

/// What is below `Error`: the type of the error, on a line of its own.
pub(super) fn error<'t>(sections: &Sections<'t>) -> Vec<Member<'t>> {
    let Some(part) = sections.section("error") else { return Vec::new() };
    let said = Json { span: part.words, kind: Kind::Bool(true) };
    let kind = kind(sections).map(|(kind, _)| member("type", word(sections.source(), kind)));
    [member("error", said)].into_iter().chain(kind).collect()
}

/// Returns the type, and what follows it; what goes on in the next line is no word any more.
fn kind(sections: &Sections<'_>) -> Option<(Span, Span)> {
    let part = sections.section("error")?;
    let typed = sections.label(part.range.clone(), "type").map(|(_, value)| value).or(part.beside)?;
    Some(first_line(sections.source(), typed))
}

/// The message has a section of its own, a label below `Error`, or follows the type.
pub(super) fn message<'t>(sections: &Sections<'t>) -> Vec<Member<'t>> {
    let below = || {
        let (_, below) = kind(sections)?;
        let is_message = !below.is_empty() && !has_label(sections, below);
        is_message.then(|| member("message", sections.text(below)))
    };
    Vec::from_iter(section_or_label(sections, "message").or_else(below))
}

pub(super) fn suggestion<'t>(sections: &Sections<'t>) -> Vec<Member<'t>> {
    Vec::from_iter(section_or_label(sections, "suggestion"))
}

fn section_or_label<'t>(sections: &Sections<'t>, key: &'static str) -> Option<Member<'t>> {
    sections.text_member(key).or_else(|| Some(member(key, sections.text(below_error(sections, key)?))))
}

fn below_error(sections: &Sections<'_>, name: &str) -> Option<Span> {
    let (_, value) = sections.label(sections.section("error")?.range.clone(), name)?;
    Some(value)
}

/// An object, where one is there; else the text.
pub(super) fn partial_result<'t>(sections: &Sections<'t>) -> Vec<Member<'t>> {
    let Some(content) = sections.content("partial_result") else {
        let names = ["partial result", "partial results", "partial", "partial_result"];
        let labelled = names.iter().find_map(|name| below_error(sections, name));
        return Vec::from_iter(labelled.map(|value| member("partial_result", sections.text(value))));
    };
    let objects = find_objects(sections.body.text, sections.body.outline, content);
    let value = match objects.first().filter(|found| content.contains(found.span)) {
        Some(found) => read(sections.source(), found.span).json,
        None => sections.text(content),
    };
    vec![member("partial_result", value)]
}

/// Whether a line of some words is one of a label.
fn has_label(sections: &Sections<'_>, words: Span) -> bool {
    lines_of(sections.source(), words).into_iter().any(|line| key_value(sections.source(), line).is_some())
}
