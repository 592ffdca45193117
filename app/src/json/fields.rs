//! Reads the fields of an object as they are declared.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::contract::Property;
use super::value::{Json, Kind};
use super::values::{count_of, entries, first_lines, flag_of, number_of, sentence};
use crate::declaration::FieldType;
use crate::diagnostic::{FieldPath, Sink};
use crate::reading::{Choice, choose_by, is_none, is_normal_of};
use crate::text::repair_mojibake;

/// How values are read that are not of their type.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tolerance {
    /// Words in any case, and what is no text as JSON writes it. Texts in a wrong encoding are repaired.
    Lenient { is_mojibake: bool },
    /// Words as they are written, and nothing in the place of a text: what decides is not guessed.
    Strict,
}

/// Reads the fields that an object has, and covers them wherever they are. What could not be read is not among them.
pub fn read_fields(
    json: &Json<'_>,
    properties: &[Property],
    tolerance: Tolerance,
    sink: &mut Sink,
) -> Map<String, Value> {
    FieldReader { json, tolerance, is_in_row: false, sink }.fields(Some(json), properties)
}

/// Returns the record whose fields were read. Each is of the type that the record declares, or a test fails.
pub fn record_of<'f, R: Deserialize<'f> + Default>(fields: impl Deserializer<'f>) -> R {
    R::deserialize(fields).unwrap_or_else(|error| {
        debug_assert!(false, "a field has another type than it declares: {error}");
        R::default()
    })
}

/// Returns a number that is whole without a fraction, as it was written.
fn as_written(number: f64) -> Value {
    const MOST: f64 = 1e15;
    if number.fract() == 0.0 && number.abs() < MOST {
        Value::from(number as i64)
    } else {
        Value::from(number)
    }
}

struct FieldReader<'r, 't> {
    json: &'r Json<'t>,
    tolerance: Tolerance,
    is_in_row: bool,
    sink: &'r mut Sink,
}

/// A value, and its whole text where it is more than that.
type Read = (Option<Value>, Option<String>);

