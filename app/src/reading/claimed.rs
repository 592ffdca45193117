//! Totals that a text claims, to be held against what is listed.

use std::sync::LazyLock;

use super::lexicon::Lexicon;
use crate::text::Span;

/// The first total that a text claims: `7 findings`, `found 3 issues`. Numbers of something more special, such as
/// `2 critical issues` or `the original 18 findings`, are no totals.
pub fn claimed_total(source: &str, within: Span, nouns: &[&str]) -> Option<(u32, Span)> {
    let fragment = within.slice(source);
    let mut from = 0;
    // Few words are numbers, so that the words beside are looked at only there.
    while let Some(digit) = fragment.get(from..)?.bytes().position(|byte| byte.is_ascii_digit()) {
        let (before, _) = fragment.split_at_checked(from + digit)?;
        let start = before.rfind(char::is_whitespace).map_or(0, |at| at + width(before, at));
        let (word, after) = split_word(fragment.get(start..)?);
        from = start + word.len();
        let Ok(number) = bare(word).parse() else { continue };
        let (noun, _) = split_word(after);
        let is_noun = nouns.iter().any(|known| known.eq_ignore_ascii_case(bare(noun)));
        if is_noun && is_introduced(fragment.get(..start)?) {
            let end = fragment.len() - after.len() + noun.len();
            return Some((number, Span::of(within.start as usize + start, within.start as usize + end)));
        }
    }
    None
}

/// The word at the start, and what follows the one white space behind it.
fn split_word(fragment: &str) -> (&str, &str) {
    let end = fragment.find(char::is_whitespace).unwrap_or(fragment.len());
    let (word, rest) = fragment.split_at_checked(end).unwrap_or_default();
    (word, rest.get(width(rest, 0)..).unwrap_or_default())
}

fn width(fragment: &str, at: usize) -> usize {
    fragment.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
}

fn bare(word: &str) -> &str {
    word.trim_matches(|edge: char| !edge.is_alphanumeric() && edge != ':')
}

/// Words that announce a total.
static INTRODUCTIONS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words("found, identified, total, are, has, with, reports, lists, findings:, found:, total:, and")
});

/// Whether a number that follows begins a sentence, or a word before it announces a total.
fn is_introduced(before: &str) -> bool {
    let Some(last) = before.chars().next_back() else { return true };
    let words = before.get(..before.len() - last.len_utf8()).unwrap_or_default();
    let word = words.rsplit(char::is_whitespace).next().unwrap_or_default();
    word.ends_with(['.', '!']) || INTRODUCTIONS.has(&bare(word).to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::claimed_total;
    use crate::text::Span;

    fn check(text: &str, expected: Option<u32>) {
        let nouns = ["findings", "issues"];
        let claimed = claimed_total(text, Span::of(0, text.len()), &nouns);
        assert_eq!(claimed.map(|(count, _)| count), expected, "{text}");
    }

    #[test]
    fn totals_are_found() {
        check("The review found 7 findings.", Some(7));
        check("Solid work. 3 issues remain.", Some(3));
        check("A change with **2 issues**.", Some(2));
    }

    #[test]
    fn other_numbers_are_no_totals() {
        check("All 17 of the original 18 findings are fixed.", None);
        check("It has 2 critical issues.", None);
        check("No findings.", None);
        check("", None);
    }
}
