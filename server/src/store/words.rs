//! Splits texts and searches into words. FTS5 splits at white space and punctuation, which Chinese, Japanese and Korean
//! hardly use: there, each pair of neighboring characters is a word.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

/// Returns the text in composed form (NFC). Some systems write `한` as its letters, which looks the same.
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { Cow::Borrowed(text) } else { ComposingNormalizerBorrowed::new_nfc().normalize(text) }
}

/// Returns the text for the index: `한국어` becomes `한국 국어 어`. The last character is a word, too, so that a search
/// for one character finds it as the start of a word.
pub fn for_index(text: &str) -> Cow<'_, str> {
    let text = composed(text);
    if text.chars().any(is_without_spaces) { Cow::Owned(pairs(&text, true)) } else { text }
}

/// Returns an FTS5 query for all words of a [`composed`] search, or `None` if it has none. Every word is quoted, so that
/// none is an operator. `in_titles` looks in titles alone.
pub fn for_query(typed: &str, in_titles: bool) -> Option<String> {
    let mut query = String::new();
    for word in words(typed) {
        if !query.is_empty() {
            query.push(' ');
        }
        query.push('"');
        query.push_str(&pairs(word, false));
        query.push('"');
        if is_start(word) {
            query.push('*');
        }
    }
    let query = Some(query).filter(|query| !query.is_empty())?;
    Some(if in_titles { format!("title : ({query})") } else { query })
}

/// Returns whether a typed word finds the words that start with it: `valid` finds `validated`, too; a single character is the
/// start of a pair.
pub fn is_start(word: &str) -> bool {
    ends_in_single(word) || word.chars().count() >= SHORTEST_PREFIX && !word.chars().any(is_without_spaces)
}

/// Shorter prefixes would match nearly everything.
const SHORTEST_PREFIX: usize = 3;

/// Returns the words of a search, as typed. Punctuation alone is not a word, and a NUL, which no query can have, ends one.
pub fn words(typed: &str) -> impl Iterator<Item = &str> {
    let is_edge =
        |character: char| !character.is_alphanumeric() && !matches!(character, '_' | '/' | '.' | '-');
    typed
        .split(|character: char| character.is_whitespace() || character == '\0')
        .map(move |word| word.trim_matches(is_edge).trim_matches('"'))
        .filter(|word| word.contains(char::is_alphanumeric))
}

pub fn pairs(text: &str, with_last: bool) -> String {
    let mut cut = String::with_capacity(text.len() * 2);
    let mut characters = text.chars().peekable();
    let mut before: Option<char> = None;
    while let Some(character) = characters.next() {
        let next = characters.peek().copied().filter(|next| is_without_spaces(*next));
        if !is_without_spaces(character) {
            if before.is_some_and(is_without_spaces) && character != ' ' {
                cut.push(' ');
            }
            // A quote would end the phrase.
            cut.push(if character == '"' { ' ' } else { character });
        } else {
            let is_alone = next.is_none() && !before.is_some_and(is_without_spaces);
            if next.is_some() || is_alone || with_last {
                cut.push(' ');
                cut.push(character);
                cut.extend(next);
            }
        }
        before = Some(character);
    }
    cut.trim().to_owned()
}

/// Returns whether the word ends in a single character of such a script, which is not a pair.
fn ends_in_single(word: &str) -> bool {
    let mut backwards = word.chars().rev();
    backwards.next().is_some_and(is_without_spaces) && !backwards.next().is_some_and(is_without_spaces)
}

/// Han, Kana and Hangul.
pub fn is_without_spaces(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3130}'..='\u{318f}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::{composed, for_index, for_query, words};

    #[test]
    fn pairs_are_words_where_there_are_no_spaces() {
        assert_eq!(for_index("plain text"), "plain text");
        assert_eq!(for_index("한국어 API문서"), "한국 국어 어 API 문서 서");
    }

    #[test]
    fn separate_letters_are_composed() {
        let apart = "\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8}\u{110b}\u{1165} cafe\u{301}";
        assert_eq!(composed(apart), "한국어 café");
        assert_eq!(for_index(apart), for_index("한국어 café"));
    }

    #[test]
    fn a_query_requires_all_words() {
        let check =
            |typed: &str, expected: Option<&str>| assert_eq!(for_query(typed, false).as_deref(), expected);
        check("store AND \"lost", Some(r#""store"* "AND"* "lost"*"#));
        check("src/a.rs:14 of", Some(r#""src/a.rs:14"* "of""#));
        check("보고서", Some(r#""보고 고서""#));
        check("검", Some(r#""검"*"#));
        check(" ??? ", None);
        assert_eq!(for_query("a store", true).as_deref(), Some(r#"title : ("a" "store"*)"#));
    }

    #[test]
    fn punctuation_alone_is_not_a_word() {
        assert_eq!(words("(store) -- \"x\" …").collect::<Vec<_>>(), ["store", "x"]);
        assert_eq!(words("a\0b \0").collect::<Vec<_>>(), ["a", "b"]);
    }
}
