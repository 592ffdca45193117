//! Entries of a list and what they are made of: `[edit] src/a.rs - what to change (severity: high)`.

use std::borrow::Cow;
use std::ops::Range;

use crate::json::{Json, Kind, Member};
use crate::markdown::Kind as NodeKind;
use crate::reading::{Scope, normal};
use crate::text::Span;

/// Returns the outermost items of a range, each with what follows it up to the next, or up to words behind a blank line
/// that are as far left as the list; where there are none, the paragraphs. Those of a label that is an item itself are further in.
pub fn entries(body: &Scope<'_>, range: Range<usize>) -> Vec<Span> {
    let source = body.text.source();
    let nodes = body.outline.slice(range);
    let level_of = |kind: NodeKind| match kind {
        NodeKind::Item { level, .. } => Some(level),
        _ => None,
    };
    let own = nodes.iter().filter(|node| node.fence == body.fence);
    let outermost = own.filter_map(|node| level_of(node.kind)).min().unwrap_or_default();
    let is_item = |kind: NodeKind, fence| level_of(kind) == Some(outermost) && fence == body.fence;
    let has_items = nodes.iter().any(|node| is_item(node.kind, node.fence));
    let mut found: Vec<Span> = Vec::new();
    // Whether a blank line came before, and whether the list is over.
    let (mut is_parted, mut is_over) = (false, false);
    for node in nodes {
        let ends_list = match node.kind {
            NodeKind::Prose { .. } => true,
            // What is announced may belong to the item: `Before:` and a fence.
            NodeKind::KeyValue(pair) => !pair.value.is_empty(),
            _ => false,
        };
        let is_outside = node.fence == body.fence && node.indent < 2;
        is_over |= has_items && is_parted && is_outside && ends_list && !found.is_empty();
        is_parted = node.kind == NodeKind::Blank;
        match node.kind {
            NodeKind::Item { text, .. } if is_item(node.kind, node.fence) => {
                found.push(text);
                is_over = false;
            }
            NodeKind::Blank | NodeKind::Rule => {}
            _ if is_over => {}
            NodeKind::Prose { text } if !has_items && node.fence == body.fence => found.push(text),
            _ => {
                let more = node.span.trim(source);
                match found.last_mut() {
                    Some(last) => *last = last.to(more),
                    None if !has_items => found.push(more),
                    // What introduces a list is none of its entries.
                    None => {}
                }
            }
        }
    }
    found
}

/// The lines of a span without their breaks; the last is not followed by an empty one.
pub fn lines_of(source: &str, span: Span) -> Vec<Span> {
    let mut lines = Vec::new();
    let mut start = span.start;
    let mut rest = span.slice(source);
    while !rest.is_empty() {
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let after = rest.get(end..).unwrap_or_default();
        let breaks = if after.starts_with("\r\n") { 2 } else { after.len().min(1) };
        lines.push(Span::new(start, start + end as u32));
        start += (end + breaks) as u32;
        rest = rest.get(end + breaks..).unwrap_or_default();
    }
    lines
}

/// Returns the first line of an entry, and the rest.
pub fn first_line(source: &str, span: Span) -> (Span, Span) {
    let length = span.slice(source).find(['\n', '\r']).unwrap_or(span.len() as usize);
    (span.take(length).trim(source), span.skip(length).trim(source))
}

/// The lines of a text, trimmed and without the markers of lists; blank ones are left out.
pub(super) fn entry_lines(source: &str, span: Span) -> Vec<Span> {
    let lines = lines_of(source, span).into_iter().map(|line| without_marker(source, line.trim(source)));
    lines.filter(|line| !line.is_empty()).collect()
}

fn without_marker(source: &str, line: Span) -> Span {
    let written = line.slice(source);
    let is_bullet = ["- ", "* ", "+ ", "• "].iter().find(|marker| written.starts_with(**marker));
    is_bullet.map_or(line, |marker| line.skip(marker.len()).trim(source))
}

/// A block of code between the marks of a fence, without their indentation, and the text around it.
pub struct Code {
    pub span: Span,
    pub text: String,
    pub before: Span,
    pub after: Span,
}

/// The first fence in a span.
pub fn code(source: &str, span: Span) -> Option<Code> {
    let lines = lines_of(source, span);
    let is_mark = |line: &Span| line.slice(source).trim_start().starts_with("```");
    let open = lines.iter().position(is_mark)?;
    let inner = lines.get(open + 1..)?;
    let length = inner.iter().position(is_mark).unwrap_or(inner.len());
    let mark = lines.get(open)?;
    let marks = mark.slice(source).len() - mark.slice(source).trim_start().len();
    let content = inner.get(..length)?;
    let text = dedented(source, content, indent(source, mark.start) + marks);
    let place = content.iter().copied().reduce(Span::to).unwrap_or(Span::empty_at(mark.end));
    let after = inner.get(length).map_or(span.end, |mark| mark.end);
    Some(Code {
        span: place,
        text,
        before: Span::new(span.start, mark.start).trim(source),
        after: Span::new(after, span.end).trim(source),
    })
}

/// A text of several lines without the indentation of its first.
pub fn flush(source: &str, span: Span) -> String {
    dedented(source, &lines_of(source, span), indent(source, span.start))
}

/// Lines without so many columns of white space in front.
fn dedented(source: &str, lines: &[Span], indent: usize) -> String {
    let flush = lines.iter().map(|line| {
        let written = line.slice(source);
        let blank = written.len() - written.trim_start_matches([' ', '\t']).len();
        written.get(blank.min(indent)..).unwrap_or_default()
    });
    flush.collect::<Vec<_>>().join("\n")
}

