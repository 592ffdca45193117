//! The narrowest type that fits some values.

use std::cmp::Reverse;

use super::draft::Type;
use super::names::shown;
use super::words;
use crate::reading::{
    ScoreForm, counted, date, holds_placeholder, instant, location, normal, score, spelled_date,
};

/// A field of more words is no choice.
const MOST_WORDS: usize = 12;
/// A longer value is no word.
const LONGEST_WORD: usize = 30;

/// A type, why, and what is doubtful about it.
pub(super) struct Choice {
    pub kind: Type,
    pub why: String,
    pub doubt: Option<String>,
}

impl Choice {
    pub fn new(kind: Type, why: impl Into<String>) -> Self {
        Self { kind, why: why.into(), doubt: None }
    }

    pub fn but(self, doubt: impl Into<String>) -> Self {
        Self { doubt: Some(doubt.into()), ..self }
    }
}

/// A type, in words, and what is of it as it is written if nothing deviates.
type NamedType = (&'static str, &'static str, fn(&str) -> bool);

/// The narrowest first.
const TYPES: [NamedType; 8] = [
    ("flag", "yes or no", is_flag),
    ("percent", "a percentage", is_percent),
    ("date", "a date", is_date),
    ("time", "a time", is_time),
    ("count", "a count", is_count),
    ("integer", "a whole number", is_integer),
    ("number", "a number", is_number),
    ("place", "a file", is_place),
];

/// Returns the narrowest type of values on one line each, which state something. `field` is what documents call it.
pub(super) fn narrowest(field: &str, values: &[&str]) -> Choice {
    let Some(first) = values.first() else { return Choice::new(Type::Text, "no value is stated") };
    if values.iter().any(|value| holds_placeholder(value)) {
        return Choice::new(Type::Text, "text").but("a slot of a template, which says nothing of the type");
    }
    let as_in = format!("as in `{}`", shown(first));
    let field = normal(field);
    let named = TYPES.iter().find(|(_, _, is_of)| values.iter().all(|value| is_of(value)));
    // `1.10` is another version than `1.1`.
    let is_version = field.split(' ').any(|word| word == "version" || word == "release");
    if let Some((kind, words, _)) = named.filter(|(kind, ..)| !(is_version && *kind == "number")) {
        return Choice::new(Type::Named(kind), format!("{words}, {as_in}"));
    }
    if values.iter().all(|value| is_spelled_date(value)) {
        let doubt = "a warning asks for dates such as `2026-11-18`; `type = \"text\"` keeps them as they are";
        return Choice::new(Type::Named("date"), format!("a date in words, {as_in}")).but(doubt);
    }
    few_words(&field, values).unwrap_or_else(|| Choice::new(Type::Text, format!("text, {as_in}")))
}

/// As [`narrowest`], of texts in JSON, where numbers and flags have types of their own.
pub(super) fn narrowest_text(field: &str, values: &[&str]) -> Choice {
    let choice = narrowest(field, values);
    match choice.kind {
        Type::Named("date" | "time" | "place") => choice,
        Type::Named(_) => Choice::new(Type::Text, "text"),
        _ => choice,
    }
}

/// Returns a list of words if the values are few of them: all known, in a field that is a choice, or repeated.
fn few_words(field: &str, values: &[&str]) -> Option<Choice> {
    let mut words: Vec<Word<'_>> = Vec::new();
    for value in values {
        if !may_be_word(value) {
            return None;
        }
        let meant = normal(value);
        let is_full = words.len() == MOST_WORDS;
        match words.iter_mut().find(|word| word.meant == meant) {
            Some(word) => word.spellings.push(value),
            None if is_full => return None,
            None => words.push(Word { meant, spellings: vec![value] }),
        }
    }
    let are_known = words.iter().all(|word| words::is_known(&word.meant));
    let is_choice = words::is_choice(field);
    let are_repeated = values.len() >= 5 && words.iter().all(|word| word.spellings.len() >= 2);
    // Whatever the order of the examples is.
    words.sort_by(|one, other| {
        let by_frequency = other.spellings.len().cmp(&one.spellings.len());
        by_frequency.then_with(|| one.meant.cmp(&other.meant))
    });
    let names: Vec<String> = words.iter().map(Word::spelling).collect();
    if names.len() < 2 {
        let only = names.first()?;
        let doubt = format!("one word so far; `words = [\"{}\", …]` once you know all of them", shown(only));
        let text = Choice::new(Type::Text, format!("`{}` each time", shown(only)));
        return (are_known || is_choice).then(|| text.but(doubt));
    }
    if !(are_known || is_choice || are_repeated) {
        return None;
    }
    let seen = counted(values.len(), "value");
    let choice = Choice::new(Type::Words(names), format!("{} words in {seen}", words.len()));
    Some(choice.but("add the words that the examples don't have; any other is an error"))
}

/// A word in all its spellings, which differ in case and in the marks between its parts.
struct Word<'v> {
    meant: String,
    spellings: Vec<&'v str>,
}

