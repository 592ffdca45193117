use std::io::{self, BufRead};

use app::document::Source;

use super::Piece;
use super::lines::{Line, Lines};

/// So much of a log becomes one document: a page shows it as one.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// The records from here on, as far as they are whole and fit into one document.
pub(super) fn next(lines: &mut Lines<impl BufRead>) -> io::Result<Option<Piece>> {
    let mut raw = Vec::new();
    let mut first = 0;
    while raw.len() < MOST_BYTES
        && let Some(Line { place, bytes }) = lines.next()?
    {
        let Some(bytes) = bytes else {
            tracing::warn!(line = place.line + 1, "a line of a log is left out: it has more than 16 MB");
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
    // The beginning has no name of its own: a log that is written anew is the next version of it.
    let part = (first > 1).then(|| format!("from line {first}"));
    Ok(Some(Piece { raw, source: Source { part, ..Source::default() }, message: None }))
}
