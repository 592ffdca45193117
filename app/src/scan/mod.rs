//! Which formats are in a text, and where.

mod blocks;
mod find;
mod inner_blocks;
mod overlaps;
mod parse;
mod quoted_edit;

use crate::catalog::Catalog;
use crate::claim::Claim;
use crate::format::Parsed;
use crate::read_as::ReadAs;
use crate::text::Text;

pub use blocks::{Blocks, LogOfText};
pub use overlaps::overlaps;

/// Finds and reads every block of a text, in order.
///
/// Blocks in a code fence are examples, not events, unless the text is nothing but that fence and some sentences: they
/// are parsed all the same, and marked as fenced.
pub fn read(text: &Text) -> Vec<Parsed> {
    Blocks::of(text, None).read_all()
}

/// Parses the text as a given format, regardless of what would be recognized.
pub fn read_as(text: &Text, read_as: ReadAs) -> Vec<Parsed> {
    Blocks::of(text, Some(read_as)).read_all()
}

/// Returns whether any format of a catalog is recognized in a text.
pub fn opens(catalog: &Catalog, text: &Text) -> bool {
    !find::find(catalog, text).1.is_empty()
}

/// Returns every place at which a format was recognized, whether it is read or not, in order.
pub fn explain(text: &Text) -> Vec<Claim> {
    find::find(&Catalog::current(), text).1
}
