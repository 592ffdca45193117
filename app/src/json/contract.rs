//! The fields that a contract gives a JSON object, each at its path.

use crate::declaration::{FieldSpec, FieldType, Need};

/// A field at its path.
#[derive(Clone, Debug)]
pub struct Property {
    /// As the wire names it: `tests.passed`; in a row of a list from the row on: `file`.
    pub path: &'static str,
    pub spec: &'static FieldSpec,
    /// In the form of the answer.
    pub need: Need,
    /// The field that keeps the whole text of this one.
    pub as_written: Option<&'static str>,
    /// The fields of a record, or of the records in a list.
    pub parts: Vec<Property>,
}

impl Property {
    /// Returns the field at a path.
    pub fn find<'p>(properties: &'p [Self], path: &str) -> Option<&'p Self> {
        let found = properties.iter().find(|property| property.path == path);
        found.or_else(|| properties.iter().find_map(|property| Self::find(&property.parts, path)))
    }

    /// Returns `true` if the contract names the field. Another is read where an answer has it, and not checked.
    pub fn is_known(&self) -> bool {
        matches!(self.need, Need::Required | Need::Optional)
    }

    /// Returns what the contract wants, in words.
    pub(super) fn named(&self) -> String {
        let named = named(self.spec.kind);
        if self.spec.is_nullable { format!("{named} or null") } else { named }
    }
}

/// Returns a type in words.
pub(super) fn named(kind: FieldType) -> String {
    let named = match kind {
        FieldType::Enum(words) => return words.join(" | "),
        FieldType::Flag => "a boolean",
        FieldType::Count => "a count",
        FieldType::Integer => "a whole number",
        FieldType::Number | FieldType::Percent => "a number",
        FieldType::List(_) | FieldType::Table(_) | FieldType::LineRange => "a list",
        FieldType::Record(_) => "an object",
        FieldType::Any(_) => "any value",
        _ => "a string",
    };
    named.to_owned()
}

/// Returns the fields of an answer in JSON.
pub fn contract(fields: &'static [FieldSpec]) -> Vec<Property> {
    Place { within: "", is_in_row: false, need: |spec| spec.need }.properties(fields)
}

/// As [`contract()`], for an answer under headings.
pub fn markdown_contract(fields: &'static [FieldSpec]) -> Vec<Property> {
    Place { within: "", is_in_row: false, need: |spec| spec.markdown_need }.properties(fields)
}

/// As [`contract()`], for an object that is a field itself: `event.`.
pub fn contract_within(within: &str, fields: &'static [FieldSpec]) -> Vec<Property> {
    Place { within, is_in_row: false, need: |spec| spec.need }.properties(fields)
}

/// Where a record is, and what is needed there.
#[derive(Copy, Clone)]
struct Place<'w> {
    within: &'w str,
    is_in_row: bool,
    need: fn(&FieldSpec) -> Need,
}

impl Place<'_> {
    fn properties(self, fields: &'static [FieldSpec]) -> Vec<Property> {
        let mut found: Vec<Property> = Vec::new();
        for spec in fields.iter().filter(|spec| !spec.is_computed) {
            match spec.kind {
                FieldType::Others => {}
                FieldType::Flat(fields) => found.extend(self.properties(fields)),
                FieldType::AsWritten => {
                    if let Some(last) = found.last_mut() {
                        last.as_written = Some(spec.name);
                    }
                }
                _ => {
                    // If two have the same name, the last counts.
                    found.retain(|other| other.spec.name != spec.name);
                    found.push(self.property(spec));
                }
            }
        }
        found
    }

    fn property(self, spec: &'static FieldSpec) -> Property {
        let path = match self.within {
            "" => spec.name,
            // A contract is made once.
            within => format!("{within}{}", spec.name).leak(),
        };
        let (within, is_in_row) = match spec.kind.items() {
            None => (format!("{path}."), self.is_in_row),
            Some(_) if self.is_in_row => (format!("{path}[]."), true),
            // The path of a row within a row names the outer one.
            Some(_) => (String::new(), true),
        };
        let parts = Place { within: &within, is_in_row, ..self }.properties(spec.kind.fields());
        Property { path, spec, need: (self.need)(spec), as_written: None, parts }
    }
}
