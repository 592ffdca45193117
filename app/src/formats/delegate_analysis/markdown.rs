//! The ways out under headings, one for each.

use std::ops::Range;

use crate::delegate::{Sections, entries, member, pieces, row};
use crate::json::{Json, Kind, Member};
use crate::text::Span;

pub(super) fn trade_offs<'t>(sections: &Sections<'t>) -> Vec<Member<'t>> {
    let (Some(content), Some(section)) = (sections.content("trade_offs"), sections.section("trade_offs"))
    else {
        return Vec::new();
    };
    let headings = sections.headings_below(section.range.clone());
    let ends = headings.iter().skip(1).map(|(node, ..)| *node).chain([section.range.end]);
    let options =
        headings.iter().zip(ends).map(|((node, _, words), end)| option(sections, *words, node + 1..end));
    let mut rows: Vec<Json<'t>> = options.collect();
    if rows.is_empty() {
        let entries = entries(&sections.body, section.range.clone()).into_iter();
        rows = entries.map(|entry| row(entry, vec![member("option", sections.text(entry))])).collect();
    }
    vec![sections.member("trade_offs", "trade_offs", Json { span: content, kind: Kind::List(rows) })]
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
