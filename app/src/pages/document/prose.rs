use crate::diagnostic::{Piece, Role};
use crate::format::Parsed;
use crate::reading::{is_placeholder, says_nothing};
use crate::text::{Span, Text};
use crate::ui::prelude::*;

/// Lines beyond the fields of a block that are shown unfolded.
const UNFOLDED: usize = 12;

/// Shows the content of a block beyond its fields.
pub(super) fn prose(parsed: &Parsed, text: &Text) -> Option<impl IntoView + use<>> {
    let prose = prose_of(parsed, text);
    (!prose.is_empty()).then(|| {
        let lines = prose.lines().filter(|line| !line.trim().is_empty()).count();
        let words = view! { <Markdown text=prose/> };
        if lines <= UNFOLDED {
            return view! {
                <Section title="Also written here">
                    <div class="card card--padded">{words}</div>
                </Section>
            }
            .into_any();
        }
        view! {
            <details class="card section">
                <summary class="prose__summary">
                    <h2>"Also written here"</h2>
                    <span class="section__count">{counted(lines as u64, "line")}</span>
                </summary>
                <div class="prose__words">{words}</div>
            </details>
        }
        .into_any()
    })
}

/// Returns the content of a block beyond its fields, each part under its own heading. No line of a text is left out
/// of its page; what only leads to a field on its own line ("**Score:**") is shown with the field, and a line that
/// holds more than its fields is shown as a whole.
fn prose_of(parsed: &Parsed, text: &Text) -> String {
    let mut prose = String::new();
    let mut shown_until = 0;
    let before = std::iter::once(None).chain(parsed.coverage.pieces().map(Some));
    let prose_pieces = parsed.coverage.pieces().zip(before).filter(|(piece, _)| piece.role == Role::Prose);
    for (piece, before) in prose_pieces {
        if let Some(line) = line_that_says_more(parsed, piece, text).filter(|line| line.start >= shown_until)
        {
            shown_until = line.end;
            push(text.read(line).trim(), &mut prose);
        }
        let words = text.read(piece.span);
        if is_heading(&words) {
            push(words.trim(), &mut prose);
            continue;
        }
        let words = whole_lines(&words, piece.span.end == parsed.span.end).trim_matches(['\n', '\r']);
        if words.trim().is_empty() || says_nothing(words.trim()) {
            continue;
        }
        let heading =
            before.filter(|before| before.role == Role::Markup).map(|before| text.read(before.span));
        // The viewer's own head shows the content of the line that opens the block.
        let opens = before.is_some_and(|before| before.span.start == parsed.span.start);
        if let Some(heading) = heading.filter(|heading| heading.starts_with('#') && !opens) {
            prose.push_str(heading.trim_end());
        }
        push(words, &mut prose);
    }
    prose
}

/// Returns whether a piece is a whole heading that the contract doesn't have.
fn is_heading(words: &str) -> bool {
    words.starts_with('#') && !words.trim().contains(['\n', '\r']) && words.contains(char::is_alphanumeric)
}

/// Adds a paragraph, with a blank line around it.
fn push(words: &str, prose: &mut String) {
    if !prose.ends_with("\n\n") {
        prose.push_str("\n\n");
    }
    prose.push_str(words);
    prose.push_str("\n\n");
}

/// Without the beginnings and ends of lines that other pieces have a part in.
fn whole_lines(words: &str, ends_block: bool) -> &str {
    let from = words.find('\n').map_or(words.len(), |end| end + 1);
    let to = if ends_block { words.len() } else { words.rfind('\n').map_or(0, |end| end + 1) };
    words.get(from..to).unwrap_or_default()
}

/// Returns the line on which a piece begins behind another, if it has content of its own there.
fn line_that_says_more(parsed: &Parsed, piece: Piece, text: &Text) -> Option<Span> {
    let line = text.lines().line(text.lines().line_of(piece.span.start));
    let is_behind = piece.span.start > line.start.max(parsed.span.start);
    let rest = Span::new(piece.span.start, piece.span.end.min(line.end));
    // What the declaration of a team leaves of a value is shown even if it is one word.
    let is_left = |words: &str| parsed.spec.own_version.is_some() && is_apart(words);
    let rest = text.read(rest);
    (is_behind && (says_more(&rest) || is_left(&rest))).then_some(line)
}

/// Returns whether some words are no label, and no unit that is written together with a number: `ms` of `12ms`.
fn is_apart(words: &str) -> bool {
    words.contains(char::is_alphanumeric) && words.contains(char::is_whitespace) && !is_label(words)
}

