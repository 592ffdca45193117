//! The last message in a transcript, without reading the rest.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use app::transcript::{Content, Line};
use memchr::memchr;

use crate::ingest::reader::{Growing, Kind, LinePosition, Lines, Piece};

/// What is read of the end. A message may be long, and so may the results of its tools.
const TAIL: u64 = 16 * 1024 * 1024;

/// Returns the last message that an assistant wrote, with all its lines.
pub(super) fn last_message(transcript: &Path) -> io::Result<Option<Piece>> {
    let mut file = File::open(transcript)?;
    let start = file.seek(SeekFrom::End(0))?.saturating_sub(TAIL);
    file.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail)?;
    // The first line is cut.
    let first = if start == 0 { Some(0) } else { memchr(b'\n', &tail).map(|end| end + 1) };
    let whole = first.and_then(|first| tail.get(first..)).unwrap_or_default();
    let Some(id) = last_id(whole) else { return Ok(None) };
    let Some(mut transcript) = Growing::of(Kind::Transcript, "") else { return Ok(None) };
    let mut lines = Lines::at(LinePosition::default(), whole);
    let mut last = None;
    while let Some(piece) = transcript.next(&mut lines)? {
        if piece.message.as_deref() == Some(&id) && !piece.is_written_file() {
            last = Some(piece);
        }
    }
    Ok(last)
}

/// Returns the id of the last message that has words.
fn last_id(lines: &[u8]) -> Option<String> {
    lines.rsplit(|byte| *byte == b'\n').find_map(|line| {
        let line: Line<'_> = serde_json::from_slice(line).ok()?;
        let words = line.content().map(Content::words).filter(|_| line.is("assistant"))?;
        let id = line.message_id().filter(|_| !words.trim().is_empty())?;
        Some(id.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use serde_json::{Value, json};

    use super::*;

    fn check(lines: &[Value], expected: Option<&str>) {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        lines.iter().for_each(|line| writeln!(file, "{line}").unwrap());
        let found = last_message(file.path()).unwrap();
        assert_eq!(found.as_ref().map(|piece| str::from_utf8(&piece.raw).unwrap()), expected);
    }

    fn said(id: &str, content: Value) -> Value {
        json!({ "type": "assistant", "uuid": content.to_string(), "sessionId": "s",
                "message": { "id": id, "content": content } })
    }

    #[test]
    fn the_last_message_has_all_its_lines() {
        let text = |words: &str| json!([{ "type": "text", "text": words }]);
        let call = json!([{ "type": "tool_use", "id": "t", "name": "Read", "input": {} }]);
        let result = json!({ "type": "user", "sessionId": "s", "uuid": "r", "message":
            { "content": [{ "type": "tool_result", "tool_use_id": "t", "content": "the file" }] } });
        check(&[], None);
        check(std::slice::from_ref(&result), None);
        check(
            &[said("a", text("one")), said("b", text("two")), said("b", text("three"))],
            Some("two\n\nthree"),
        );
        check(&[said("a", text("one")), said("a", call), result], Some("one"));
    }

    #[test]
    fn a_cut_line_is_passed_over() {
        let long = json!([{ "type": "text", "text": "x".repeat(TAIL as usize) }]);
        let last = json!([{ "type": "text", "text": "last" }]);
        check(&[said("a", long.clone()), said("b", last)], Some("last"));
        check(&[said("a", long)], None);
    }
}
