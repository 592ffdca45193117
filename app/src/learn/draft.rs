//! A format while it is being proposed.

/// A format has so many fields at most; the file says which were left out.
pub(super) const MOST_FIELDS: usize = 60;

/// What becomes the file.
pub(super) struct Draft {
    pub name: String,
    /// Distinguishes it from a built-in format of the same name.
    pub id: Option<String>,
    pub kind: &'static str,
    /// Comments at the top of the file.
    pub remarks: Vec<String>,
    pub opening: Opening,
    pub fields: Vec<Field>,
    pub hints: Vec<Hint>,
    /// Comments on what became no field.
    pub left_out: Vec<String>,
}

/// How a document is recognized, with comments on the choice.
pub(super) enum Opening {
    Heading(Vec<String>, Vec<String>),
    Keys(Vec<String>, Vec<String>),
}

pub(super) struct Field {
    pub name: String,
    pub place: Place,
    pub kind: Type,
    pub is_required: bool,
    /// Comments above the field.
    pub why: Vec<String>,
    /// Some of its values as they are written, if they are short: what hints are guessed by.
    pub values: Vec<String>,
}

/// Where a document has a field; the names as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Title,
    Identifier,
    Label(String),
    Section(String),
    Column(String),
    Key,
}

pub(super) enum Type {
    Text,
    /// Of any length.
    Markdown,
    /// A type that the file calls by a word.
    Named(&'static str),
    Words(Vec<String>),
    Table(Vec<Field>),
    Record(Vec<Field>),
}

/// A line below `[hints]`: the key, the value in TOML, and why.
pub(super) struct Hint {
    pub key: &'static str,
    pub value: String,
    pub why: String,
}

impl Type {
    /// The columns of a table, or the parts of an object.
    pub fn parts(&mut self) -> Option<&mut Vec<Field>> {
        match self {
            Self::Table(parts) | Self::Record(parts) => Some(parts),
            _ => None,
        }
    }
}
