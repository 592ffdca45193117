//! The same under headings: `- path:10-25 (relevance: high)`, and below it an excerpt and why it matters.

use std::borrow::Cow;

use crate::delegate::{
    CONFIDENCE, Sections, code, decimal, first_line, flush, member, note, place, row, spaced_dash, word,
};
use crate::json::{Json, Kind};
use crate::text::{Span, repair_mojibake};

pub(super) fn hit<'t>(sections: &Sections<'t>, entry: Span) -> Json<'t> {
    let source = sections.source();
    let (first, below) = first_line(source, entry);
    let (mut statement, mut members) = note(source, first, "relevance");
    if let Some((rest, level)) = bare_relevance(source, statement).filter(|_| members.is_empty()) {
        members.push(member("relevance", word(source, level)));
        statement = rest;
    }
    if let Some(found) = place(source, statement) {
        members.push(member("file", sections.text(found.file)));
        members.extend(found.lines.map(|span| member("lines", lines(source, span))));
        statement = if found.is_apart { found.rest } else { statement };
        // In `(relevance: high) - why` the note stays where it is.
        let is_only_note =
            statement.slice(source).starts_with('(') && members.iter().any(|it| it.key == "relevance");
        statement = match spaced_dash(source, statement) {
            Some((_, rest)) if is_only_note => rest,
            _ => statement,
        };
    }
    let (snippet, why) = excerpt(sections, statement, below);
    members.extend(snippet.map(|snippet| member("snippet", snippet)));
    members.extend(why.map(|why| member("note", why)));
    row(entry, members)
}

/// Reads `(high)` or `[high]` at the end or right behind the place.
fn bare_relevance(source: &str, statement: Span) -> Option<(Span, Span)> {
    let level = |inner: Span| {
        let inner = inner.trim(source);
        CONFIDENCE.iter().any(|known| known.eq_ignore_ascii_case(inner.slice(source))).then_some(inner)
    };
    let written = statement.slice(source);
    for (open, close) in [('(', ')'), ('[', ']')] {
        let bare = written.trim_end_matches(['*', '_', '.', ' ']);
        let Some(inner) = bare.strip_suffix(close) else { continue };
        let Some(at) = inner.rfind(open) else { continue };
        if let Some(level) = level(statement.skip(at + 1).take(inner.len() - at - 1)) {
            return Some((statement.take(at).trim(source), level));
        }
    }
    None
}

/// `10-25` as the first and the last line.
fn lines(source: &str, span: Span) -> Json<'_> {
    let written = span.slice(source);
    let dash = written.find(['-', '–']);
    let digits = |span: Span| {
        let marks = span.len() as usize - span.slice(source).trim_start_matches(['L', '-', '–']).len();
        decimal(source, span.skip(marks))
    };
    let first = digits(dash.map_or(span, |at| span.take(at)));
    let last = dash.map_or_else(|| first.clone(), |at| digits(span.skip(at)));
    Json { span, kind: Kind::List(vec![first, last]) }
}

/// Returns the excerpt, and why it matters: the last of several lines is the reason.
fn excerpt<'t>(
    sections: &Sections<'t>,
    statement: Span,
    below: Span,
) -> (Option<Json<'t>>, Option<Json<'t>>) {
    let source = sections.source();
    let text = |span: Span| (!span.is_empty()).then(|| sections.text(span));
    let flushed = |span: Span| {
        let excerpt = repaired(sections, flush(source, span));
        (!span.is_empty()).then_some(Json { span, kind: Kind::Text(Cow::Owned(excerpt)) })
    };
    if let Some(code) = code(source, below) {
        let lead = match (statement.is_empty(), code.before.is_empty()) {
            (_, true) => statement,
            (true, false) => code.before,
            (false, false) => statement.to(code.before),
        };
        let has_why = !(lead.is_empty() && code.after.is_empty());
        let why = has_why.then(|| sections.joined(lead, code.after));
        let excerpt = repaired(sections, code.text);
        return (Some(Json { span: code.span, kind: Kind::Text(Cow::Owned(excerpt)) }), why);
    }
    if !statement.is_empty() {
        return (flushed(below), text(statement));
    }
    let lines = sections.lines(below);
    match lines.as_slice() {
        [] => (None, None),
        [only] => (text(*only), None),
        [first, .., before, last] => (flushed(first.to(*before)), text(*last)),
        [first, last] => (text(*first), text(*last)),
    }
}

fn repaired(sections: &Sections<'_>, text: String) -> String {
    if sections.body.text.oddities().mojibake { repair_mojibake(&text).into_owned() } else { text }
}
