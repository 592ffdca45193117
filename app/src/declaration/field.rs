//! What a field of a format holds.

use serde_json::Value;

use super::pattern::Pattern;

/// The type of a field's value. Every field may be null: a report that deviates has to show as well.
#[derive(Copy, Clone, Debug)]
pub enum FieldType {
    /// Plain words, in one line as a rule.
    Text,
    /// Prose that may have several paragraphs, lists and code.
    Markdown,
    /// A text with a form of its own; the function returns what is wrong with it.
    Form(fn(&str) -> Option<&'static str>),
    /// A line of code. One text may hold several.
    Code,
    Integer,
    /// A whole number that is not negative.
    Count,
    /// A number of a hundred.
    Percent,
    Number,
    /// A day: `2026-11-18`.
    Date,
    /// A moment, with a time of day.
    Instant,
    /// A length of time, in the words or the unit of the contract.
    Duration,
    /// One of these words, or another that is kept as it is written.
    Enum(&'static [&'static str]),
    /// A file, with a line where the contract allows one.
    Place,
    /// The first and the last of some lines.
    LineRange,
    /// Yes or no.
    Flag,
    /// Values of a type.
    List(&'static FieldType),
    /// Rows, each a record with these fields.
    Table(&'static [FieldSpec]),
    /// A record with these fields.
    Record(&'static [FieldSpec]),
    /// A record whose fields are among those of the record that it's in.
    Flat(&'static [FieldSpec]),
    /// Any of several types; a record has these fields.
    Any(&'static [FieldSpec]),
    /// The whole text of the field above, where that holds only a part of it.
    AsWritten,
    /// What no field is declared for, by its names.
    Others,
}

impl FieldType {
    /// Returns `true` if a value of the JSON has this type. A value that could not be read is kept as it was written.
    pub fn holds(self, value: &Value) -> bool {
        match self {
            Self::Any(_) => true,
            Self::Integer if value.is_number() => value.is_i64() || value.is_u64(),
            Self::Count if value.is_number() => value.is_u64(),
            Self::Percent | Self::Number if value.is_number() => true,
            Self::Flag => value.is_null() || value.is_boolean(),
            Self::List(_) | Self::Table(_) | Self::LineRange => {
                let are_held = |kind: Self| {
                    value.as_array().is_some_and(|items| items.iter().all(|item| kind.holds(item)))
                };
                value.is_null() || self.items().is_some_and(are_held)
            }
            Self::Record(_) | Self::Flat(_) | Self::Others => value.is_null() || value.is_object(),
            _ => value.is_null() || value.is_string(),
        }
    }

    /// Returns the type of the values of a list.
    pub const fn items(self) -> Option<Self> {
        match self {
            Self::List(items) => Some(*items),
            Self::Table(fields) => Some(Self::Record(fields)),
            Self::LineRange => Some(Self::Count),
            _ => None,
        }
    }

    /// Returns the fields of a record, or of the records in a list.
    pub const fn fields(self) -> &'static [FieldSpec] {
        match self {
            Self::Table(fields) | Self::Record(fields) | Self::Flat(fields) | Self::Any(fields) => fields,
            Self::List(items) => items.fields(),
            _ => &[],
        }
    }
}

/// Whether a document has a field.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Need {
    Required,
    Optional,
    /// Keeps what a text states beyond the contract, so the example doesn't have it.
    Deviation,
    /// Required in another shape of the format, which a complete fixture of its own shows.
    OtherShape,
}

/// Where a document states a field.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The room's code decides.
    Room,
    /// Under a label: the contract's name first, then others in the form that [`normal`](crate::reading::normal) gives.
    Label(&'static [&'static str]),
    /// In a column of a table, named likewise.
    Column(&'static [&'static str]),
    /// Below a heading, named likewise.
    Section(&'static [&'static str]),
    /// In the heading that opens the block, behind its name.
    Title,
    /// In the name in that heading: the word with the identifier.
    Identifier,
    /// In the line that is the block, as the group of that name.
    Captured,
}

impl Source {
    /// Returns the names that it goes by, the contract's first.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Label(names) | Self::Column(names) | Self::Section(names) => names,
            Self::Room | Self::Title | Self::Identifier | Self::Captured => &[],
        }
    }
}

