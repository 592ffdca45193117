//! The evidence of a record, as JSON.

use memchr::memchr2;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::log::machine::{CLOSEOUT, SPAWN};
use crate::json::{Json, Kind};

/// Open by contract: what the schema does not name is kept beside what it names.
///
/// A log has thousands of records, and a page shows few of them: the evidence stays text until it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    json: Box<str>,
    /// The states that it names, as steps of the spawn and of the close-out.
    pub spawn_step: Option<usize>,
    pub closeout_step: Option<usize>,
}

impl Evidence {
    /// Takes the evidence over from what was read of it. The source is JSON already if the reader found no issue.
    pub fn of(json: &Json<'_>, source: &str, has_issues: bool) -> Self {
        let written = json.span.slice(source);
        // A record in a quote goes on behind the marks of the quote.
        let is_line = memchr2(b'\n', b'\r', written.as_bytes()).is_none();
        let is_json = !has_issues && is_line && has_plain_numbers(json);
        Self {
            json: if is_json { written.into() } else { json.plain().to_string().into() },
            spawn_step: SPAWN.step_in(json),
            closeout_step: CLOSEOUT.step_in(json),
        }
    }

    pub fn value(&self) -> Value {
        serde_json::from_str(&self.json).unwrap_or_default()
    }
}

impl Serialize for Evidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

/// Returns `true` if no number is too large for readers of JSON.
fn has_plain_numbers(json: &Json<'_>) -> bool {
    match &json.kind {
        Kind::Number(_) => json.number().is_some_and(f64::is_finite),
        Kind::List(items) => items.iter().all(has_plain_numbers),
        Kind::Object(members) => members.iter().all(|member| has_plain_numbers(&member.value)),
        _ => true,
    }
}
