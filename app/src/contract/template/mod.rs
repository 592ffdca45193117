//! Blank documents to start from, which are read without a deviation.

mod blanked;
mod declared;
mod value;

use std::sync::LazyLock;

use crate::catalog::Catalog;
use crate::format::Parsed;
use crate::formats::RegisteredFormat;
use crate::scan::Blocks;
use crate::text::Text;

/// The built-in formats alone: their templates don't depend on a team's.
static BUILT_IN: LazyLock<Catalog> = LazyLock::new(|| Catalog::with(Vec::new()));

/// Returns a document that states every field, with the name of each in the place of its words.
pub fn template(format: &'static RegisteredFormat) -> String {
    if format.is_declared() { declared::document(format.spec) } else { blanked::document(format.spec) }
}

/// Returns the block of a document that has one of the format, and no deviation.
fn only_block(text: &Text, id: &str) -> Option<Parsed> {
    let blocks = Blocks::by(&BUILT_IN, text, None).read_all();
    if blocks.iter().any(|block| !block.diagnostics.is_empty()) {
        return None;
    }
    let mut own = blocks.into_iter().filter(|block| block.spec.id == id);
    own.next().filter(|_| own.next().is_none())
}
