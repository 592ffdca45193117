use crate::diagnostic::Edit;
use crate::text::{Span, Text};
use crate::ui::visible::clip;

/// More of an edit is a matter for the terminal, in bytes.
const LONGEST_EDIT: usize = 600;
/// What of a long line is shown on either side of the edit.
const AROUND: usize = 60;

/// The whole lines that an edit touches, before and after it.
pub(super) fn edited(text: &Text, edit: &Edit) -> (Vec<String>, Vec<String>) {
    let (head, tail) = around(text, edit.span);
    let lines = |words: &str| -> Vec<String> {
        let (shown, hidden) = clip(words, LONGEST_EDIT);
        let tail = if hidden == 0 { tail.as_str() } else { "…" };
        format!("{head}{shown}{tail}").lines().map(str::to_owned).collect()
    };
    let (mut before, mut after) = (lines(text.slice(edit.span)), lines(&edit.insert));
    // An edit that brings or takes whole lines leaves the one beside them alone.
    let above = before.iter().zip(&after).take_while(|(before, after)| before == after).count();
    before.drain(..above);
    after.drain(..above);
    let ends = before.iter().rev().zip(after.iter().rev());
    let below = ends.take_while(|(before, after)| before == after).count();
    before.truncate(before.len() - below);
    after.truncate(after.len() - below);
    (before, after)
}

/// What is on the lines of a place before and behind it.
fn around(text: &Text, span: Span) -> (String, String) {
    let lines = text.lines();
    let (first, last) = (lines.line(lines.line_of(span.start)), lines.line(lines.line_of(span.end)));
    let head = text.slice(Span::new(first.start, span.start));
    let from = head.ceil_char_boundary(head.len().saturating_sub(AROUND));
    let mark = if from > 0 { "…" } else { "" };
    let head = format!("{mark}{}", head.get(from..).unwrap_or_default());
    let tail = text.slice(Span::new(span.end, last.end.max(span.end))).trim_end_matches(['\r', '\n']);
    let (shown, hidden) = clip(tail, AROUND);
    let mark = if hidden > 0 { "…" } else { "" };
    (head, format!("{shown}{mark}"))
}

#[cfg(test)]
mod tests {
    use super::edited;
    use crate::diagnostic::Edit;
    use crate::text::{Span, Text};

    fn check(source: &str, span: (u32, u32), insert: &str, before: &[&str], after: &[&str]) {
        let edit = Edit { span: Span::new(span.0, span.1), insert: insert.to_owned(), title: String::new() };
        let (is, would_be) = edited(&Text::new(source), &edit);
        assert_eq!(
            (is, would_be),
            (
                before.iter().map(|line| (*line).to_owned()).collect(),
                after.iter().map(|line| (*line).to_owned()).collect()
            )
        );
    }

    #[test]
    fn a_mark_is_shown_in_its_line() {
        check("# Title - a\nb\n", (8, 9), ":", &["# Title - a"], &["# Title : a"]);
        check("a\r\nb c\r\n", (4, 5), "", &["b c"], &["bc"]);
    }

    #[test]
    fn lines_that_come_or_go_stand_alone() {
        check("a\nc\n", (2, 2), "b\n", &[], &["b"]);
        check("a\nc\n", (1, 1), "\nb", &[], &["b"]);
        check("a\nb\nc\n", (2, 4), "", &["b"], &[]);
        check("a", (1, 1), "\nb\n", &[], &["b"]);
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let source = format!("{}HERE{}", "a".repeat(1_000), "b".repeat(1_000));
        let cut = |word: &str| format!("…{}{word}{}…", "a".repeat(60), "b".repeat(60));
        check(&source, (1_000, 1_004), "x", &[&cut("HERE")], &[&cut("x")]);
    }
}
