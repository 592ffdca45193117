//! Commits in an outcome: `(1a2b3c4)`, `commit 1a2b3c4`, `` `1a2b3c4` ``, a link to one.

use std::ops::Range;

/// What may be among hashes in parentheses.
const COMMIT_WORDS: [&str; 6] = ["commit", "commits", "sha", "hash", "hashes", "and"];
/// How git cuts a hash, and how it writes a whole one.
const USUAL_LENGTHS: [usize; 3] = [7, 8, 40];

/// Each is compared with those before it.
const MOST: usize = 100;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Commits {
    /// In the order of the text, each once.
    pub hashes: Vec<String>,
    /// Where the parentheses begin that close the text, if they hold hashes and nothing else.
    pub closing: Option<usize>,
    /// All hashes are in these parentheses.
    pub are_closing: bool,
}

pub(super) fn commits(text: &str) -> Commits {
    let closing = closing(text);
    let body = text.get(..closing.unwrap_or(text.len())).unwrap_or_default();
    let mut hashes = named(body);
    let are_closing = hashes.is_empty() && closing.is_some();
    for hash in all(text.get(body.len()..).unwrap_or_default()) {
        add(&mut hashes, hash);
    }
    if hashes.is_empty() {
        // What nothing marks as a commit is one only where nothing else is.
        tokens(text).filter(|token| is_mixed(token.text) && token.is_free(text)).for_each(|token| {
            add(&mut hashes, token.text);
        });
    }
    if hashes.is_empty() {
        let linked = text.split("commit/").skip(1).filter_map(|rest| tokens(rest).next());
        linked.filter(|token| is_hash(token.text)).for_each(|token| add(&mut hashes, token.text));
    }
    Commits { hashes, closing, are_closing }
}

/// All hashes of a cell that holds commits and nothing else.
pub(super) fn listed(cell: &str) -> Vec<String> {
    let mut hashes = Vec::new();
    all(cell).for_each(|hash| add(&mut hashes, hash));
    hashes
}

/// Of a short hash and the whole one, as a link has both, the first is enough.
fn add(hashes: &mut Vec<String>, hash: &str) {
    let begins_so = |known: &String| {
        let length = known.len().min(hash.len());
        known
            .get(..length)
            .zip(hash.get(..length))
            .is_some_and(|(own, other)| own.eq_ignore_ascii_case(other))
    };
    if hashes.len() < MOST && !hashes.iter().any(begins_so) {
        hashes.push(hash.to_ascii_lowercase());
    }
}

fn closing(text: &str) -> Option<usize> {
    let inner_end = text.trim_end().trim_end_matches(['*', '_']).strip_suffix(')')?;
    let open = inner_end.rfind('(')?;
    holds_hashes(inner_end.get(open + 1..)?).then_some(open)
}

/// Holds hashes and nothing else. Letters alone are a hash here, if they are as long as one is.
fn holds_hashes(group: &str) -> bool {
    let is_word = |token: &str| COMMIT_WORDS.iter().any(|word| word.eq_ignore_ascii_case(token));
    let mut found = tokens(group).filter(|token| !is_word(token.text)).peekable();
    found.peek().is_some() && found.all(|token| is_hash(token.text) || is_lettered(token.text))
}

/// Hashes that are in parentheses, brackets or code marks, or after the word commit.
fn named(text: &str) -> Vec<String> {
    let mut hashes = Vec::new();
    let mut is_after_commit = false;
    let mut open = 0_u32;
    let mut from = 0;
    for token in tokens(text) {
        for mark in text.get(from..token.range.start).unwrap_or_default().chars() {
            match mark {
                '(' | '[' => open += 1,
                ')' | ']' => open = open.saturating_sub(1),
                _ => {}
            }
        }
        from = token.range.end;
        let is_marked = open > 0 || token.is_code(text);
        let is_alone = token.is_alone(text);
        if is_after_commit && is_hash(token.text) && token.is_free(text) {
            add(&mut hashes, token.text);
            continue;
        }
        if is_alone && is_hash(token.text) || is_marked && is_mixed(token.text) && token.is_free(text) {
            add(&mut hashes, token.text);
        }
        let is_word = |word: &str| token.text.eq_ignore_ascii_case(word);
        is_after_commit = is_word("commit") || is_word("commits") || is_after_commit && is_word("and");
    }
    hashes
}

