//! The part of a document that is in a file, which has no other pages.

use std::sync::Arc;

use super::Part;
use crate::pages::document::address::View;
use crate::pages::document::reading::{self, Reading};
use crate::pages::document::source::pages_of;
use crate::scan::Blocks;
use crate::text::Text;

/// Pages of the source, and units, that a file shows of one text.
const SOURCE_PAGES_OF_FILE: usize = 20;
const UNITS_OF_FILE: usize = 200;

impl<'a> Part<'a> {
    /// As much as a file shows, which has no other pages.
    pub fn of_file(text: &'a Arc<Text>, blocks: &'a Blocks<'a>) -> Self {
        let units = reading::units(blocks, View::Viewer);
        let of_page = 0..units.len().min(UNITS_OF_FILE);
        let units_of_page = units.get(of_page.clone()).unwrap_or_default();
        let source_pages: Vec<u32> = pages_of(text).take(SOURCE_PAGES_OF_FILE).collect();
        let reading = Reading::of(blocks, units_of_page, 1, Some(text.span()));
        Self {
            text,
            blocks,
            shown: View::Viewer,
            of_page,
            source_pages,
            row: 1,
            reading,
            units,
            is_beside_editor: false,
        }
    }
}