/// A field of a record.
#[derive(Clone, Debug)]
pub struct FieldSpec {
    /// As the JSON names it.
    pub name: &'static str,
    pub kind: FieldType,
    pub need: Need,
    /// As `need`, for an answer in Markdown.
    pub markdown_need: Need,
    /// The contract allows null.
    pub is_nullable: bool,
    /// Some shapes of the format don't have it, although it is required in others.
    pub is_of_some_shapes: bool,
    /// A record that is no object is this field.
    pub is_whole: bool,
    /// No answer states it: it follows from others.
    pub is_computed: bool,
    /// Where else an answer in JSON may have it, from the outermost object: `test_metrics.tests_passed`.
    pub older_places: &'static [&'static str],
    pub source: Source,
    /// Finds the value in the words at that place; those of a row, in each line of it.
    pub pattern: Option<&'static Pattern>,
}

impl FieldSpec {
    const fn new(name: &'static str, kind: FieldType, need: Need) -> Self {
        Self {
            name,
            kind,
            need,
            markdown_need: need,
            is_nullable: false,
            is_of_some_shapes: false,
            is_whole: false,
            is_computed: false,
            older_places: &[],
            source: Source::Room,
            pattern: None,
        }
    }

    pub const fn required(name: &'static str, kind: FieldType) -> Self {
        Self::new(name, kind, Need::Required)
    }

    pub const fn optional(name: &'static str, kind: FieldType) -> Self {
        Self::new(name, kind, Need::Optional)
    }

    pub const fn deviation(name: &'static str, kind: FieldType) -> Self {
        Self::new(name, kind, Need::Deviation)
    }

    pub const fn other_shape(name: &'static str, kind: FieldType) -> Self {
        Self::new(name, kind, Need::OtherShape)
    }

    /// The field is optional, and may be null.
    pub const fn nullable(name: &'static str, kind: FieldType) -> Self {
        Self::optional(name, kind).or_null()
    }

    /// Returns what documents call it: its label, column or section, or else its name.
    pub fn label(&self) -> &'static str {
        self.source.names().first().copied().unwrap_or(self.name)
    }

    /// Returns the field with another source.
    pub const fn from(self, source: Source) -> Self {
        Self { source, ..self }
    }

    pub const fn or_null(self) -> Self {
        Self { is_nullable: true, ..self }
    }

    /// Some shapes of the format don't have the field, although it is required in others.
    pub const fn of_some_shapes(self) -> Self {
        Self { is_of_some_shapes: true, ..self }
    }

    /// Returns `true` if every document that keeps the contract states the field.
    pub const fn is_always_stated(&self) -> bool {
        matches!(self.need, Need::Required) && !self.is_nullable && !self.is_of_some_shapes
    }

    /// A record that is no object is this field: `"analysis": "The lock is taken too late."`.
    pub const fn or_whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    pub const fn or_at(self, older_places: &'static [&'static str]) -> Self {
        Self { older_places, ..self }
    }

    /// No answer states the field: it follows from others.
    pub const fn computed(self) -> Self {
        Self { is_computed: true, ..self }
    }

    /// Makes the field optional in an answer under headings, regardless of what an answer in JSON needs.
    pub const fn optional_in_markdown(self) -> Self {
        Self { markdown_need: Need::Optional, ..self }
    }
}

/// A field at its path from the outermost record: `verdict`, or `findings[].file`.
#[derive(Clone, Debug)]
pub struct PlacedField {
    pub path: String,
    pub spec: &'static FieldSpec,
}

/// Returns all fields of a record, each before the fields within it. Of two with one path the last counts.
pub fn placed_fields(fields: &'static [FieldSpec]) -> Vec<PlacedField> {
    let mut placed = Vec::new();
    place(fields, "", &mut placed);
    placed
}

fn place(fields: &'static [FieldSpec], within: &str, placed: &mut Vec<PlacedField>) {
    for spec in fields {
        let path = format!("{within}{}", spec.name);
        let within = match spec.kind {
            FieldType::Flat(_) => within.to_owned(),
            FieldType::Table(_) | FieldType::List(_) => format!("{path}[]."),
            _ => format!("{path}."),
        };
        if !matches!(spec.kind, FieldType::Flat(_)) {
            match placed.iter_mut().find(|field| field.path == path) {
                Some(field) => field.spec = spec,
                None => placed.push(PlacedField { path, spec }),
            }
        }
        place(spec.kind.fields(), &within, placed);
    }
}
