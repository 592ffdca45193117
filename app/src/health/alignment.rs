//! How much of the contracts the code covers, computed from the declarations and their complete examples.

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::Value;

use crate::declaration::Need;
use crate::formats::FORMATS;
use crate::scan;
use crate::text::Text;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Alignment {
    pub formats: u32,
    /// The fields that formats declare, and those that the parser reads from the complete example.
    pub declared: u32,
    pub read: u32,
    /// The fields that it doesn't, with their formats.
    pub unread: Vec<(&'static str, String)>,
}

static ALIGNMENT: LazyLock<Alignment> = LazyLock::new(Alignment::compute);

impl Alignment {
    /// Returns the alignment of this build. It is computed once.
    pub fn get() -> &'static Self {
        &ALIGNMENT
    }

    /// Returns the share of fields that are read, in percent.
    pub fn score(&self) -> f64 {
        100.0 * f64::from(self.read) / f64::from(self.declared.max(1))
    }

    fn compute() -> Self {
        let mut alignment = Self::default();
        for room in FORMATS {
            alignment.formats += 1;
            let examples = [room.spec.example].into_iter().chain(room.spec.other_examples.iter().copied());
            let blocks = examples.flat_map(|example| scan::read(&Text::new(example)));
            let own = blocks.filter(|block| block.spec.id == room.spec.id);
            let values: Vec<Value> = own.map(|block| block.value.json()).collect();
            for field in room.spec.placed_fields() {
                if field.spec.need == Need::Deviation {
                    continue;
                }
                alignment.declared += 1;
                if values.iter().any(|value| is_stated(value, &field.path)) {
                    alignment.read += 1;
                } else {
                    alignment.unread.push((room.spec.id, field.path.clone()));
                }
            }
        }
        alignment
    }
}

/// Returns whether a value has a field, in any row of a list.
fn is_stated(value: &Value, path: &str) -> bool {
    let (name, rest) = path.split_once('.').unwrap_or((path, ""));
    let found = value.get(name.trim_end_matches("[]")).unwrap_or(&Value::Null);
    match found {
        Value::Null => false,
        _ if rest.is_empty() => true,
        Value::Array(rows) => rows.iter().any(|row| is_stated(row, rest)),
        other => is_stated(other, rest),
    }
}
