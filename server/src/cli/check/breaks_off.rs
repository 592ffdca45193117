//! Whether a text breaks off: in a code fence, in a row of a table, or in the middle of a sentence.

use app::diagnostic::Diagnostic;
use app::format::Parsed;
use app::markdown::{Kind, Node, Outline};
use app::text::{Span, Text};

use super::rules::BREAKS_OFF;

/// Rules of the formats that report the same.
const REPORTED: [&str; 2] = ["unclosed-fence", "truncated-json"];
/// Words that no sentence ends with.
const LEADING_ON: [&str; 30] = [
    "a", "an", "and", "are", "as", "at", "because", "but", "by", "each", "for", "from", "if", "in", "into",
    "is", "its", "of", "on", "or", "than", "that", "the", "their", "to", "was", "were", "when", "which",
    "with",
];
/// A shorter sentence without an end is a remark.
const FEWEST_WORDS: usize = 3;

/// Reports that a text breaks off, unless one of its blocks does. Formats in JSON know where it ends.
pub(super) fn breaks_off(text: &Text, blocks: &[Parsed]) -> Option<Diagnostic> {
    if text.source().trim_start().starts_with(['{', '[']) {
        return None;
    }
    let mut found = blocks.iter().flat_map(|block| &block.diagnostics);
    if found.any(|found| REPORTED.contains(&found.rule.id)) {
        return None;
    }
    let outline = Outline::of(text);
    let nodes = outline.nodes();
    let report = |span: Span, message: &str| Some(Diagnostic::new(&BREAKS_OFF, span, message));
    if let Some(mark) = nodes.iter().rfind(|node| node.kind == Kind::StrayFenceMark) {
        return report(mark.span.trim(text.source()), "this code fence is never closed: the text breaks off");
    }
    let last = nodes.iter().rfind(|node| node.kind != Kind::Blank)?;
    let end = last_line(text, last);
    if let Kind::Table(table) = last.kind {
        let (row, above) = outline.rows_and_header(table).split_last()?;
        let is_cut = !row.is_closed && text.slice(row.span).trim_start().starts_with('|');
        let is_alone = !above.iter().any(|row| row.is_closed);
        return if is_cut && !is_alone { report(end, "the text breaks off in this row") } else { None };
    }
    let is_of_words = matches!(last.kind, Kind::Prose { .. } | Kind::Item { .. });
    if is_of_words && last.fence.is_none() && is_half_sentence(text.slice(last.span)) {
        return report(end, "the text breaks off in the middle of a sentence");
    }
    None
}

fn last_line(text: &Text, node: &Node) -> Span {
    let words = node.span.trim(text.source());
    let before = text.slice(words).rfind(['\n', '\r']).map_or(0, |at| at + 1);
    words.skip(before).trim(text.source())
}

/// Returns whether the last sentence of a paragraph surely goes on. One that merely lacks its full stop does so if it ends
/// the text without a line break and the sentences before it have theirs.
fn is_half_sentence(paragraph: &str) -> bool {
    let words = paragraph.trim();
    let sentence =
        words.rsplit_once(['.', '!', '?']).filter(|(_, rest)| rest.starts_with(char::is_whitespace));
    let last = sentence.map_or(words, |(_, last)| last);
    let last_word = last.split_whitespace().next_back().unwrap_or_default();
    if words.ends_with([',', '(', '[', '—', '–']) || LEADING_ON.contains(&last_word) {
        return true;
    }
    if words.matches('`').count() % 2 == 1 {
        return true;
    }
    let ends_bare = paragraph.len() == paragraph.trim_end().len() && words.ends_with(char::is_alphanumeric);
    sentence.is_some() && ends_bare && last.split_whitespace().count() >= FEWEST_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: Option<&str>) {
        let text = Text::new(source);
        let found = breaks_off(&text, &[]);
        assert_eq!(found.as_ref().map(|found| text.slice(found.span)), expected, "{source}");
    }

    #[test]
    fn a_text_breaks_off_in_the_middle_of_something() {
        check(
            "# A\n\nThe queue is bounded, and each job is one of the\n",
            Some("The queue is bounded, and each job is one of the"),
        );
        check("The queue is bounded. Each job answers on", Some("The queue is bounded. Each job answers on"));
        check("It works. But the store keeps what", Some("It works. But the store keeps what"));
        check("See `src/store", Some("See `src/store"));
        check("- One is fine,\n", Some("- One is fine,"));
        check("```rust\nfn main() {\n", Some("```rust"));
        check("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | fo", Some("| 3 | fo"));
    }

    #[test]
    fn other_texts_are_whole() {
        check("", None);
        check("All is well. Nothing is left to do.\n", None);
        check("- Fix the tests\n- Rerun them", None);
        check("Fixed it. Rerun", None);
        check("The queue is bounded. Each job answers once\n", None);
        check("```rust\nfn main() {}\n```\n", None);
        check("| a | b |\n|---|---|\n| 1 | 2 |\n", None);
        check("a | b\n--|--\n1 | 2\n", None);
        check("Approved by the team\n\n# Notes", None);
    }
}
