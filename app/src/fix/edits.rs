//! Applies the edits that diagnostics propose.

use crate::diagnostic::{Diagnostic, Edit};
use crate::format::Parsed;
use crate::reading::behind_quote;
use crate::text::{Span, Text};

/// The text with every edit made that does not overlap one before it.
///
/// Edits that were left out are proposed again when the result is read; a few rounds make all of them.
pub fn apply_fixes<'d>(source: &str, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> String {
    apply(source, &edits(source, diagnostics))
}

/// The edits that can be made together, in order of the text: none overlaps another, and each fits.
pub fn edits<'d>(source: &str, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<&'d Edit> {
    let mut edits: Vec<&Edit> = diagnostics.into_iter().filter_map(|found| found.fix.as_ref()).collect();
    edits.sort_by_key(|edit| edit.span);
    let mut previous: Option<&Edit> = None;
    edits.retain(|edit| {
        let follows = previous.is_none_or(|before| {
            before.span.end <= edit.span.start
                && (before.span.start < edit.span.start || !edit.span.is_empty())
        });
        let is_kept = follows && source.get(edit.span.range()).is_some();
        if is_kept {
            previous = Some(edit);
        }
        is_kept
    });
    edits
}

/// The text with these edits made; they are as [`edits`] gives them.
pub fn apply(source: &str, edits: &[&Edit]) -> String {
    let mut fixed = String::with_capacity(source.len());
    let mut kept_from = 0;
    for edit in edits {
        let Span { start, end } = edit.span;
        fixed.push_str(Span::new(kept_from, start).slice(source));
        fixed.push_str(&edit.insert);
        kept_from = end;
    }
    fixed.push_str(source.get(kept_from as usize..).unwrap_or_default());
    fixed
}

/// An edit leaves the marks of a quote alone that its first line stands behind, and lines that it adds stand in the quote
/// as well. What brings marks of its own, as an announcement does, and what is there to take the marks away is made as
/// it is.
pub fn mind_quote(edit: &mut Edit, text: &Text) {
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
    // A line that is joined to the one above leaves its own marks behind.
    if edit.span.slice(source).contains(BREAKS) && !edit.insert.ends_with(BREAKS) {
        let last = text.lines().line(text.lines().line_of(edit.span.end));
        edit.span.end = edit.span.end.max(last.start + marks_of(text, last).len() as u32);
    }
    if edit.insert.contains(BREAKS) {
        stay_in_quote(edit, source, marks);
    }
}

const BREAKS: [char; 2] = ['\n', '\r'];

/// Farther from the beginning of its line no mark of a quote stands, in bytes.
const LONGEST_MARKS: usize = 256;

/// What stands before the words of a quoted line.
fn marks_of(text: &Text, line: Span) -> &str {
    let line = text.slice(line);
    // Of a long line, which may need many edits, the head tells.
    let head = line.get(..line.floor_char_boundary(LONGEST_MARKS)).unwrap_or_default();
    head.get(..head.len() - words_of(head).len()).unwrap_or_default()
}

/// What a line says, however deep it is quoted.
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

/// Takes back the edits of a block of which one changes a block inside it: those bytes are the inner one's to fix,
/// and two that fix the same bytes, each by its own contract, would never come to an end. One edit may rest on
/// another, so all of them go.
pub fn leave_inner_blocks_alone(blocks: &mut [Parsed]) {
    let spans: Vec<Span> = blocks.iter().map(|parsed| parsed.span).collect();
    for (index, parsed) in blocks.iter_mut().enumerate() {
        let behind = spans.get(index + 1..).unwrap_or_default();
        if behind.first().is_none_or(|next| next.start >= parsed.span.end) {
            continue;
        }
        let inner = covered(behind.iter().copied().take_while(|span| span.start < parsed.span.end));
        let mut edits = parsed.diagnostics.iter().filter_map(|found| found.fix.as_ref());
        let changes_inner = edits.any(|edit| {
            let next = inner.partition_point(|span| span.end <= edit.span.start);
            inner.get(next).is_some_and(|span| span.start < edit.span.end)
        });
        if changes_inner {
            parsed.diagnostics.iter_mut().for_each(|found| found.fix = None);
        }
    }
}

/// Spans in order of their beginnings as spans that do not overlap.
fn covered(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut covered: Vec<Span> = Vec::new();
    for span in spans {
        match covered.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => covered.push(span),
        }
    }
    covered
}

#[cfg(test)]
mod tests {
    use super::apply_fixes;
    use crate::diagnostic::{Diagnostic, Rule, Severity};
    use crate::text::Span;

    static RULE: Rule = Rule { id: "test", severity: Severity::Warning, summary: "", clause: "" };

    fn check(source: &str, edits: &[(u32, u32, &str)], expected: &str) {
        let diagnostics: Vec<Diagnostic> = edits
            .iter()
            .map(|(start, end, insert)| {
                let span = Span::new(*start, *end);
                Diagnostic::new(&RULE, span, "").fix("", span, *insert)
            })
            .collect();
        assert_eq!(apply_fixes(source, &diagnostics), expected);
    }

    #[test]
    fn edits_are_made_in_order_of_the_text() {
        check("a b c", &[(4, 5, "z"), (0, 1, "x")], "x b z");
    }

    #[test]
    fn an_edit_that_overlaps_waits() {
        check("abc", &[(0, 2, "x"), (1, 3, "y")], "xc");
    }

    #[test]
    fn the_same_edit_is_made_once() {
        check("abc", &[(1, 2, "x"), (1, 2, "x")], "axc");
        check("abc", &[(3, 3, "!"), (3, 3, "!")], "abc!");
    }

    #[test]
    fn an_edit_outside_the_text_is_left_out() {
        check("é", &[(1, 1, "x"), (7, 9, "y")], "é");
    }
}