fn all(text: &str) -> impl Iterator<Item = &str> {
    let hashes = tokens(text).filter(|token| is_hash(token.text) || is_lettered(token.text));
    hashes.map(|token| token.text)
}

struct Token<'t> {
    text: &'t str,
    range: Range<usize>,
}

impl Token<'_> {
    fn before<'t>(&self, text: &'t str) -> &'t str {
        text.get(..self.range.start).unwrap_or_default()
    }

    fn after<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.range.end..).unwrap_or_default()
    }

    /// No part of a path, an address or a longer name.
    fn is_free(&self, text: &str) -> bool {
        let is_joined = |edge: char| matches!(edge, '-' | '_' | '/');
        let (before, after) = (self.before(text), self.after(text));
        let goes_on = after.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
        let is_color = before.ends_with('#') && self.text.len() == 8;
        !before.ends_with(|edge| is_joined(edge) || edge == '.')
            && !after.starts_with(is_joined)
            && !goes_on
            && !is_color
    }

    /// All that a pair of parentheses holds.
    fn is_alone(&self, text: &str) -> bool {
        self.before(text).ends_with('(') && self.after(text).starts_with(')')
    }

    fn is_code(&self, text: &str) -> bool {
        self.before(text).ends_with('`') && self.after(text).starts_with('`')
    }
}

fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let parts = text.split(|character: char| !character.is_alphanumeric());
    let mut from = 0;
    parts.filter_map(move |part| {
        let start = from;
        let end = start + part.len();
        from = end + text.get(end..)?.chars().next().map_or(0, char::len_utf8);
        (!part.is_empty()).then_some(Token { text: part, range: start..end })
    })
}

/// 7 to 40 hex digits; a word of letters only is a word.
pub(super) fn is_hash(token: &str) -> bool {
    (7..=40).contains(&token.len())
        && token.bytes().all(|byte| byte.is_ascii_hexdigit())
        && token.bytes().any(|byte| byte.is_ascii_digit())
}

/// Digits and letters, so that it is no amount.
fn is_mixed(token: &str) -> bool {
    is_hash(token) && token.bytes().any(|byte| byte.is_ascii_alphabetic())
}

fn is_lettered(token: &str) -> bool {
    USUAL_LENGTHS.contains(&token.len()) && token.bytes().all(|byte| matches!(byte, b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::commits;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(commits(text).hashes, expected, "{text}");
    }

    #[test]
    fn hashes_stand_in_many_places() {
        check("3 files (1a2b3c4, 5d6e7f8)", &["1a2b3c4", "5d6e7f8"]);
        check("3 files (1a2b3c4) (5864900)", &["1a2b3c4", "5864900"]);
        check("3 files (app: 1a2b3c4, docs: 5d6e7f8)", &["1a2b3c4", "5d6e7f8"]);
        check("3 files ([1a2b3c4](https://example.org/commit/1a2b3c4d))", &["1a2b3c4"]);
        check("3 files (https://example.org/commit/1a2b3c4)", &["1a2b3c4"]);
        check("2 commits: 1a2b3c4, 5864900", &["1a2b3c4", "5864900"]);
        check("3 files, 1a2b3c4", &["1a2b3c4"]);
        check("fixes `1a2b3c4` (5d6e7f8)", &["1a2b3c4", "5d6e7f8"]);
        check("3 files (fabdeca)", &["fabdeca"]);
    }

    #[test]
    fn other_numbers_and_words_are_none() {
        for text in [
            "12345678 rows (12/17)",
            "session 550e8400-e29b-41d4-a716-446655440000",
            "logs/a_1a2b3c4/x.md",
            "color #1a2b3c4d",
            "a decade of facades",
            "(commit pending)",
            "",
        ] {
            check(text, &[]);
        }
        check("after 1a2b3c4 was undone (5d6e7f8)", &["5d6e7f8"]);
    }
}