/// Returns how much white space precedes a place on its line.
fn indent(source: &str, at: u32) -> usize {
    let before = source.get(..at as usize).unwrap_or_default();
    let blank = before.len() - before.trim_end_matches([' ', '\t']).len();
    let is_first = before.len() == blank || before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']);
    if is_first { blank } else { 0 }
}

/// Several short statements: one to a line, or parted by semicolons or commas.
pub fn pieces(source: &str, span: Span) -> Vec<Span> {
    let lines = entry_lines(source, span);
    let [line] = lines.as_slice() else { return lines };
    let written = line.slice(source);
    let separator = if written.contains("; ") { "; " } else { ", " };
    let mut found = Vec::new();
    let mut start = 0;
    for part in written.split(separator) {
        found.push(line.skip(start).take(part.len()).trim(source));
        start += part.len() + separator.len();
    }
    found.retain(|piece| !piece.is_empty());
    found
}

/// Splits a span at its first dash with spaces around it.
pub fn spaced_dash(source: &str, span: Span) -> Option<(Span, Span)> {
    let written = span.slice(source);
    let dash = [" - ", " -- ", " – ", " — "];
    let (at, length) = dash.iter().filter_map(|dash| Some((written.find(dash)?, dash.len()))).min()?;
    Some((span.take(at).trim(source), span.skip(at + length).trim(source)))
}

/// `[edit]` in front of an entry: its word, and what follows. A word in bold or before a colon does as well where it
/// is one of the `known`.
pub fn tag(source: &str, span: Span, known: &[&str]) -> Option<(Span, Span)> {
    let lead = span.slice(source).len() - span.slice(source).trim_start_matches(['*', '`', ' ', '_']).len();
    let inner = span.skip(lead);
    let written = inner.slice(source);
    if let Some(rest) = written.strip_prefix('[') {
        let length = rest.find(']')?;
        let after = inner.skip(length + 2);
        let rest = after.slice(source);
        let marks = rest.len() - rest.trim_start_matches(['*', '`', ':', '_']).len();
        let is_link = rest.starts_with('(');
        return (!is_link).then(|| (inner.skip(1).take(length).trim(source), after.skip(marks).trim(source)));
    }
    let length = written.find(|character: char| !character.is_alphanumeric())?;
    let word = inner.take(length);
    let rest = inner.skip(length).slice(source);
    let marks = rest.len() - rest.trim_start_matches(['*', '`', ':', '_']).len();
    let is_known = known.iter().any(|known| known.eq_ignore_ascii_case(word.slice(source)));
    is_known.then(|| (word, inner.skip(length + marks).trim(source)))
}

/// Reads `(severity: high)` in a statement: returns the statement, without the note where it ends with it, and the
/// note's words under their names.
pub fn note<'t>(source: &'t str, span: Span, name: &str) -> (Span, Vec<Member<'t>>) {
    let written = span.slice(source);
    let is_note = |open: &(usize, &str)| {
        let head = written.get(open.0 + 1..).unwrap_or_default();
        head.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name))
    };
    let Some((at, _)) = written.rmatch_indices('(').find(is_note) else { return (span, Vec::new()) };
    let inner = span.skip(at + 1);
    let length = inner.slice(source).find(')').unwrap_or(inner.len() as usize);
    let after = inner.skip(length + 1).slice(source).trim_matches(['.', '*', ' ']);
    let inner = inner.take(length);
    let mut members = Vec::new();
    let mut start = 0;
    for part in inner.slice(source).split([',', ';']) {
        let part_span = inner.skip(start).take(part.len());
        start += part.len() + 1;
        let Some(colon) = part.find(':') else { continue };
        let key_span = part_span.take(colon).trim(source);
        let value = part_span.skip(colon + 1).trim(source);
        let key = key_span.slice(source).to_ascii_lowercase();
        members.push(Member { key: Cow::Owned(key), key_span, value: word(source, value) });
    }
    (if after.is_empty() { span.take(at).trim(source) } else { span }, members)
}

/// One word of a closed list, which Markdown may write in capitals and in bold.
pub fn word(source: &str, span: Span) -> Json<'_> {
    let written = span.slice(source);
    let lower = normal(written).replace(' ', "_");
    // A template lists all words, and other texts are no words.
    let is_word = !lower.is_empty() && lower.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    let text = if is_word { Cow::Owned(lower) } else { Cow::Borrowed(written) };
    Json { span, kind: Kind::Text(text) }
}

/// Returns a span as a number, or else as text.
pub fn decimal(source: &str, span: Span) -> Json<'_> {
    let written = span.slice(source);
    let is_number = !written.is_empty()
        && written.bytes().all(|byte| byte.is_ascii_digit())
        && (written.len() == 1 || !written.starts_with('0'));
    let kind = if is_number { Kind::Number(written) } else { Kind::Text(Cow::Borrowed(written)) };
    Json { span, kind }
}

/// Without the backticks or the emphasis around all of it.
pub fn bare(source: &str, span: Span) -> Span {
    let mut bare = span;
    for mark in ["**", "`", "*"] {
        let written = bare.slice(source);
        let inner = written.strip_prefix(mark).and_then(|inner| inner.strip_suffix(mark));
        if let Some(inner) = inner.filter(|inner| !inner.contains(mark)) {
            bare = bare.skip(mark.len()).take(inner.len());
        }
    }
    bare
}

/// A member of a row.
pub fn member<'t>(key: &'static str, value: Json<'t>) -> Member<'t> {
    Member { key: Cow::Borrowed(key), key_span: value.span, value }
}

/// A row of a list.
pub const fn row(span: Span, members: Vec<Member<'_>>) -> Json<'_> {
    Json { span, kind: Kind::Object(members) }
}
