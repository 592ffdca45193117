//! Finds out where the words of a piece are kept.

use std::collections::HashSet;

use app::diagnostic::{FieldPath, Piece, Role};
use app::format::Parsed;
use app::reading::{is_none, is_placeholder, says_nothing};
use app::text::{Span, Text};
use serde_json::Value;

use super::words::{words, words_of_name};

const SPELLED: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// What is known about a block when one of its pieces is checked.
pub struct Survival<'a> {
    text: &'a Text,
    /// Where the last word of the block ends.
    end: u32,
    value: Value,
    /// Where diagnostics point.
    reported: Vec<Span>,
}

impl<'a> Survival<'a> {
    pub fn of(text: &'a Text, parsed: &Parsed) -> Self {
        let reported = parsed.diagnostics.iter().map(|found| found.span).collect();
        let end = parsed.span.trim(text.source()).end;
        Self { text, end, value: parsed.value.json(), reported }
    }

    /// Returns whether a diagnostic points at the word, which shows it to the reader.
    pub fn is_reported(&self, at: u32, word: &str) -> bool {
        let word = Span::of(at as usize, at as usize + word.len());
        self.reported.iter().any(|span| span.contains(word))
    }

    /// Returns whether the text breaks off in this word, which is then a JSON key.
    pub fn breaks_off_in(&self, at: u32, word: &str) -> bool {
        let line = self.text.lines().line(self.text.lines().line_of(at));
        let end = at as usize + word.len();
        let behind = &self.text.source()[end..(line.end as usize).max(end)];
        end + behind.len() >= self.end as usize
            && behind.trim().is_empty()
            && line.slice(self.text.source()).matches('"').count() % 2 == 1
    }

    /// Returns the words of a piece that aren't lost.
    pub fn kept(&self, piece: &Piece) -> Kept {
        let source = piece.span.slice(self.text.source());
        let mut kept = Kept { is_all: says_that_there_is_nothing(source), ..Kept::default() };
        match piece.role {
            Role::Field(path) => {
                kept.add(row_of(&self.value, path));
                kept.add(&self.as_written(path));
            }
            // A number in markup counts the items of a list in the value.
            _ => kept.add_numbers(&self.value),
        }
        // Wrong encodings are repaired, escapes of JSON are resolved.
        let repaired = self.text.read(piece.span);
        if repaired != source {
            let is_kept = words(&repaired).iter().all(|(_, word)| kept.contains(word));
            kept.is_all |= is_kept;
        }
        if let Ok(json) = serde_json::from_str::<Value>(source.trim().trim_end_matches(',')) {
            let mut written = Kept::default();
            written.add(&json);
            kept.is_all |= written.words.iter().all(|word| kept.contains(word));
        }
        kept
    }
}

impl Survival<'_> {
    /// Returns the original spelling of a value, which is kept in a field next to it.
    fn as_written(&self, path: FieldPath) -> Value {
        let (parent, name) = path.name.rsplit_once('.').unwrap_or(("", path.name));
        let parent = parent.split('.').filter(|name| !name.is_empty());
        let parent = parent.fold(&self.value, |value, name| &value[name]);
        let names = ["AsWritten", "_as_written"].map(|ending| format!("{name}{ending}"));
        names.iter().map(|name| parent[name].clone()).collect()
    }
}

/// Returns the value at the path. For a field in a row, returns the whole row: its fields often come from one cell.
fn row_of(value: &Value, path: FieldPath) -> &Value {
    let list = path.name.split('.').fold(value, |value, name| &value[name]);
    match path.row {
        Some(row) => &list[row as usize],
        None => list,
    }
}

fn says_that_there_is_nothing(source: &str) -> bool {
    let source = source.trim();
    is_none(source) || says_nothing(source) || is_placeholder(source) || source == "null"
}

/// The words that are kept.
#[derive(Default)]
pub struct Kept {
    is_all: bool,
    words: HashSet<String>,
    /// The digits of each number, without separators.
    numbers: Vec<String>,
}

impl Kept {
    pub fn contains(&self, word: &str) -> bool {
        self.is_all || self.words.contains(word) || self.is_number(word)
    }

    /// `1,309` is `1309`, and `two` is `2`.
    fn is_number(&self, word: &str) -> bool {
        let spelled = SPELLED.iter().position(|name| *name == word);
        let is_part = |digits: &str| self.numbers.iter().any(|number| number.contains(digits));
        match spelled {
            Some(number) => is_part(&number.to_string()),
            None => word.bytes().all(|byte| byte.is_ascii_digit()) && is_part(word),
        }
    }

    fn add_numbers(&mut self, value: &Value) {
        let mut all = Self::default();
        all.add(value);
        self.words
            .extend(all.words.into_iter().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())));
        self.numbers.append(&mut all.numbers);
    }

    fn add(&mut self, value: &Value) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    self.words.extend(words_of_name(name));
                    self.add(field);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.add(item)),
            Value::Null => {}
            Value::String(text) => self.words.extend(words(text).into_iter().map(|(_, word)| word)),
            Value::Bool(_) | Value::Number(_) => {
                let written = value.to_string();
                self.words.extend(words(&written).into_iter().map(|(_, word)| word));
                self.numbers.push(written.chars().filter(char::is_ascii_digit).collect());
            }
        }
    }
}
