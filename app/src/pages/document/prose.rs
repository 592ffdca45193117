use crate::diagnostic::{Piece, Role};
use crate::format::Parsed;
use crate::reading::says_nothing;
use crate::text::{Span, Text};

/// What a block says beyond its fields, each part under the heading it stands under. No line of a text is left out
/// of its page; what only leads to a field on its own line ("**Score:**") is shown with the field.
pub(super) fn prose_of(parsed: &Parsed, text: &Text) -> String {
    let pieces = &parsed.coverage.pieces;
    let mut prose = String::new();
    for (index, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.role == Role::Prose) {
        let words = text.read(piece.span);
        let words = whole_lines(&words, piece.span == last_of(pieces)).trim_matches(['\n', '\r']);
        if words.trim().is_empty() || says_nothing(words.trim()) {
            continue;
        }
        let before = index.checked_sub(1).and_then(|before| pieces.get(before));
        let heading =
            before.filter(|before| before.role == Role::Markup).map(|before| text.read(before.span));
        // The viewer's own head says what the line that opens the block says.
        let opens = before.is_some_and(|before| before.span.start == parsed.span.start);
        if let Some(heading) = heading.filter(|heading| heading.starts_with('#') && !opens) {
            prose.push_str(heading.trim_end());
        }
        prose.push_str("\n\n");
        prose.push_str(words);
        prose.push_str("\n\n");
    }
    prose
}

fn last_of(pieces: &[Piece]) -> Span {
    pieces.last().map(|piece| piece.span).unwrap_or_default()
}

/// Without the beginnings and ends of lines that other pieces have a part in.
fn whole_lines(words: &str, ends_block: bool) -> &str {
    let from = words.find('\n').map_or(words.len(), |end| end + 1);
    let to = if ends_block { words.len() } else { words.rfind('\n').map_or(0, |end| end + 1) };
    words.get(from..to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::prose_of;
    use crate::scan;
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
}