impl<'r, 't> FieldReader<'r, 't> {
    fn fields(&mut self, within: Option<&'r Json<'t>>, properties: &[Property]) -> Map<String, Value> {
        let mut read = Map::new();
        for property in properties {
            let found = self.find(within, property);
            // What is in a record is covered with it.
            let is_part = |found: &&Json<'_>| {
                within.is_some_and(|within| within.span != self.json.span && within.span.contains(found.span))
            };
            if let Some(found) = found.filter(|found| !self.is_in_row && !is_part(found)) {
                self.cover(found, property);
            }
            let (value, written) = match (property.spec.kind, found) {
                (FieldType::Record(_), _) => {
                    let parts = self.fields(found, &property.parts);
                    ((found.is_some() || !parts.is_empty()).then(|| parts.into()), None)
                }
                (_, Some(found)) if property.spec.kind.items().is_some() && !property.parts.is_empty() => {
                    (Some(self.records(found, &property.parts)), None)
                }
                (_, Some(found)) => self.value(found, property),
                (_, None) => (None, None),
            };
            read.extend(value.map(|value| (property.spec.name.to_owned(), value)));
            let written = property.as_written.zip(written);
            read.extend(written.map(|(key, written)| (key.to_owned(), written.into())));
        }
        read
    }

    fn records(&mut self, list: &'r Json<'t>, parts: &[Property]) -> Value {
        let outer = std::mem::replace(&mut self.is_in_row, true);
        let records = self.rows(list).iter().map(|row| self.fields(Some(row), parts)).collect();
        self.is_in_row = outer;
        records
    }

    /// Returns the value of a field: from where the contract has it, or from one of the older places.
    fn find(&self, within: Option<&'r Json<'t>>, property: &Property) -> Option<&'r Json<'t>> {
        let own = within.and_then(|within| match within.kind {
            Kind::Object(_) => within.get(property.spec.name),
            _ => Some(within).filter(|_| property.spec.is_whole),
        });
        own.or_else(|| property.spec.older_places.iter().find_map(|place| self.json.at(place)))
    }

    fn cover(&mut self, value: &Json<'_>, property: &Property) {
        self.sink.field(FieldPath::name(property.path), value.span);
        let rows = if property.spec.kind.items().is_some() { value.items() } else { &[] };
        for (row, item) in (0..).zip(rows) {
            self.sink.field(FieldPath::row(property.path, row), item.span);
        }
    }

    fn value(&self, value: &Json<'_>, property: &Property) -> Read {
        let whole = |value: Option<Value>| (value, None);
        match property.spec.kind {
            FieldType::Flag => whole(flag_of(value).map(Value::from)),
            FieldType::Count if property.as_written.is_some() => self.line(value),
            FieldType::Count => whole(count_of(value).map(Value::from)),
            FieldType::Integer => whole(number_of(value).map(|number| Value::from(number as i64))),
            FieldType::Number | FieldType::Percent => whole(number_of(value).map(as_written)),
            FieldType::LineRange => self.lines(value),
            FieldType::List(FieldType::Code) => {
                let texts = self.texts(value);
                let lines = texts.iter().flat_map(|text| text.lines().chain(text.is_empty().then_some("")));
                whole(Some(lines.collect()))
            }
            FieldType::List(_) => whole(Some(self.texts(value).into())),
            FieldType::Any(_) if value.text().is_none() => {
                whole(Some(value.plain()).filter(|value| !value.is_null()))
            }
            FieldType::Enum(words) => self.word(value, words, property),
            _ => whole(self.text(value).map(Value::from)),
        }
    }

    fn text(&self, value: &Json<'_>) -> Option<String> {
        let Tolerance::Lenient { is_mojibake } = self.tolerance else {
            return value.text().map(str::to_owned);
        };
        match (&value.kind, value.text()) {
            (Kind::Null | Kind::Missing, _) => None,
            (_, Some(text)) if is_mojibake => Some(repair_mojibake(text).into_owned()),
            (_, Some(text)) => Some(text.to_owned()),
            (Kind::List(items), _) if !items.is_empty() && items.iter().all(|item| item.text().is_some()) => {
                let lines: Vec<String> = items.iter().filter_map(|item| self.text(item)).collect();
                Some(lines.join("\n"))
            }
            _ => Some(value.plain().to_string()),
        }
    }

    /// Reads one of the known words, also where it is one of several if the text is kept; any other as written.
    fn word(&self, value: &Json<'_>, words: &[&'static str], property: &Property) -> Read {
        let Some(written) = self.text(value) else { return (None, None) };
        if self.tolerance == Tolerance::Strict {
            return (Some(written.into()), None);
        }
        match choose_by(&written, |word| words.iter().find(|known| is_normal_of(known, word)).copied()) {
            Choice::Whole(word) => (Some(word.into()), None),
            // A template names all words.
            Choice::Among(word) if property.as_written.is_some() && !written.contains('|') => {
                (Some(word.into()), Some(written))
            }
            Choice::Among(_) | Choice::Unknown => (Some(written.into()), None),
        }
    }

    /// Reads a line; of more than one number the first, and the text.
    fn line(&self, value: &Json<'_>) -> Read {
        if let Some(line) = value.count() {
            return (Some(line.into()), None);
        }
        let written = self.text(value);
        let first = written.as_deref().and_then(first_lines).map(|(line, _)| line);
        let is_more = first.map(|line| line.to_string()) != written;
        (first.map(Value::from), written.filter(|_| is_more))
    }

    /// Reads two lines, or one that is both; of something else the first two, and the text.
    fn lines(&self, value: &Json<'_>) -> Read {
        let counts: Option<Vec<u32>> = value.items().iter().map(Json::count).collect();
        let lines = |from: u32, to: u32| Some(Value::from(vec![from, to]));
        match (counts.as_deref(), value.count()) {
            (Some([from, to]), _) => (lines(*from, *to), None),
            (Some([line]), _) => (lines(*line, *line), None),
            (Some([first, .., last]), _) => (lines(*first, *last), self.text(value)),
            (_, Some(line)) => (lines(line, line), None),
            _ => {
                let written = self.text(value);
                let first = written.as_deref().and_then(first_lines);
                (first.and_then(|(from, to)| lines(from, to)), written)
            }
        }
    }

    /// The rows of a list. To be lenient, a single row without a list around it is one, and a word for none is none.
    fn rows(&self, value: &'r Json<'t>) -> &'r [Json<'t>] {
        match &value.kind {
            Kind::List(items) => items,
            _ if self.tolerance == Tolerance::Strict => &[],
            Kind::Text(text) if is_none(text) => &[],
            Kind::Object(_) | Kind::Text(_) | Kind::Word(_) => std::slice::from_ref(value),
            _ => &[],
        }
    }

    fn texts(&self, value: &'r Json<'t>) -> Vec<String> {
        match self.tolerance {
            Tolerance::Lenient { .. } => self.rows(value).iter().filter_map(|row| self.text(row)).collect(),
            Tolerance::Strict => entries(value).unwrap_or_default().iter().map(sentence).collect(),
        }
    }
}
