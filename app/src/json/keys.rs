//! Which keys the objects of a text may have, without reading them.

use memchr::{memchr_iter, memchr2_iter, memchr3_iter, memmem};

use super::find::may_open;
use super::line::end_of_record;
use super::names::is_separator;
use super::reader::read;
use crate::text::Span;

/// A bit for each word that stands where a key does, behind a bracket that opens an object; a few words share one, and
/// so does a name however it is written: `gate_status`, `gateStatus`.
#[derive(Clone, Debug)]
pub struct Keys {
    bits: Vec<u64>,
    /// A word goes on with an escape, so that nobody knows how it reads; or nobody looked.
    may_have_any: bool,
}

impl Keys {
    /// So many that a long text leaves most bits free; fewer than take long to clear.
    const WORDS: usize = 1024;

    /// None where no bracket of a text may open an object.
    pub fn of(source: &str) -> Option<Self> {
        let first = bracket(source, 0)?;
        // Where the whole text is JSON, to read it costs less than to look at its words before.
        if source.get(..first).unwrap_or_default().trim().is_empty() {
            return Some(Self { bits: Vec::new(), may_have_any: true });
        }
        let mut keys = Self { bits: vec![0; Self::WORDS], may_have_any: false };
        // A list of objects is as long as the text.
        if source.trim_start().starts_with('[') {
            keys.add_all(source.as_bytes().get(first..).unwrap_or_default());
            return Some(keys);
        }
        let mut ends = Ends::of(source);
        let mut next = Some(first);
        while let Some(start) = next {
            let end = ends.of_object(start);
            keys.add_all(source.as_bytes().get(start..end).unwrap_or_default());
            next = bracket(source, end);
        }
        Some(keys)
    }

    /// Adds all words of an object that stand where keys do.
    fn add_all(&mut self, bytes: &[u8]) {
        // A key stands behind a quote, or before a sign. The signs are rare enough to look for all of them.
        for at in memchr3_iter(b'"', b'\'', b':', bytes).chain(memchr2_iter(b'=', CURLY[0], bytes)) {
            let (before, after) = bytes.split_at_checked(at).unwrap_or_default();
            match after {
                [b':' | b'=', ..] => self.add(last_word(before)),
                [b'"' | b'\'', after @ ..] => self.add_first(after),
                _ if after.starts_with(&CURLY) => self.add_first(after.get(3..).unwrap_or_default()),
                _ => {}
            }
        }
    }

    /// Never false where an object has the key; a key is of ASCII letters, digits and `_`.
    pub fn may_have(&self, key: &str) -> bool {
        let (index, bit) = place(key.as_bytes());
        self.may_have_any || self.bits.get(index).is_some_and(|word| word & bit != 0)
    }

    /// Adds the word that a string begins with.
    fn add_first(&mut self, string: &[u8]) {
        let word = first_word(string);
        self.add(word);
        if let Some(after @ [b'\\', ..]) = string.get(word.len()..) {
            self.may_have_any |= escapes_letter(after);
        }
    }

    fn add(&mut self, word: &[u8]) {
        // A sign behind a quote, or a quote that closes.
        if word.is_empty() {
            return;
        }
        let (index, bit) = place(word);
        if let Some(word) = self.bits.get_mut(index) {
            *word |= bit;
        }
    }
}

/// The first bracket from `from` on that may open an object.
fn bracket(source: &str, from: usize) -> Option<usize> {
    let rest = source.as_bytes().get(from..).unwrap_or_default();
    memchr_iter(b'{', rest).map(|at| from + at).find(|at| may_open(source, *at))
}

/// Where objects end, for who asks of one behind the other.
struct Ends<'t> {
    source: &'t str,
    /// Where each of [`FENCE_MARKS`] stands next, or the end of the text.
    marks: [usize; 2],
}

impl<'t> Ends<'t> {
    const fn of(source: &'t str) -> Self {
        Self { source, marks: [0; 2] }
    }

