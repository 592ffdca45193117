//! The same under headings: `### path`, `#### Lines 10-12`, and below them `Before:`, `After:` and `Reason:`.

use super::hunk::{diff, hunk};
use crate::delegate::{PatchMark, Sections, bare, entries, member, row};
use crate::json::{Json, Kind, Member};
use crate::markdown::{self, key_value};
use crate::reading::may_name_file;
use crate::text::Span;

pub(super) fn members<'t>(sections: &Sections<'t>) -> Vec<Member<'t>> {
    patches(sections).into_iter().chain(verification(sections)).collect()
}

/// A heading of the section, and its content up to the next.
struct Marked {
    mark: PatchMark,
    words: Span,
    below: Span,
}

fn patches<'t>(sections: &Sections<'t>) -> Option<Member<'t>> {
    let content = sections.content("patches")?;
    let mut rows: Vec<Json<'t>> = Vec::new();
    let mut file: Option<(Member<'t>, Vec<Json<'t>>)> = None;
    for marked in marks(sections) {
        if marked.mark == PatchMark::File {
            rows.extend(file.take().map(patch));
            let words = bare(sections.source(), marked.words);
            file = Some((member("file", sections.text(words)), Vec::new()));
        }
        let lines = (marked.mark == PatchMark::Lines).then_some(marked.words);
        let read = match diff(sections, marked.below) {
            // A diff states where its hunks begin and how long they are.
            Some(files) => files.into_iter().flat_map(|(_, hunks)| hunks).collect(),
            None => Vec::from_iter(hunk(sections, lines, marked.below)),
        };
        match &mut file {
            Some((_, hunks)) => hunks.extend(read),
            // A hunk without a file is a patch of its own.
            None => rows.extend(read.into_iter().map(nameless)),
        }
    }
    rows.extend(file.take().map(patch));
    if rows.is_empty() {
        // A diff needs no headings.
        for (name, hunks) in diff(sections, content).unwrap_or_default() {
            match name {
                Some(name) => rows.push(patch((member("file", name), hunks))),
                None => rows.extend(hunks.into_iter().map(nameless)),
            }
        }
    }
    Some(sections.member("patches", "patches", Json { span: content, kind: Kind::List(rows) }))
}

fn patch<'t>((file, hunks): (Member<'t>, Vec<Json<'t>>)) -> Json<'t> {
    let span = hunks.iter().map(|hunk| hunk.span).fold(file.value.span, Span::to);
    let mut members = vec![file];
    if !hunks.is_empty() {
        members.push(hunks_member(hunks));
    }
    row(span, members)
}

fn nameless(hunk: Json<'_>) -> Json<'_> {
    row(hunk.span, vec![hunks_member(vec![hunk])])
}

fn hunks_member(hunks: Vec<Json<'_>>) -> Member<'_> {
    let span = hunks.iter().map(|hunk| hunk.span).reduce(Span::to).unwrap_or_default();
    member("hunks", Json { span, kind: Kind::List(hunks) })
}

/// The headings that structure the section; others are lines of code.
fn marks(sections: &Sections<'_>) -> Vec<Marked> {
    let Some(part) = sections.section("patches") else { return Vec::new() };
    let nodes = sections.body.outline.slice(part.range.clone());
    let end = nodes.last().map_or(part.line.end, |node| node.span.end);
    let mut found: Vec<Marked> = Vec::new();
    let is_said = |node: &&markdown::Node| {
        node.fence == sections.body.fence && !sections.run.is_in_hunk(node.span.start)
    };
    for node in nodes.iter().filter(is_said) {
        let (mark, text) = match node.kind {
            markdown::Kind::Heading { level, text } => {
                let Some(mark) = sections.run.patch_mark(level, text.slice(sections.source())) else {
                    continue;
                };
                (mark, text)
            }
            // A path on a line of its own does for a heading.
            markdown::Kind::Prose { text } if names_file(sections.source(), text) => (PatchMark::File, text),
            _ => continue,
        };
        if let Some(last) = found.last_mut() {
            last.below.end = node.span.start;
        }
        found.push(Marked { mark, words: text, below: Span::new(node.span.end, end) });
    }
    found
}

/// `**src/lock.rs**`, `` `src/lock.rs` ``: a path between marks, and nothing else.
fn names_file(source: &str, line: Span) -> bool {
    let path = bare(source, line);
    let written = path.slice(source);
    path.len() < line.len() && may_name_file(written) && !written.contains(char::is_whitespace)
}

/// Commands in a list, and what they should print.
fn verification<'t>(sections: &Sections<'t>) -> Option<Member<'t>> {
    let content = sections.content("verification")?;
    let source = sections.source();
    let mut range = sections.section("verification")?.range.clone();
    let nodes = sections.body.nodes(range.clone());
    let expected = nodes.filter_map(|(index, node)| {
        let label = match node.kind {
            markdown::Kind::KeyValue(label) => label,
            markdown::Kind::Item { text, .. } => key_value(source, text)?,
            _ => return None,
        };
        let is_expected = label.key.slice(source).eq_ignore_ascii_case("expected");
        is_expected.then(|| (index, Span::new(label.value.start, content.end)))
    });
    let expected = expected.last();
    let mut members = Vec::new();
    if let Some((node, _)) = expected {
        range.end = node;
    }
    let commands = entries(&sections.body, range);
    if let Some(span) = commands.iter().copied().reduce(Span::to) {
        let items = commands.into_iter().map(|entry| sections.text(bare(source, entry))).collect();
        members.push(member("commands", Json { span, kind: Kind::List(items) }));
    }
    if let Some((_, value)) = expected {
        members.push(member("expected", sections.text(value.trim(source))));
    }
    Some(sections.member("verification", "verification", row(content, members)))
}
