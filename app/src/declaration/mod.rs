//! What a format is, as data: everything that is known about it without running code.

mod engine;
mod field;
mod hints;
mod pattern;
mod record;

pub use field::{FieldSpec, FieldType, Need, PlacedField, Source, placed_fields};
pub use hints::Hints;
pub use pattern::{Found, Pattern, PatternError};
pub(crate) use record::record;
pub use record::{camel, camel_length};
