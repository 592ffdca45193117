//! What is different between two contracts.

use serde::Serialize;

crate::named::named! {
    /// Who can no longer rely on what they knew.
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Breaks {
        Nothing = "nothing",
        /// Documents that kept the earlier contract may not keep the later one.
        Documents = "documents",
        /// Programs that use what was read of a document.
        Readers = "readers",
        Both = "both",
    }
}

impl Breaks {
    pub const fn of(documents: bool, readers: bool) -> Self {
        match (documents, readers) {
            (false, false) => Self::Nothing,
            (true, false) => Self::Documents,
            (false, true) => Self::Readers,
            (true, true) => Self::Both,
        }
    }

    /// Returns who is affected, in words; `None` if nobody is.
    pub const fn in_words(self) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::Documents => Some("breaks documents"),
            Self::Readers => Some("breaks readers"),
            Self::Both => Some("breaks documents and readers"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The id of the format.
    pub format: String,
    /// The path of a field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    pub breaking: bool,
    pub breaks: Breaks,
    /// In one sentence, without its stop.
    pub message: String,
}

impl Change {
    pub fn new(format: &str, field: Option<&str>, breaks: Breaks, message: impl Into<String>) -> Self {
        Self {
            format: format.to_owned(),
            field: field.map(str::to_owned),
            breaking: breaks != Breaks::Nothing,
            breaks,
            message: message.into(),
        }
    }
}
