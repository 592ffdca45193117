//! Applies the edits that diagnostics propose.

use crate::diagnostic::{Diagnostic, Edit};
use crate::text::Span;

/// Returns the text with every edit made that does not overlap one before it.
///
/// Edits that were left out are proposed again when the result is read; a few rounds make all of them.
pub fn apply_fixes<'d>(source: &str, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> String {
    let edits = diagnostics.into_iter().filter_map(|found| found.fix.clone()).collect();
    apply(source, &compatible(source, edits))
}

/// Returns the edits that can be made together, in order of the text: none overlaps another, and each fits.
pub fn compatible(source: &str, mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| edit.span);
    let mut previous: Option<Span> = None;
    edits.retain(|edit| {
        let follows = previous.is_none_or(|before| {
            before.end <= edit.span.start && (before.start < edit.span.start || !edit.span.is_empty())
        });
        let is_kept = follows && source.get(edit.span.range()).is_some();
        if is_kept {
            previous = Some(edit.span);
        }
        is_kept
    });
    edits
}

/// Returns the text with these edits made, which are in order and do not overlap.
pub fn apply(source: &str, edits: &[Edit]) -> String {
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
