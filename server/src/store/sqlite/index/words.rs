//! How texts and questions are cut into words. FTS5 cuts at white space and signs, which Chinese, Japanese and
//! Korean hardly use: there a word is each pair of neighboring characters.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

/// The text with its characters composed (NFC). Some systems write `한` as its letters; a person sees no difference.
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { Cow::Borrowed(text) } else { ComposingNormalizerBorrowed::new_nfc().normalize(text) }
}

/// The text as the index takes it: `한국어` becomes `한국 국어 어`. The last character stands alone too, so that a
/// question of one character finds it as the beginning of a word.
pub fn for_index(text: &str) -> Cow<'_, str> {
    let text = composed(text);
    if text.chars().any(is_without_spaces) { Cow::Owned(pairs(&text, true)) } else { text }
}

/// What a person typed, [`composed`], as a question to FTS5: all words, each a phrase; none where no word is in it.
/// Nothing that FTS5 takes for an operator gets through, for every word is quoted.
pub fn for_question(typed: &str) -> Option<String> {
    let mut question = String::new();
    for word in words(typed) {
        if !question.is_empty() {
            question.push(' ');
        }
        question.push('"');
        question.push_str(&pairs(word, false));
        question.push('"');
        // Who types `valid` looks for `validated` too; one character alone is the beginning of pairs.
        let ends_alone = ends_in_single(word);
        if ends_alone || word.chars().count() >= SHORTEST_PREFIX && !word.chars().any(is_without_spaces) {
            question.push('*');
        }
    }
    (!question.is_empty()).then_some(question)
}

/// Shorter beginnings would find nearly everything.
const SHORTEST_PREFIX: usize = 3;

/// The words of a question, as typed; those of signs alone are none.
pub fn words(typed: &str) -> impl Iterator<Item = &str> {
    let is_edge =
        |character: char| !character.is_alphanumeric() && !matches!(character, '_' | '/' | '.' | '-');
    typed
        .split_whitespace()
        .map(move |word| word.trim_matches(is_edge).trim_matches('"'))
        .filter(|word| word.contains(char::is_alphanumeric))
}

fn pairs(text: &str, with_last: bool) -> String {
    let mut cut = String::with_capacity(text.len() * 2);
    let mut characters = text.chars().peekable();
    let mut before: Option<char> = None;
    while let Some(character) = characters.next() {
        let next = characters.peek().copied().filter(|next| is_without_spaces(*next));
        if !is_without_spaces(character) {
            if before.is_some_and(is_without_spaces) && character != ' ' {
                cut.push(' ');
            }
            // A quote would end the phrase it stands in.
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

/// The word ends in one character of its kind, which is no pair yet.
fn ends_in_single(word: &str) -> bool {
    let mut backwards = word.chars().rev();
    backwards.next().is_some_and(is_without_spaces) && !backwards.next().is_some_and(is_without_spaces)
}

/// Han, Kana and Hangul.
fn is_without_spaces(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3130}'..='\u{318f}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::{composed, for_index, for_question, words};

    #[test]
    fn neighbors_are_words_where_there_are_no_spaces() {
        assert_eq!(for_index("plain text"), "plain text");
        assert_eq!(for_index("한국어 API문서"), "한국 국어 어 API 문서 서");
    }

    #[test]
    fn letters_that_stand_apart_are_one_character() {
        let apart = "\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8}\u{110b}\u{1165} cafe\u{301}";
        assert_eq!(composed(apart), "한국어 café");
        assert_eq!(for_index(apart), for_index("한국어 café"));
    }

    #[test]
    fn a_question_is_all_its_words() {
        let check =
            |typed: &str, expected: Option<&str>| assert_eq!(for_question(typed).as_deref(), expected);
        check("store AND \"lost", Some(r#""store"* "AND"* "lost"*"#));
        check("src/a.rs:14 of", Some(r#""src/a.rs:14"* "of""#));
        check("보고서", Some(r#""보고 고서""#));
        check("검", Some(r#""검"*"#));
        check(" ??? ", None);
    }

    #[test]
    fn signs_alone_are_no_words() {
        assert_eq!(words("(store) -- \"x\" …").collect::<Vec<_>>(), ["store", "x"]);
    }
}
