//! Edits in a quote.

use crate::diagnostic::Edit;
use crate::markdown::behind_quote;
use crate::text::{Span, Text};

/// Keeps an edit within the quote that it begins in: it leaves the marks of the quote alone, and the lines that it adds
/// get the same marks. An edit that brings marks of its own, as an announcement does, or that removes the marks is left
/// unchanged.
pub(super) fn mind_quote(edit: &mut Edit, text: &Text) {
    let source = text.source();
    let first = text.lines().line(text.lines().line_of(edit.span.start));
    let marks = marks_of(text, first);
    if marks.is_empty() || without_marks(edit.span.slice(source)) == without_marks(&edit.insert) {
        return;
    }
    let words = first.start + marks.len() as u32;
    if edit.span.start < words && !edit.insert.starts_with('>') {
        edit.span = Span::new(words, edit.span.end.max(words));
    }
    // A line that is joined to the one above loses its own marks.
    if edit.span.slice(source).contains(BREAKS) && !edit.insert.ends_with(BREAKS) {
        let last = text.lines().line(text.lines().line_of(edit.span.end));
        edit.span.end = edit.span.end.max(last.start + marks_of(text, last).len() as u32);
    }
    if edit.insert.contains(BREAKS) {
        stay_in_quote(edit, source, marks);
    }
}

const BREAKS: [char; 2] = ['\n', '\r'];

/// The marks of a quote are looked for in so many bytes of a line: a long line may need many edits.
const LONGEST_MARKS: usize = 256;

/// Returns the marks before the words of a quoted line.
fn marks_of(text: &Text, line: Span) -> &str {
    let line = text.slice(line);
    let head = line.get(..line.floor_char_boundary(LONGEST_MARKS)).unwrap_or_default();
    head.get(..head.len() - words_of(head).len()).unwrap_or_default()
}

/// Returns the words of a line, however deep it is quoted.
fn words_of(line: &str) -> &str {
    let mut bare = line;
    while behind_quote(bare).len() < bare.len() {
        bare = behind_quote(bare);
    }
    bare
}

fn without_marks(lines: &str) -> String {
    lines.split_inclusive(BREAKS).map(words_of).collect()
}

fn stay_in_quote(edit: &mut Edit, source: &str, marks: &str) {
    let after = source.get(edit.span.end as usize..).unwrap_or_default();
    let ends_line = edit.span.slice(source).ends_with(BREAKS);
    let mut quoted = String::with_capacity(edit.insert.len() + 4 * marks.len());
    let mut rest = edit.insert.as_str();
    while let Some(at) = rest.find(BREAKS) {
        let length = if rest.get(at..).is_some_and(|rest| rest.starts_with("\r\n")) { 2 } else { 1 };
        let (line, below) = rest.split_at(at + length);
        quoted.push_str(line);
        rest = below;
        let next = if rest.is_empty() { after } else { rest };
        let is_quoted = rest.trim_start_matches([' ', '\t']).starts_with('>') || rest.is_empty() && ends_line;
        match next.starts_with(BREAKS) || next.is_empty() {
            _ if is_quoted => {}
            true => quoted.push_str(marks.trim_end()),
            false => quoted.push_str(marks),
        }
    }
    quoted.push_str(rest);
    edit.insert = quoted;
}
