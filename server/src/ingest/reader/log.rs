use std::io::{self, BufRead};

use app::document::Source;

use super::lines::{Line, Lines};
use super::{Piece, PieceLine};

/// The most bytes of a log in one document, which a page shows as a whole.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// Returns the complete records from here on that fit into one document.
pub(super) fn next(lines: &mut Lines<impl BufRead>) -> io::Result<Option<Piece>> {
    let mut raw = Vec::new();
    let mut first = 0;
    while raw.len() < MOST_BYTES
        && let Some(Line { place, bytes }) = lines.next()?
    {
        let Some(bytes) = bytes else {
            tracing::warn!(line = place.line + 1, "skipped a line of a log that is larger than 16 MB");
            continue;
        };
        if raw.is_empty() {
            first = place.line + 1;
        }
        raw.extend_from_slice(bytes);
    }
    if raw.trim_ascii().is_empty() {
        return Ok(None);
    }
    // The first part has no name, so that a rewritten log is its next version.
    let part = (first > 1).then(|| format!("from line {first}"));
    let source = Source { part, ..Source::default() };
    Ok(Some(Piece { raw, source, message: None, lines: vec![PieceLine { start: 0, line: first }] }))
}
