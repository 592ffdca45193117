//! The same under headings: `type:` below `Error`, then the message, what was found, and what would help.

use std::borrow::Cow;

use crate::delegate::{Sections, member, word};
use crate::json::{Json, Kind, Member, read};

pub(super) fn members<'t>(sections: &Sections<'t>) -> Vec<Member<'t>> {
    let Some(part) = sections.part("error") else { return Vec::new() };
    let said = Json { span: part.words, kind: Kind::Bool(true) };
    let mut members = vec![member("error", said)];
    let range = part.range.clone();
    if let Some((_, value)) = sections.label(range.clone(), "type") {
        members.push(member("type", word(sections.source(), value)));
    }
    for key in ["message", "suggestion"] {
        let label = || sections.label(range.clone(), key).map(|(_, value)| member(key, sections.text(value)));
        members.extend(sections.text_member(key).or_else(label));
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
    let objects = sections.body.outline.objects(sections.body.text);
    let first = objects.found.partition_point(|found| found.span.start < content.start);
    let object = objects.found.get(first).filter(|found| content.contains(found.span));
    let value = match object {
        Some(found) => read(sections.source(), found.span).json,
        None => sections.text(content),
    };
    Some(Member { key: Cow::Borrowed("partial_result"), key_span: value.span, value })
}
