//! The same under headings: a section for each part, and one for each way out.

use std::ops::Range;

use crate::delegate::{Sections, entries, member, pieces, row};
use crate::json::{Json, Kind, Member};
use crate::text::Span;

pub(super) fn members<'t>(sections: &Sections<'t>) -> Vec<Member<'t>> {
    let mut members = sections.head();
    let parts = ["problem", "root_cause", "impact"].into_iter().filter_map(|key| sections.text_member(key));
    let mut parts: Vec<Member<'t>> = parts.collect();
    parts.extend(trade_offs(sections));
    if let Some(span) = parts.iter().map(|part| part.value.span).reduce(Span::to) {
        members.push(member("analysis", row(span, parts)));
    }
    members.extend(sections.text_member("recommendation"));
    members.extend(sections.text_member("reasoning"));
    members
}

fn trade_offs<'t>(sections: &Sections<'t>) -> Option<Member<'t>> {
    let content = sections.content("trade_offs")?;
    let range = sections.section("trade_offs")?.range.clone();
    let headings = sections.headings_below(range.clone());
    let ends = headings.iter().skip(1).map(|(node, ..)| *node).chain([range.end]);
    let options =
        headings.iter().zip(ends).map(|((node, _, words), end)| option(sections, *words, node + 1..end));
    let mut rows: Vec<Json<'t>> = options.collect();
    if rows.is_empty() {
        rows = entries(&sections.body, range).into_iter().map(|entry| sections.text(entry)).collect();
        rows = rows.into_iter().map(|text| row(text.span, vec![member("option", text)])).collect();
    }
    Some(sections.member("trade_offs", "trade_offs", Json { span: content, kind: Kind::List(rows) }))
}

/// `### Option A` with its `Pros:` and `Cons:`.
fn option<'t>(sections: &Sections<'t>, words: Span, range: Range<usize>) -> Json<'t> {
    let source = sections.source();
    let name = match words.slice(source).strip_prefix("Option ") {
        Some(name) if !name.trim().is_empty() => words.skip(words.len() as usize - name.len()),
        _ => words,
    };
    let mut members = vec![member("option", sections.text(name.trim(source)))];
    for key in ["pros", "cons"] {
        let Some((_, value)) = sections.label(range.clone(), key) else { continue };
        let items = pieces(source, value).into_iter().map(|piece| sections.text(piece)).collect();
        members.push(member(key, Json { span: value, kind: Kind::List(items) }));
    }
    let span = members.iter().map(|member| member.value.span).fold(words, Span::to);
    row(span, members)
}
