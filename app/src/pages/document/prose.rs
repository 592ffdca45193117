use crate::diagnostic::Role;
use crate::format::Parsed;
use crate::text::Text;

/// What a block says beyond its fields, each part under the heading it stands under. No word of a text is left out
/// of its page.
pub(super) fn prose_of(parsed: &Parsed, text: &Text) -> String {
    let pieces = &parsed.coverage.pieces;
    let mut prose = String::new();
    for (index, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.role == Role::Prose) {
        let words = text.read(piece.span);
        if words.trim().is_empty() {
            continue;
        }
        let before = index.checked_sub(1).and_then(|before| pieces.get(before));
        let heading =
            before.filter(|before| before.role == Role::Markup).map(|before| text.read(before.span));
        if let Some(heading) = heading.filter(|heading| heading.starts_with('#')) {
            prose.push_str(heading.trim_end());
        }
        prose.push_str("\n\n");
        prose.push_str(words.trim_matches(['\n', '\r']));
        prose.push_str("\n\n");
    }
    prose
}

#[cfg(test)]
mod tests {
    use super::prose_of;
    use crate::scan;
    use crate::text::Text;

    #[test]
    fn what_is_no_field_is_kept_under_its_heading() {
        let text = Text::new(
            "# Review Report: x\n\nBy hand.\n\n## Verdict: APPROVED\n## Score: 95%\n\n## Summary\n\nFine.\n\n\
             ## Findings\n\n## Learnings\n\n- one\n- two\n",
        );
        let blocks = scan::read(&text);
        let prose: Vec<_> = blocks.iter().map(|parsed| prose_of(parsed, &text)).collect();
        assert_eq!(prose, ["\n\nBy hand.\n\n## Learnings\n\n- one\n- two\n\n"]);
    }
}
