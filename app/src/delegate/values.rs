//! Reads the values of a response, tolerant of other types.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::json::{Json, Kind};
use crate::reading::{Choice, choose, is_none, line_numbers};
use crate::text::repair_mojibake;

/// Members that the contract has no field for, by their paths.
pub type Others = Map<String, Value>;

/// An object of an answer, or a row of one of its lists.
#[derive(Copy, Clone)]
pub struct Values<'r, 't> {
    pub json: &'r Json<'t>,
    pub is_mojibake: bool,
}

/// From the first to the last line, as `[10, 25]`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lines(pub u32, pub u32);

impl<'r, 't> Values<'r, 't> {
    fn with(self, json: &'r Json<'t>) -> Self {
        Self { json, ..self }
    }

    fn meant(self, text: &str) -> String {
        if self.is_mojibake { repair_mojibake(text).into_owned() } else { text.to_owned() }
    }

    /// A value as text; one of another type as JSON writes it.
    fn as_text(self, json: &Json<'_>) -> Option<String> {
        match &json.kind {
            Kind::Null | Kind::Missing => None,
            Kind::List(items) if !items.is_empty() && items.iter().all(|item| item.text().is_some()) => {
                let lines: Vec<String> = items.iter().filter_map(|item| self.as_text(item)).collect();
                Some(lines.join("\n"))
            }
            _ => Some(json.text().map_or_else(|| json.plain().to_string(), |text| self.meant(text))),
        }
    }

    pub fn text(self, path: &str) -> Option<String> {
        self.as_text(self.json.at(path)?)
    }

    /// As [`Self::text`]; a row that is no object but a text is this field.
    pub fn text_or_row(self, path: &str) -> Option<String> {
        match self.json.kind {
            Kind::Object(_) => self.text(path),
            _ => self.as_text(self.json),
        }
    }

    /// This value, where it is a text.
    pub fn whole_text(self) -> Option<String> {
        self.json.text().map(|text| self.meant(text))
    }

    /// A value that should be an object, and is a text.
    pub fn text_where_no_object(self, path: &str) -> Option<String> {
        self.as_text(self.json.at(path).filter(|json| json.text().is_some())?)
    }

    /// One of the known words, whatever its case; any other as written.
    pub fn word(self, path: &str, words: &[&str]) -> Option<String> {
        let written = self.text(path)?;
        let names: Vec<(String, &str)> =
            words.iter().map(|word| (crate::reading::normal(word), *word)).collect();
        let names: Vec<(&str, &str)> = names.iter().map(|(name, word)| (name.as_str(), *word)).collect();
        match choose(&written, &names) {
            Choice::Whole(word) => Some(word.to_owned()),
            Choice::Among(_) | Choice::Unknown => Some(written),
        }
    }

    /// As [`Self::word`], also where it is one of several words; then also the text as written.
    pub fn word_among(self, path: &str, words: &'static [&'static str]) -> (Option<String>, Option<String>) {
        let names: Vec<(&str, &str)> = words.iter().map(|word| (*word, *word)).collect();
        let written = self.text(path);
        match written.as_deref().map(|written| choose(written, &names)) {
            Some(Choice::Whole(word)) => (Some(word.to_owned()), None),
            // A template names all words.
            Some(Choice::Among(word)) if written.as_ref().is_some_and(|written| !written.contains('|')) => {
                (Some(word.to_owned()), written)
            }
            _ => (written, None),
        }
    }

    pub fn count(self, path: &str) -> Option<u32> {
        let value = self.json.at(path)?;
        value.count().or_else(|| value.text()?.trim().parse().ok())
    }

    pub fn flag(self, path: &str) -> Option<bool> {
        let value = self.json.at(path)?;
        value.flag().or_else(|| value.text()?.trim().to_ascii_lowercase().parse().ok())
    }

    /// Returns a line; where the answer gives more than one number, also the text as written.
    pub fn line(self, path: &str) -> (Option<u32>, Option<String>) {
        let Some(value) = self.json.at(path) else { return (None, None) };
        if let Some(line) = value.count() {
            return (Some(line), None);
        }
        let written = self.as_text(value);
        let read = written.as_deref().map(|written| written.trim_matches(['[', ']'])).and_then(line_numbers);
        let first = read.and_then(|read| read.spans.first().copied());
        match first {
            Some((line, _)) if written.as_deref() == Some(line.to_string().as_str()) => (Some(line), None),
            first => (first.map(|(line, _)| line), written),
        }
    }

    /// Two lines, or one that is both; what is something else as written.
    pub fn lines(self, path: &str) -> (Option<Lines>, Option<String>) {
        let Some(value) = self.json.at(path) else { return (None, None) };
        let counts: Option<Vec<u32>> = value.items().iter().map(Json::count).collect();
        match counts.as_deref() {
            Some([from, to]) => return (Some(Lines(*from, *to)), None),
            Some([line]) => return (Some(Lines(*line, *line)), None),
            Some([first, .., last]) => return (Some(Lines(*first, *last)), self.as_text(value)),
            _ => {}
        }
        if let Some(line) = value.count() {
            return (Some(Lines(line, line)), None);
        }
        let written = self.as_text(value);
        let read = written.as_deref().map(|written| written.trim_matches(['[', ']'])).and_then(line_numbers);
        let first = read.and_then(|read| read.spans.first().copied());
        (first.map(|(from, to)| Lines(from, to)), written)
    }

    /// The rows of a list; a single row without a list around it is one, and a word for none is none.
    pub fn rows(self, path: &str) -> Vec<Self> {
        match self.json.at(path) {
            Some(value) => match value.kind {
                Kind::List(_) => value.items().iter().map(|item| self.with(item)).collect(),
                Kind::Text(ref text) if is_none(text) => Vec::new(),
                Kind::Object(_) | Kind::Text(_) | Kind::Word(_) => vec![self.with(value)],
                _ => Vec::new(),
            },
            None => Vec::new(),
        }
    }

    pub fn sentences(self, path: &str) -> Vec<String> {
        self.rows(path).into_iter().filter_map(|row| self.as_text(row.json)).collect()
    }

    /// Lines of code: a list of them, or one text.
    pub fn code(self, path: &str) -> Vec<String> {
        let lines = self.sentences(path);
        lines
            .iter()
            .flat_map(|line| line.lines().map(str::to_owned).chain(line.is_empty().then(String::new)))
            .collect()
    }
}