    /// Where the object that a bracket opens ends, whatever fence it stands in: one that is broken off, or goes on
    /// behind what may end a fence, has the rest of the text.
    fn of_object(&mut self, start: usize) -> usize {
        for (place, mark) in self.marks.iter_mut().zip(FENCE_MARKS) {
            // What was found further on still stands there.
            if *place < start {
                let rest = self.source.as_bytes().get(start..).unwrap_or_default();
                *place = memmem::find(rest, mark).map_or(self.source.len(), |at| start + at);
            }
        }
        let end = self.marks.iter().copied().min().unwrap_or(self.source.len());
        let end = end_of_record(self.source, start).map_or(end, |line| end.min(line));
        let reading = read(self.source, Span::of(start, end));
        if reading.is_cut { self.source.len() } else { reading.json.span.end as usize }
    }
}

/// How curly quotes begin; the last byte tells which.
const CURLY: [u8; 2] = [0xe2, 0x80];

/// A fence ends with a line that has one of these.
const FENCE_MARKS: [&[u8]; 2] = [b"```", b"~~~"];

/// The letters, digits and what parts words in a name.
const WORD: [bool; 256] = {
    let mut word = [false; 256];
    let mut byte = 0;
    while byte < word.len() {
        word[byte] = (byte as u8).is_ascii_alphanumeric() || is_separator(byte as u8);
        byte += 1;
    }
    word
};

/// `\u005f` and `\_`, also behind the backslashes of a string in a string.
fn escapes_letter(escape: &[u8]) -> bool {
    let backslashes = escape.iter().take_while(|byte| **byte == b'\\').count();
    matches!(escape.get(backslashes..), Some([b'_', ..] | [b'u', b'0', b'0', b'2'..=b'7', ..]))
}

fn is_word(byte: &u8) -> bool {
    WORD[usize::from(*byte)]
}

fn first_word(bytes: &[u8]) -> &[u8] {
    bytes.get(..bytes.iter().take_while(|byte| is_word(byte)).count()).unwrap_or_default()
}

fn last_word(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.trim_ascii_end();
    bytes.get(bytes.len() - bytes.iter().rev().take_while(|byte| is_word(byte)).count()..).unwrap_or_default()
}

fn place(word: &[u8]) -> (usize, u64) {
    let letters = word.iter().filter(|byte| !is_separator(**byte));
    // Two cases of a letter differ in this bit alone.
    let mixed = letters.fold(0, |mixed: u64, byte| mixed.rotate_left(5) ^ u64::from(*byte | 0x20));
    // The upper bits of the product depend on all letters.
    let mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48;
    ((mixed >> 6) as usize, 1 << (mixed % 64))
}

#[cfg(test)]
mod tests {
    use super::Keys;

    #[test]
    fn keys_are_known_however_they_are_written() {
        for source in [
            r#"{"gate_status": 1}"#,
            r#"{"gate_status"#,
            "{ 'gate_status' = 1 }",
            "{\ngate_status: 1}",
            "{“gate_status” 1",
            r#"{"gateStatus": 1}"#,
            r#"{"GATE-STATUS": 1}"#,
            r#"{"gate\_status": 1}"#,
            r#"{"a": "{\"gate\\u005fstatus\": 1}"}"#,
            r#"{"a": 1, gate_status = 2}"#,
        ] {
            assert!(Keys::of(source).is_some_and(|keys| keys.may_have("gate_status")), "{source}");
            let keys = Keys::of(&format!("The answer:\n{source}"));
            assert!(keys.as_ref().is_some_and(|keys| keys.may_have("gate_status")), "{source}");
            let is_plain = !source.contains('\\');
            assert!(!keys.is_some_and(|keys| is_plain && keys.may_have("gate")), "{source}");
        }
        assert!(Keys::of("fn main() { gate_status() }").is_none());
    }
}
