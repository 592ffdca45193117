//! Excerpts of a text around the words of a search. Taken from the text, since the index stores none.

use app::document::{Excerpt, ExcerptPart};
use app::text::Text;
use pulldown_cmark::{Event, Parser};

/// Characters shown before the first hit, and in all.
const BEFORE: usize = 60;
const LENGTH: usize = 220;

/// Returns an excerpt around the longest of the words that occurs, since that is likely the rarest.
pub(super) fn excerpt(text: &Text, words: &[&str]) -> Option<Excerpt> {
    let source = text.source();
    let mut by_length: Vec<&str> = words.to_vec();
    by_length.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let at = by_length.iter().find_map(|word| find(source, word))?.0;
    let start = source[..at].char_indices().rev().take(BEFORE).last().map_or(at, |(start, _)| start);
    // From the start of the line if that is near.
    let start = source[start..at].rfind('\n').map_or(start, |end| start + end + 1);
    let end = source[start..].char_indices().nth(LENGTH).map_or(source.len(), |(end, _)| start + end);
    let (start, end) = between_words(source, start, at, end);
    let line = text.position(u32::try_from(at).ok()?).line;
    let fragment = &source[start..end];
    // The words may be in what Markdown doesn't show, such as the address of a link.
    let shown = without_marks(fragment);
    let is_shown = by_length.iter().any(|word| find(&shown, word).is_some());
    let mut parts = parts(if is_shown { &shown } else { fragment }, words);
    let is_cut_before = source[..start].ends_with(|character| character != '\n');
    if is_cut_before {
        parts.insert(0, ExcerptPart { text: "…".to_owned(), is_hit: false });
    }
    if !source[end..].trim_end().is_empty() {
        parts.push(ExcerptPart { text: "…".to_owned(), is_hit: false });
    }
    Some(Excerpt { line, parts })
}

/// Moves the ends of an excerpt around a hit to white space, where there is some.
fn between_words(source: &str, start: usize, at: usize, end: usize) -> (usize, usize) {
    let is_in_word = |at: usize| {
        !source[..at].ends_with(char::is_whitespace) && !source[at..].starts_with(char::is_whitespace)
    };
    let after_word = || source[start..at].find(char::is_whitespace).map_or(start, |space| start + space);
    let before_word = || source[at..end].rfind(char::is_whitespace).map_or(end, |space| at + space);
    let start = if start > 0 && is_in_word(start) { after_word() } else { start };
    let end = if end < source.len() && is_in_word(end) { before_word() } else { end };
    (start, end)
}

/// Returns a fragment of Markdown as a reader sees it, in one line.
fn without_marks(fragment: &str) -> String {
    let mut shown = String::with_capacity(fragment.len());
    for line in fragment.lines() {
        // A row of a table without its head is no table to the parser.
        let cells = line.trim().strip_prefix('|').map(|row| row.trim_end_matches('|').split('|'));
        let pieces = cells.map_or_else(|| vec![line], |cells| cells.map(str::trim).collect());
        let is_rule = pieces.iter().all(|piece| piece.chars().all(|mark| matches!(mark, '-' | ':')));
        for (number, piece) in pieces.into_iter().enumerate().filter(|_| !is_rule) {
            let between = match (shown.is_empty(), number) {
                (true, _) => "",
                (false, 0) => " ",
                (false, _) => " · ",
            };
            shown.push_str(between);
            for event in Parser::new(piece) {
                if let Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) =
                    event
                {
                    shown.push_str(&text);
                }
            }
        }
    }
    shown
}

fn parts(fragment: &str, words: &[&str]) -> Vec<ExcerptPart> {
    let mut parts = Vec::new();
    let mut from = 0;
    while let Some((at, end)) = words.iter().filter_map(|word| find(&fragment[from..], word)).min() {
        push(&mut parts, &fragment[from..from + at], false);
        push(&mut parts, &fragment[from + at..from + end], true);
        from += end;
    }
    push(&mut parts, &fragment[from..], false);
    parts
}

fn push(parts: &mut Vec<ExcerptPart>, text: &str, is_hit: bool) {
    if !text.is_empty() {
        // Lists show it without line breaks.
        let text = text.replace(['\n', '\r', '\t'], " ");
        parts.push(ExcerptPart { text, is_hit });
    }
}

/// Returns the range of a word, ignoring case. The word is not empty.
fn find(source: &str, word: &str) -> Option<(usize, usize)> {
    let first = word.chars().next()?;
    let is_first = |character: char| same(character, first);
    source.match_indices(is_first).find_map(|(at, _)| {
        let mut rest = source[at..].char_indices();
        let mut wanted = word.chars();
        loop {
            match (wanted.next(), rest.next()) {
                (None, next) => return Some((at, next.map_or(source.len(), |(end, _)| at + end))),
                (Some(wanted), Some((_, found))) if same(wanted, found) => {}
                _ => return None,
            }
        }
    })
}

fn same(left: char, right: char) -> bool {
    left == right || left.is_alphabetic() && left.to_lowercase().eq(right.to_lowercase())
}

#[cfg(test)]
mod tests {
    use app::text::Text;

    use super::excerpt;

    fn check(source: &str, words: &[&str], expected: Option<(u32, &str)>) {
        let found = excerpt(&Text::new(source), words).map(|excerpt| {
            let shown = excerpt
                .parts
                .iter()
                .map(|part| if part.is_hit { format!("[{}]", part.text) } else { part.text.clone() });
            (excerpt.line, shown.collect::<String>())
        });
        assert_eq!(found.as_ref().map(|(line, shown)| (*line, shown.as_str())), expected);
    }

    #[test]
    fn hits_are_marked() {
        check("# A\n\nThe Store loses the store.\n", &["store"], Some((3, "The [Store] loses the [store].")));
        check("보고서를 검토했다", &["검토"], Some((1, "보고서를 [검토]했다")));
        check("## The **Store**\n- `a` loses\n", &["store"], Some((1, "The [Store] a loses")));
        check("|---|\n| 1 | src/a.rs | A loss |\n", &["loss"], Some((2, "1 · src/a.rs · A [loss]")));
        check(
            "[here](https://example.org/store)",
            &["store"],
            Some((1, "[here](https://example.org/[store])")),
        );
        check("{\"is_open\": \"store\"}", &["store"], Some((1, "{\"is_open\": \"[store]\"}")));
        check("nothing here", &["store"], None);
        check("", &["store"], None);
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        let long = format!("{}needle{}", "é".repeat(500), "字".repeat(500));
        let found = excerpt(&Text::new(long), &["needle"]).unwrap_or_default();
        let shown: String = found.parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(shown.chars().count(), 222);
        assert!(shown.contains("needle") && shown.starts_with("…é") && shown.ends_with("字…"));
    }

    #[test]
    fn a_long_sentence_is_cut_between_words() {
        let long = format!("first {}needle {}", "before ".repeat(20), "after ".repeat(60));
        let found = excerpt(&Text::new(long), &["needle"]).unwrap_or_default();
        let shown: String = found.parts.iter().map(|part| part.text.as_str()).collect();
        assert!(shown.starts_with("…before before"), "{shown}");
        assert!(shown.ends_with(" after…"), "{shown}");
    }
}