impl Word<'_> {
    /// Returns the spelling that most values have, and of several the first by the alphabet.
    fn spelling(&self) -> String {
        let uses = |spelling: &str| self.spellings.iter().filter(|other| **other == spelling).count();
        let best = self.spellings.iter().max_by_key(|spelling| (uses(spelling), Reverse(**spelling)));
        best.map(|best| (*best).to_owned()).unwrap_or_default()
    }
}

fn may_be_word(value: &str) -> bool {
    let is_plain = |next: char| next.is_alphanumeric() || matches!(next, ' ' | '_' | '-' | '/');
    value.len() <= LONGEST_WORD
        && value.split_whitespace().count() <= 3
        && value.starts_with(char::is_alphabetic)
        && value.chars().all(is_plain)
}

/// Returns whether values are several parts between commas, each a few words.
pub(super) fn are_listed(values: &[&str]) -> bool {
    let is_part = |part: &str| {
        let part = part.trim();
        !part.is_empty() && part.split_whitespace().count() <= 3 && !part.ends_with('.')
    };
    let several = values.iter().filter(|value| value.contains(',')).count();
    several >= 1 && several * 2 > values.len() && values.iter().all(|value| value.split(',').all(is_part))
}

fn is_flag(value: &str) -> bool {
    matches!(normal(value).as_str(), "yes" | "no" | "true" | "false")
}

fn is_percent(value: &str) -> bool {
    let read = score(value).filter(|score| score.form == ScoreForm::Percent && score.points <= 100);
    read.is_some_and(|score| format!("{}%", score.exact) == value)
}

fn is_date(value: &str) -> bool {
    date(value) == Some(0..value.len())
}

fn is_spelled_date(value: &str) -> bool {
    spelled_date(value).is_some_and(|date| date.range == (0..value.len()))
}

fn is_time(value: &str) -> bool {
    instant(value).is_some()
}

fn is_count(value: &str) -> bool {
    value.parse::<u32>().is_ok_and(|count| count.to_string() == value)
}

fn is_integer(value: &str) -> bool {
    value.parse::<i32>().is_ok_and(|number| number.to_string() == value)
}

/// A number that is written as it is shown: none of the zeros of `1.10` or `007` would be lost.
fn is_number(value: &str) -> bool {
    value.parse::<f64>().is_ok_and(|number| number.abs() < 1e12 && number.to_string() == value)
}

/// A file, with a line or without, and nothing else.
fn is_place(value: &str) -> bool {
    let bare = value.trim_matches('`');
    let may_be = !bare.contains(char::is_whitespace) && !bare.contains("://") && bare.contains(['.', '/']);
    may_be && location(bare).file.is_some()
}

#[cfg(test)]
mod tests {
    use super::{Type, narrowest};

    fn check(field: &str, values: &[&str], expected: &str) {
        let kind = match narrowest(field, values).kind {
            Type::Named(kind) => kind.to_owned(),
            Type::Words(words) => words.join(" | "),
            _ => "text".to_owned(),
        };
        assert_eq!(kind, expected, "{field}: {values:?}");
    }

    #[test]
    fn values_have_the_narrowest_type() {
        check("Coverage", &["91.5%", "80%"], "percent");
        check("Date", &["2026-11-18", "2026-11-19"], "date");
        check("Started", &["2026-11-18T09:12:00Z", "2026-11-18"], "time");
        check("Retries", &["0", "12"], "count");
        check("Change", &["-3", "12"], "integer");
        check("Seconds", &["41.5", "90"], "number");
        check("Ready", &["yes", "No"], "flag");
        check("File", &["src/a.rs:12", "`b.rs`"], "place");
        check("Released", &["Nov 21, 2026", "4 March 2026"], "date");
    }

    #[test]
    fn few_words_are_a_choice() {
        check("Status", &["resolved", "open"], "open | resolved");
        check("Severity", &["SEV1", "sev1", "SEV3"], "SEV1 | SEV3");
        check("Severity", &["SEV-2", "Sev 1", "SEV-1", "Sev 1"], "Sev 1 | SEV-2");
        check("Severity", &["Sev 1", "SEV-1", "SEV-2"], "SEV-1 | SEV-2");
        check("Ring", &["inner", "outer", "inner", "outer", "inner"], "inner | outer");
        check("Area", &["search", "checkout"], "text");
        check("Status", &["resolved", "resolved"], "text");
    }

    #[test]
    fn what_differs_stays_text() {
        check("Version", &["2.4", "2.5"], "text");
        check("Release", &["1.10", "2.0"], "text");
        check("Lead", &["Mara", "Jun", "Mara"], "text");
        check("Retries", &["007"], "text");
        check("Effort", &["4 days", "2 days"], "text");
        check("Score", &["92/100", "80%"], "text");
        check("Date", &["2026-11-18", "soon"], "text");
        check("Owner", &["{name}"], "text");
    }
}
