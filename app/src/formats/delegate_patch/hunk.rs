//! One hunk: the lines before, the lines after, and the reason.

use std::borrow::Cow;

use super::unified::{Changed, File, Opener, changes, file, is_diff};
use crate::delegate::{Sections, decimal, lines_of, member, row};
use crate::json::{Json, Kind, Member};
use crate::text::Span;

const LABELS: [(&str, &str); 3] =
    [("before:", "old_lines"), ("after:", "new_lines"), ("reason:", "description")];

/// Returns the output of `git diff` as rows of the contract: the name of each file, if there is one, and its hunks.
pub(super) fn diff<'t>(
    sections: &Sections<'t>,
    content: Span,
) -> Option<Vec<(Option<Json<'t>>, Vec<Json<'t>>)>> {
    let source = sections.source();
    if !is_diff(content.slice(source)) {
        return None;
    }
    let lines = lines_of(source, content);
    let files = changes(lines.into_iter(), |line| line.slice(source));
    let name = |line: Span| {
        let name = file(line.slice(source))?;
        let at = line.slice(source).find(name)?;
        Some(sections.text(line.skip(at).take(name.len())))
    };
    let rows = files.into_iter().map(|File { name: line, hunks }| {
        (line.and_then(name), hunks.into_iter().map(|hunk| of_diff(sections, hunk)).collect())
    });
    Some(rows.collect())
}

fn of_diff<'t>(sections: &Sections<'t>, Changed { opener, old, new }: Changed<Span>) -> Json<'t> {
    let source = sections.source();
    let written = opener.slice(source);
    let within = |part: &str| Some(opener.skip(written.find(part)?).take(part.len()));
    let read = Opener::read(written);
    let end = [&old, &new].into_iter().filter_map(|lines| lines.last()).map(|line| line.end).max();
    let span = Span::new(opener.start, end.unwrap_or(opener.end));
    let mut members = Vec::new();
    let start = read.as_ref().and_then(|opener| within(opener.start_as_written));
    members.extend(start.map(|start| member("start_line", decimal(source, start))));
    for (key, lines) in [("old_lines", old), ("new_lines", new)] {
        let lines = lines.into_iter().map(|line| line.skip(1.min(line.len() as usize)));
        members.push(lines_member(sections, Span::empty_at(opener.end), key, lines.collect()));
    }
    let description = read.and_then(|opener| within(opener.description()?));
    members.extend(description.map(|words| member("description", sections.text(words))));
    row(span, members)
}

/// Reads the content below a heading, if there is any.
pub(super) fn hunk<'t>(sections: &Sections<'t>, heading: Option<Span>, below: Span) -> Option<Json<'t>> {
    let source = sections.source();
    let mut members: Vec<Member<'t>> = heading.map(|words| numbers(source, words)).unwrap_or_default();
    let labelled = labelled(source, below);
    let content = below.trim(source);
    if heading.is_none() && content.is_empty() {
        return None;
    }
    if labelled.is_empty() && !content.is_empty() {
        match changed_lines(source, content) {
            Some(sides) => {
                members.extend(sides.map(|(key, lines)| lines_member(sections, content, key, lines)))
            }
            None => members.push(member("description", sections.text(content))),
        }
    }
    for (key, first, lines) in labelled {
        if key == "description" {
            let last = lines.last().copied().unwrap_or(first);
            members.push(member(key, sections.text(first.to(last).trim(source))));
            continue;
        }
        members.push(lines_member(sections, first, key, code_lines(source, first, &lines)));
    }
    let span = heading.map_or(content, |words| words.to(content));
    Some(row(span, members))
}

fn lines_member<'t>(
    sections: &Sections<'t>,
    otherwise: Span,
    key: &'static str,
    lines: Vec<Span>,
) -> Member<'t> {
    let place = lines.iter().copied().reduce(Span::to).unwrap_or(otherwise);
    let items =
        lines.into_iter().map(|line| Json { span: line, kind: Kind::Text(line_text(sections, line)) });
    member(key, Json { span: place, kind: Kind::List(items.collect()) })
}

