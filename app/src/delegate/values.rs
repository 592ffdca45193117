//! Values of responses.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Members that the contract has no field for, by their paths.
pub type Others = Map<String, Value>;

/// From the first to the last line, as `[10, 25]`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Lines(pub u32, pub u32);