/// Returns whether words end as the label of what follows: `**Date:** `.
fn is_label(words: &str) -> bool {
    words.trim_end_matches(['*', '_', '"', ' ']).ends_with([':', '('])
}

/// Returns whether words behind a field are more than its unit or the label of the next: a comment, or a row's cell.
fn says_more(words: &str) -> bool {
    let has_letters = |words: &str| words.contains(char::is_alphabetic);
    let mut parts = words.split('|').map(str::trim);
    if !has_letters(words) {
        return false;
    }
    if words.contains('|') {
        return parts.any(|cell| {
            has_letters(cell) && !is_label(cell) && !says_nothing(cell) && !is_placeholder(cell)
        });
    }
    let is_comment = || words.trim_start().starts_with('(');
    let count = words.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    !is_label(words) && (count > 1 || is_comment())
}

#[cfg(test)]
mod tests {
    use super::{prose_of, says_more};
    use crate::catalog::{Catalog, compile};
    use crate::scan::{self, Blocks};
    use crate::text::Text;

    #[test]
    fn what_is_no_field_is_kept_under_its_heading() {
        let text = Text::new(
            "# Review Report: x\n\nBy hand.\n\n## Verdict: APPROVED\n\n**Score:** 95%\n\n## Summary\n\nFine.\n\n\
             ## Findings\n\nNone.\n\n## Learnings\n\n- one\n- two\n",
        );
        let blocks = scan::read(&text);
        let prose: Vec<_> = blocks.iter().map(|parsed| prose_of(parsed, &text)).collect();
        assert_eq!(prose, ["\n\nBy hand.\n\n## Learnings\n\n- one\n- two\n\n"]);
    }

    #[test]
    fn a_line_that_says_more_than_its_fields_is_whole() {
        let check = |words: &str, expected: bool| assert_eq!(says_more(words), expected, "{words}");
        check("** before it goes on.", true);
        check(" (weighted)", true);
        check(" | mina |", true);
        check(" | N/A | ", false);
        check(" | **Date:** ", false);
        check(" failed", false);
        check("/5", false);
        check(" | {waits} | {status} |", false);
    }

    #[test]
    fn what_patterns_and_words_leave_is_shown() {
        let file = "name = \"Note\"\nheading = \"Note\"\n[fields]\n\
                    by = { label = \"By\", pattern = '^(\\S+)' }\n\
                    model = { label = \"By\", pattern = '\\((\\w+)\\)' }\n\
                    took = { label = \"Took\", pattern = '^(\\d+)', type = \"count\" }\n\
                    state = { label = \"State\", words = [\"open\", \"closed\"] }\n\
                    outcome = { section = \"Outcome\", words = [\"fixed\"], pattern = '^(\\w+)' }\n";
        let check = |document: &str, expected: &str| {
            let format = compile(file).unwrap();
            let text = Text::new(document);
            let blocks = Blocks::by(&Catalog::with(vec![format]), &text, None).read_all();
            let prose: String = blocks.iter().map(|parsed| prose_of(parsed, &text)).collect();
            assert_eq!(prose.trim(), expected, "{document}");
        };
        check(
            "# Note\n\n**By:** plan/ (opus)\n**Took:** 12ms\n**State:** Open\n\n## Outcome\n\nFixed.\n",
            "",
        );
        check(
            "# Note\n\n**By:** plan/ (opus) on behalf of Sofia\n",
            "**By:** plan/ (opus) on behalf of Sofia",
        );
        check("# Note\n\n**Took:** 12 minutes\n", "**Took:** 12 minutes");
        check("# Note\n\n**State:** Open, maybe\n", "**State:** Open, maybe");
        check("# Note\n\n## Outcome\n\nFixed. Two follow-ups open.\n", "Fixed. Two follow-ups open.");
    }

    #[test]
    fn no_cell_of_a_row_is_left_out() {
        let text = Text::new(
            "# Healing Verification Report\n\n**Healing Chain:** c\n**Target Gate:** Gate 4\n\n\
             ## Health Score Comparison\n\n| Metric | Before Healing | After Healing | Delta | Status | Seen by |\n\
             |--|--|--|--|--|--|\n| Overall Score | 71 | 96 | +25 | improved | Mina |\n",
        );
        let blocks = scan::read(&text);
        let prose: Vec<_> = blocks.iter().map(|parsed| prose_of(parsed, &text)).collect();
        assert!(prose.iter().any(|prose| prose.contains("Mina")), "{prose:?}");
    }
}
