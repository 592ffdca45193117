//! Reads a text while it is still being written.

use crate::format::Parsed;
use crate::scan;
use crate::text::Text;

/// Takes a text in chunks of any size, cut anywhere, and reads what is there so far.
///
/// What a later line may change (it closes a fence, goes on with a table, opens the next report) no one knows yet,
/// so the text so far is read as a whole: [`Self::so_far`] costs one reading of what has come, and only when
/// something has come. Who asks after each byte pays for it; who asks now and then, as a screen does, does not
/// notice.
#[derive(Default)]
pub struct Scanner {
    bytes: Vec<u8>,
    reading: Option<(Text, Vec<Parsed>)>,
}

/// What is there of a text that has not ended. Spans stay right for the whole: it only grows at its end.
#[derive(Copy, Clone)]
pub struct SoFar<'s> {
    pub text: &'s Text,
    pub blocks: &'s [Parsed],
}

impl Scanner {
    pub fn push(&mut self, chunk: &[u8]) {
        if !chunk.is_empty() {
            self.bytes.extend_from_slice(chunk);
            self.reading = None;
        }
    }

    pub fn so_far(&mut self) -> SoFar<'_> {
        let (text, blocks) = self.reading.get_or_insert_with(|| read(whole_characters(&self.bytes)));
        SoFar { text, blocks }
    }

    /// The text has ended: exactly what [`scan::read`] gives for the whole.
    pub fn finish(self) -> (Text, Vec<Parsed>) {
        read(&self.bytes)
    }
}

impl SoFar<'_> {
    /// Whether what comes next may still belong to a block: nothing but white space follows it, and it is neither a
    /// line that has ended nor a JSON value that has closed.
    pub fn is_open(&self, block: &Parsed) -> bool {
        let source = self.text.source();
        let written = block.span.slice(source);
        let rest = source.get(block.span.end as usize..).unwrap_or_default();
        rest.trim().is_empty() && !is_ended_line(written, rest) && !is_closed_json(written)
    }
}

fn read(bytes: &[u8]) -> (Text, Vec<Parsed>) {
    let text = Text::from_bytes(bytes);
    let blocks = scan::read(&text);
    (text, blocks)
}

/// Headings and rows of tables are lines that others follow.
fn is_ended_line(written: &str, rest: &str) -> bool {
    let line = written.trim();
    let ends = written.ends_with(['\n', '\r']) || rest.contains(['\n', '\r']);
    ends && !line.contains(['\n', '\r']) && !line.starts_with(['#', '|', '{', '`'])
}

fn is_closed_json(written: &str) -> bool {
    written.starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(written).is_ok()
}

/// Without a character at the end whose last bytes have not come.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    // No character has more than three bytes before its last one.
    let tail = bytes.len().saturating_sub(3);
    let cut = (tail..bytes.len()).find(|at| match str::from_utf8(&bytes[*at..]) {
        Err(error) => error.valid_up_to() == 0 && error.error_len().is_none(),
        Ok(_) => false,
    });
    &bytes[..cut.unwrap_or(bytes.len())]
}
