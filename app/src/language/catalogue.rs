use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use super::Language;
use super::pattern::Pattern;

/// The sentences of a language, by what they are in English.
#[derive(Debug)]
pub struct Catalogue {
    whole: HashMap<&'static str, &'static str>,
    /// Those with places for values, the most specific first.
    patterns: Vec<(Pattern, &'static str)>,
    /// Those that islands write after a page was sent.
    in_browser: Vec<(&'static str, &'static str)>,
}

/// Begins the part of the catalog that browsers get.
const IN_BROWSER: &str = "# In the browser\n";

static KOREAN: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::parse(include_str!("../../languages/ko.txt")));

/// Values in values, as in `12 of 3 findings`.
const DEEPEST: u32 = 3;

impl Catalogue {
    /// Returns the catalog of a language; English needs none.
    pub fn of(language: Language) -> Option<&'static Self> {
        match language {
            Language::English => None,
            Language::Korean => Some(&KOREAN),
        }
    }

    /// Reads two lines for each sentence, English and its translation. Blank lines and lines that begin with `#` are for
    /// people.
    fn parse(source: &'static str) -> Self {
        let (mut whole, mut patterns) = (HashMap::new(), Vec::new());
        let in_browser =
            source.split_once(IN_BROWSER).map(|(_, rest)| pairs(rest).collect()).unwrap_or_default();
        for (english, translation) in pairs(source) {
            let pattern = Pattern::parse(english);
            if pattern.places() == 0 {
                whole.insert(english, translation);
            } else {
                patterns.push((pattern, translation));
            }
        }
        patterns.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.words()));
        Self { whole, patterns, in_browser }
    }

    /// Returns pairs of sentences that islands write, as JSON that may be in a script.
    pub fn in_browser(&self) -> String {
        serde_json::json!(self.in_browser).to_string().replace('<', "\\u003c")
    }

    /// Returns what a sentence is in this language. White space around it stays.
    pub fn translate(&self, english: &str) -> Option<String> {
        let sentence = english.trim();
        let found = self.find(sentence, DEEPEST).or_else(|| self.find(&uncapitalized(sentence), DEEPEST))?;
        let (before, after) = english.split_once(sentence)?;
        Some(format!("{before}{found}{after}"))
    }

    fn find(&self, sentence: &str, depth: u32) -> Option<Cow<'static, str>> {
        if let Some(found) = self.whole.get(sentence) {
            return Some(Cow::Borrowed(found));
        }
        let depth = depth.checked_sub(1)?;
        self.patterns.iter().find_map(|(pattern, translation)| {
            let values = pattern.matches(sentence)?;
            let values: Vec<Cow<'_, str>> = values
                .into_iter()
                .map(|(value, is_from_outside)| {
                    let found = if is_from_outside { None } else { self.find(value, depth) };
                    found.unwrap_or(Cow::Borrowed(value))
                })
                .collect();
            Some(Cow::Owned(filled(translation, &values)))
        })
    }
}

/// Each sentence with its translation.
fn pairs(source: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut lines = source.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    std::iter::from_fn(move || Some((lines.next()?, lines.next()?)))
}

/// A sentence as it is in the middle of another.
fn uncapitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// Puts the values into their places: `{0}` is the first. Places that are not numbered come in order.
fn filled(translation: &str, values: &[Cow<'_, str>]) -> String {
    let mut filled = String::new();
    let mut rest = translation;
    let mut next = 0;
    while let Some((words, place)) = rest.split_once('{') {
        let Some((name, after)) = place.split_once('}') else { break };
        filled.push_str(words);
        let at = name.parse().unwrap_or(next);
        next = at + 1;
        filled.push_str(values.get(at).map_or("", |value| value.as_ref()));
        rest = after;
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Catalogue, filled};
    use crate::language::pattern::Pattern;

    const SOURCE: &str = "# Comment\nDocuments\n문서\n\n{n} findings\n발견 {n}건\nNeeds {}, {n} of {n}\n{2} 중 {1}: {0} 필요\n`{}` is called `{}`\n`{1}`을(를) `{0}`(으)로 불렀습니다\n";

    #[test]
    fn sentences_are_translated_with_the_values_in_them() {
        let catalogue = Catalogue::parse(SOURCE);
        let check = |english: &str, expected: Option<&str>| {
            assert_eq!(catalogue.translate(english).as_deref(), expected, "{english}");
        };
        check("Documents", Some("문서"));
        check(" Documents ", Some(" 문서 "));
        check("documents", None);
        check("12 findings", Some("발견 12건"));
        check("Needs 3 findings, 1 of 2", Some("2 중 1: 발견 3건 필요"));
        check(
            "`Documents` is called `12 findings`",
            Some("`12 findings`을(를) `Documents`(으)로 불렀습니다"),
        );
    }

    #[test]
    fn places_are_filled_in_order_or_by_number() {
        let values = ["a".into(), "b".into()];
        assert_eq!(filled("{} {}", &values), "a b");
        assert_eq!(filled("{1} {0} {7}", &values), "b a ");
    }

    /// A sentence that is there twice, without a translation, or with a value that is not in it, is a mistake.
    #[test]
    fn each_sentence_has_one_translation_with_its_values() {
        let lines: Vec<&str> = include_str!("../../languages/ko.txt")
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();
        assert_eq!(lines.len() % 2, 0, "a sentence has no translation");
        let mut known = HashSet::new();
        for pair in lines.chunks(2) {
            let [english, korean] = pair else { panic!("{pair:?}") };
            assert!(known.insert(english), "{english} is there twice");
            assert_eq!(english.trim(), *english);
            let (places, named) = (Pattern::parse(english).places(), korean.matches('{').count());
            assert!(named <= places, "{korean} has more values than {english}");
        }
    }
}
