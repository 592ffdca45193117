//! Formats that are read by their declaration alone.

mod forms;
mod heading;
mod json;
mod line;
mod lists;
mod markdown;
#[cfg(feature = "viewers")]
mod nested;
mod rows;
mod rules;
mod tables;
mod values;
#[cfg(feature = "viewers")]
mod view;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};

use crate::declaration::{FieldSpec, FieldType, Need};
use crate::document::{Summary, Tally};
use crate::format::{Question, Spec, StatedFinding, Value};
use crate::moves::Move;
use crate::quarantine::QuarantineChange;
use crate::reading::{SeverityLevel, in_a_row, normal};

pub use heading::without_neighbors;
pub use json::parse as parse_json;
pub use line::parse as parse_line;
pub use markdown::parse as parse_markdown;
pub use rules::{DEPRECATED_FORMAT, DEPRECATION, VALUES};
#[cfg(feature = "viewers")]
pub use view::view;

/// The field of an object in JSON that holds what no field is declared for.
pub const OTHER_FIELDS: &str = "other_fields";

/// What a block states of the fields that its format declares.
#[derive(Clone, Debug)]
pub struct Declared {
    pub spec: &'static Spec,
    /// By the names of the fields. What is not stated is not among them.
    pub stated: Map<String, Json>,
}

impl Declared {
    /// Returns the value at a path of the declaration, and those of all rows where it goes through a list.
    fn at(&self, path: &str) -> Vec<&Json> {
        values_at(&self.stated, path)
    }

    fn text_at(&self, path: &str) -> Option<String> {
        self.at(path).into_iter().find_map(words_of)
    }
}

fn values_at<'j>(stated: &'j Map<String, Json>, path: &str) -> Vec<&'j Json> {
    let whole = stated.get(path);
    let (head, rest) = match path.split_once('.').filter(|_| whole.is_none()) {
        Some((head, rest)) => (head, Some(rest)),
        None => (path, None),
    };
    match (rest, whole.or_else(|| stated.get(head.trim_end_matches("[]")))) {
        (_, None) => Vec::new(),
        (Some(part), Some(Json::Array(rows))) => {
            let of_row = |row: &'j Json| values_at(row.as_object()?, part).into_iter().next();
            rows.iter().map(|row| of_row(row).unwrap_or(&Json::Null)).collect()
        }
        (Some(part), Some(Json::Object(parts))) => values_at(parts, part),
        (None, Some(Json::Array(rows))) => rows.iter().collect(),
        (Some(_), Some(_)) => Vec::new(),
        (None, Some(value)) => vec![value],
    }
}

/// Returns the level that a word of a team's scale names, or comes nearest to.
fn level_of(word: &str) -> Option<SeverityLevel> {
    let word = normal(word);
    SeverityLevel::of_word(&word).or_else(|| SeverityLevel::near(&word))
}

/// Whether an item of a task list is done.
fn is_ticked(item: &str) -> bool {
    item.trim_start().get(..3).is_some_and(|mark| mark.eq_ignore_ascii_case("[x]"))
}

/// Returns a value in words: a text as it is, the parts of a record or a list one after the other.
fn words_of(value: &Json) -> Option<String> {
    match value {
        Json::Null => None,
        Json::String(text) => Some(text.clone()),
        Json::Object(parts) => {
            let parts: Vec<String> = parts.values().filter_map(words_of).collect();
            (!parts.is_empty()).then(|| in_a_row(&parts))
        }
        Json::Array(items) => {
            let items: Vec<String> = items.iter().filter_map(words_of).collect();
            (!items.is_empty()).then(|| items.join(", "))
        }
        other => Some(other.to_string()),
    }
}

impl Serialize for Declared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Record { fields: self.spec.fields, stated: &self.stated }.serialize(serializer)
    }
}

/// A record in the order of its declaration. What is not stated is null, or an empty list.
struct Record<'r> {
    fields: &'static [FieldSpec],
    stated: &'r Map<String, Json>,
}

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for field in self.fields {
            match self.stated.get(field.name) {
                Some(value) => map.serialize_entry(field.name, &Stated { kind: field.kind, value })?,
                None if field.need == Need::Deviation => {}
                None if field.kind.items().is_some() => map.serialize_entry(field.name, &[(); 0])?,
                None => map.serialize_entry(field.name, &Json::Null)?,
            }
        }
        map.end()
    }
}

/// A value of a type.
struct Stated<'s> {
    kind: FieldType,
    value: &'s Json,
}

impl Serialize for Stated<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.kind, self.value) {
            (FieldType::Record(fields), Json::Object(stated)) => {
                Record { fields, stated }.serialize(serializer)
            }
            (FieldType::Table(fields), Json::Array(rows)) => {
                let kind = FieldType::Record(fields);
                serializer.collect_seq(rows.iter().map(|value| Stated { kind, value }))
            }
            (_, value) => value.serialize(serializer),
        }
    }
}

impl Value for Declared {
    fn summary(&self) -> Summary {
        let hints = &self.spec.hints;
        let verdict = hints.verdict.and_then(|path| self.text_at(path));
        let score = hints.score.and_then(|path| self.at(path).into_iter().find_map(Json::as_f64));
        let severities = hints.severity.map(|path| self.at(path)).unwrap_or_default();
        // Rows are findings, however grave; a document that says how grave it is counts as one if that is known.
        let of_rows = hints.severity.is_some_and(|path| path.contains("[]."));
        let levels = severities.into_iter().map(|word| word.as_str().and_then(level_of));
        Summary {
            title: hints.title.iter().find_map(|path| self.text_at(path)),
            state: hints.state(verdict.as_deref()),
            verdict,
            score: score.filter(|score| (0.0..=100.0).contains(score)).map(|score| score.round() as u8),
            tally: levels
                .filter(|level| of_rows || level.is_some())
                .map(|level| level.map(SeverityLevel::as_str))
                .collect::<Tally>(),
            ..Summary::default()
        }
    }

    fn moves(&self) -> Vec<Move> {
        Vec::new()
    }

    fn quarantine(&self) -> Option<QuarantineChange> {
        None
    }

    fn findings(&self) -> Vec<StatedFinding> {
        Vec::new()
    }

    fn questions(&self) -> Vec<Question> {
        let Some(path) = self.spec.hints.asks else { return Vec::new() };
        let list = path.split('.').next().unwrap_or(path).trim_end_matches("[]");
        let is_list = self.stated.get(list).is_some_and(Json::is_array);
        let asked = |(row, value): (u32, &Json)| {
            let words = words_of(value).filter(|words| !is_ticked(words))?;
            let words = words.trim_start().strip_prefix("[ ]").map_or(words.as_str(), str::trim_start);
            Some(Question { words: words.to_owned(), row: is_list.then_some((list, row)) })
        };
        (0..).zip(self.at(path)).filter_map(asked).collect()
    }
}
