//! What a file such as `incident-report.format.toml` may hold.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::entries::Entries;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormatFile {
    pub name: Spanned<String>,
    /// As addresses and filters name it; without it, the name in lower case.
    pub id: Option<Spanned<String>>,
    pub version: Option<Spanned<String>>,
    pub kind: Option<Spanned<String>>,
    pub producer: Option<String>,
    /// The gate at which it counts.
    pub gate: Option<Spanned<GateOfFile>>,
    /// Why it should not be written any more.
    pub deprecated: Option<Spanned<String>>,
    /// The format to write instead.
    pub replaced_by: Option<Spanned<String>>,
    /// The formats that it goes before.
    #[serde(default)]
    pub precedence: Words,
    /// How a document in Markdown opens: any of these names in a heading, in which `{id}` is any identifier.
    #[serde(default)]
    pub heading: Words,
    /// The level of that heading.
    pub level: Option<Spanned<i64>>,
    /// How a document in JSON is known: by all of these keys.
    #[serde(default)]
    pub keys: Vec<Spanned<String>>,
    /// How a document that is a line is known, and what it states: a pattern.
    pub line: Option<Spanned<String>>,
    #[serde(default)]
    pub hints: HintsOfFile,
    pub fields: Spanned<Entries<Spanned<FieldOfFile>>>,
}

/// A gate of the contract, or one of the team's.
#[derive(Debug)]
pub enum GateOfFile {
    Number(i64),
    Name(String),
}

impl<'de> Deserialize<'de> for GateOfFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrName;

        impl Visitor<'_> for NumberOrName {
            type Value = GateOfFile;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the number of a gate, or the name of one of your own")
            }

            fn visit_i64<E>(self, number: i64) -> Result<GateOfFile, E> {
                Ok(GateOfFile::Number(number))
            }

            fn visit_str<E>(self, name: &str) -> Result<GateOfFile, E> {
                Ok(GateOfFile::Name(name.to_owned()))
            }
        }

        deserializer.deserialize_any(NumberOrName)
    }
}

/// One word, several, or none at all.
#[derive(Debug, Default)]
pub struct Words(Option<Spanned<OneOrMany>>);

#[derive(Debug)]
enum OneOrMany {
    One(String),
    Many(Vec<Spanned<String>>),
}

impl Words {
    pub fn all(&self) -> Vec<Spanned<String>> {
        match self.0.as_ref().map(|words| (words.span(), words.get_ref())) {
            None => Vec::new(),
            Some((span, OneOrMany::One(word))) => vec![Spanned::new(span, word.clone())],
            Some((_, OneOrMany::Many(words))) => words.clone(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Spanned::deserialize(deserializer).map(|words| Self(Some(words)))
    }
}

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrTexts;

        impl<'de> Visitor<'de> for TextOrTexts {
            type Value = OneOrMany;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a text, or a list of texts")
            }

            fn visit_str<E>(self, text: &str) -> Result<OneOrMany, E> {
                Ok(OneOrMany::One(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OneOrMany, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = list.next_element()? {
                    texts.push(text);
                }
                Ok(OneOrMany::Many(texts))
            }
        }

        deserializer.deserialize_any(TextOrTexts)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HintsOfFile {
    pub title: Option<Spanned<String>>,
    pub verdict: Option<Spanned<String>>,
    pub pass: Vec<Spanned<String>>,
    pub fail: Vec<Spanned<String>>,
    pub running: Vec<Spanned<String>>,
    pub waiting: Vec<Spanned<String>>,
    pub score: Option<Spanned<String>>,
    pub severity: Option<Spanned<String>>,
    pub asks: Option<Spanned<String>>,
}

/// A field. For one under a label, the label is enough.
#[derive(Debug)]
pub enum FieldOfFile {
    Label(String),
    Declared(Box<FieldDeclaration>),
}

impl<'de> Deserialize<'de> for FieldOfFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LabelOrTable;

        impl<'de> Visitor<'de> for LabelOrTable {
            type Value = FieldOfFile;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter
                    .write_str("a label, or a table such as `{ section = \"Summary\", required = true }`")
            }

            fn visit_str<E>(self, label: &str) -> Result<FieldOfFile, E> {
                Ok(FieldOfFile::Label(label.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<FieldOfFile, A::Error> {
                FieldDeclaration::deserialize(MapAccessDeserializer::new(map))
                    .map(|field| FieldOfFile::Declared(Box::new(field)))
            }
        }

        deserializer.deserialize_any(LabelOrTable)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FieldDeclaration {
    /// It is the title in the heading that opens the document.
    pub title: bool,
    /// It is the identifier in that heading, where `heading` has `{id}`.
    pub id: bool,
    pub label: Words,
    pub section: Words,
    pub column: Words,
    #[serde(rename = "type")]
    pub kind: Option<Spanned<String>>,
    pub words: Option<Vec<String>>,
    /// Finds the value in the words at its place, and the columns in each line of a section.
    pub pattern: Option<Spanned<String>>,
    pub required: bool,
    /// The rows of a table, or the objects of a list.
    pub columns: Entries<Spanned<FieldOfFile>>,
    /// The parts of an object.
    pub fields: Entries<Spanned<FieldOfFile>>,
}