/// The lines before and after of a fence that marks them with `-` and `+`.
fn changed_lines(source: &str, content: Span) -> Option<[(&'static str, Vec<Span>); 2]> {
    let lines = lines_of(source, content);
    let first = lines.first().filter(|first| is_mark(first.slice(source)))?;
    first.slice(source).contains("diff").then_some(())?;
    let inner = code_lines(source, Span::empty_at(content.start), &lines);
    let side = |marks: [char; 2]| {
        let of_side = inner.iter().filter(|line| line.slice(source).starts_with(marks));
        of_side.map(|line| line.skip(1)).collect()
    };
    Some([("old_lines", side(['-', ' '])), ("new_lines", side(['+', ' ']))])
}

fn line_text<'t>(sections: &Sections<'t>, line: Span) -> Cow<'t, str> {
    sections.body.read(line)
}

/// `Lines 10-12`.
fn numbers<'t>(source: &'t str, words: Span) -> Vec<Member<'t>> {
    let written = words.slice(source);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = written.get(at..).and_then(|rest| rest.find(|first: char| first.is_ascii_digit()))
    {
        let start = at + start;
        let rest = written.get(start..).unwrap_or_default();
        let length = rest.find(|last: char| !last.is_ascii_digit()).unwrap_or(rest.len());
        found.push(words.skip(start).take(length));
        at = start + length;
    }
    found
        .into_iter()
        .zip(["start_line", "end_line"])
        .map(|(span, key)| member(key, decimal(source, span)))
        .collect()
}

/// Returns each label with its value, beside it and on the lines below; labels in a fence are code.
fn labelled(source: &str, below: Span) -> Vec<(&'static str, Span, Vec<Span>)> {
    let mut found: Vec<(&'static str, Span, Vec<Span>)> = Vec::new();
    let mut is_fenced = false;
    for line in lines_of(source, below) {
        let written = line.slice(source);
        if is_mark(written) {
            is_fenced = !is_fenced;
        }
        // The labels come in this order, each once.
        let next = found.last().map_or(0, |(key, ..)| {
            LABELS.iter().position(|(_, known)| known == key).map_or(LABELS.len(), |at| at + 1)
        });
        let label =
            LABELS.iter().skip(next).find_map(|(label, key)| Some((key, label_length(written, label)?)));
        match (label.filter(|_| !is_fenced), found.last_mut()) {
            (Some((key, length)), _) => found.push((key, line.skip(length).trim(source), Vec::new())),
            (None, Some((.., lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    found
}

/// How long a label is that a line begins with, with the marks around it.
fn label_length(line: &str, label: &str) -> Option<usize> {
    let bare = line.trim_start_matches(['*', '_', ' ']);
    let word = label.trim_end_matches(':');
    let is_label = bare.get(..word.len()).is_some_and(|written| written.eq_ignore_ascii_case(word));
    let rest = bare.get(word.len()..).filter(|_| is_label)?;
    let value = rest.trim_start_matches(['*', '_']).strip_prefix(':')?.trim_start_matches(['*', '_']);
    Some(line.len() - value.len())
}

fn is_mark(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

/// The lines of code under a label, without the marks of a fence and the blank lines around it.
fn code_lines(source: &str, first: Span, lines: &[Span]) -> Vec<Span> {
    let is_blank = |line: &Span| line.slice(source).trim().is_empty();
    let beside = (!first.is_empty()).then_some(first);
    if let Some(open) = lines.iter().position(|line| is_mark(line.slice(source))) {
        let inner = lines.get(open + 1..).unwrap_or_default();
        let length = inner.iter().position(|line| is_mark(line.slice(source))).unwrap_or(inner.len());
        return inner.get(..length).unwrap_or_default().to_vec();
    }
    let start = lines.iter().position(|line| !is_blank(line)).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !is_blank(line)).map_or(start, |last| last + 1);
    beside.into_iter().chain(lines.get(start..end).unwrap_or_default().iter().copied()).collect()
}
