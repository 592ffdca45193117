//! Everything that is parsed from a document, as one line of JSON.

use app::text::Text;
use app::{report, scan};
use serde_json::json;

/// The line of a document: every block, with its data, its spans and its diagnostics.
pub fn of_document(name: &str, bytes: &[u8]) -> String {
    let blocks: Vec<_> = scan::read(&Text::from_bytes(bytes)).iter().map(report::json).collect();
    json!({ "file": name, "blocks": blocks }).to_string()
}
