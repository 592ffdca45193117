//! Values of responses.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::words::CONFIDENCE;
use crate::declaration::record;

/// Members that the contract has no field for, by their paths.
pub type Others = Map<String, Value>;

/// From the first to the last line, as `[10, 25]`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Lines(pub u32, pub u32);

record! {
    /// What all responses but errors begin with.
    #[derive(Eq)]
    pub struct Answer from JSON {
        summary: Option<String> = required Markdown,
        confidence: Option<String> = required Enum(CONFIDENCE),
        #[serde(skip_serializing_if = "Option::is_none")]
        confidence_as_written: Option<String> = deviation AsWritten,
    }
}
