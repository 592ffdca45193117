//! What a format is, as data: everything that is known about it without running code.

mod field;
mod opener;

pub use field::FieldType;
pub use opener::{Evidence, HeadingForm, HeadingOpener, Opener};
