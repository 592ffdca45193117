//! Shared by the tests: the rooms, parsing a text, and applying all its fixes.

#![allow(dead_code, unused_imports, reason = "each test uses its own part")]

pub mod declarations;

use std::path::{Path, PathBuf};

use app::format::{Parsed, Spec};
use app::formats::{FORMATS, RegisteredFormat};
use app::scan;
use app::text::Text;
use serde_json::{Value, json};

pub use probe::conservation::{KNOWN_LOSSES, check_rows, check_words, known_loss, lost_words};
pub use probe::invariants::{check_coverage, check_diagnostics, check_kept, data, diagnostics, fix, read};

/// Returns the JSON that tests compare: everything in each block, in the order of the text.
pub fn seen(blocks: &[Parsed]) -> Value {
    let block = |parsed: &Parsed| {
        let mut seen = app::report::json(parsed);
        seen["reason"] = json!(parsed.reason);
        // The explanation of a rule is in the manual and needn't be repeated for each diagnostic.
        for diagnostic in seen["diagnostics"].as_array_mut().into_iter().flatten() {
            if let Some(fields) = diagnostic.as_object_mut() {
                fields.retain(|name, _| !matches!(name.as_str(), "why" | "clause"));
            }
        }
        seen
    };
    blocks.iter().map(block).collect()
}

/// The room that a file lies in.
pub fn room_of(path: &Path) -> &'static RegisteredFormat {
    let is_of = |room: &&RegisteredFormat| {
        let folder = room.spec.slug.replace('-', "_");
        path.components().any(|part| part.as_os_str() == folder.as_str())
    };
    FORMATS.iter().find(is_of).unwrap_or_else(|| panic!("{} lies in no room", path.display()))
}

/// The fixtures of a room, apart from those that belong to no format.
pub fn fixtures(spec: &Spec) -> Vec<PathBuf> {
    let room = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/formats").join(spec.slug.replace('-', "_"));
    let is_document = |path: &PathBuf| path.is_file() && path.extension().is_none_or(|kind| kind != "snap");
    let files = room.join("fixtures").read_dir().expect("each room has fixtures");
    files.map(|entry| entry.expect("a readable folder").path()).filter(is_document).collect()
}

/// Checks that the chosen claims are the parsed blocks, one for one.
pub fn check_agreement(source: &str) {
    let text = Text::new(source);
    let chosen: Vec<_> = scan::explain(&text)
        .iter()
        .filter(|claim| claim.is_chosen())
        .map(|claim| {
            let recognition = &claim.recognition;
            let span = claim.span();
            (claim.room.spec.id, span, recognition.revision, recognition.reason, claim.fenced)
        })
        .collect();
    let read: Vec<_> = scan::read(&text)
        .iter()
        .map(|block| (block.spec.id, block.span, block.revision, block.reason, block.fenced))
        .collect();
    assert_eq!(chosen, read);
}
