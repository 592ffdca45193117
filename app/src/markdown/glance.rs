//! What can be seen of a text without reading it: its headings.

use memchr::{memchr, memchr2, memmem};

use crate::text::{Span, Text};

/// The lines of a text that may be headings, those in fences and tables included.
///
/// Most texts are of no format, and most formats are opened by a heading: a room that looks here first spares
/// such a text the outline.
#[derive(Debug)]
pub struct Glance<'t> {
    text: &'t Text,
    headings: Vec<Heading>,
    /// A bit for each letter with which a heading begins; most names begin with another.
    initials: u32,
}

#[derive(Debug)]
struct Heading {
    /// From its `#` to the end of the line.
    line: Span,
    /// From its first letter on.
    name: Span,
    /// A bit for each letter in it.
    letters: u32,
}

impl<'t> Glance<'t> {
    pub fn of(text: &'t Text) -> Self {
        let source = text.source();
        let bytes = source.as_bytes();
        let mut glance = Self { text, headings: Vec::new(), initials: 0 };
        let mut from = 0;
        while let Some(found) = bytes.get(from..).and_then(|rest| memchr(b'#', rest)) {
            let at = from + found;
            from = at + 1;
            if begins_line(source, at) {
                let rest = bytes.get(at..).unwrap_or_default();
                from = at + memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                glance.push(Span::of(at, from));
            }
        }
        glance
    }

    fn push(&mut self, line: Span) {
        let words = line.slice(self.text.source());
        let is_mark = |first: char| !first.is_alphanumeric() && !matches!(first, '{' | '<' | '[');
        let name = words.trim_start_matches(is_mark);
        self.initials |= initial(name.as_bytes());
        let name = line.skip(words.len() - name.len());
        self.headings.push(Heading { line, name, letters: letters(words) });
    }

    pub fn text(&self) -> &'t Text {
        self.text
    }

    /// The headings from their `#` to the end of the line.
    pub fn headings(&self) -> impl Iterator<Item = Span> {
        self.headings.iter().map(|heading| heading.line)
    }

    /// The headings that have all letters of a word, wherever they stand: few but those that say it, and all those.
    pub fn headings_like(&self, word: &str) -> impl Iterator<Item = Span> {
        let wanted = letters(word);
        let like = self.headings.iter().filter(move |heading| heading.letters & wanted == wanted);
        like.map(|heading| heading.line)
    }

    /// Whether a heading begins with one of these names, in whatever case and behind whatever marks.
    pub fn has_heading(&self, names: &[&str]) -> bool {
        names.iter().filter(|name| self.initials & initial(name.as_bytes()) != 0).any(|name| {
            self.headings.iter().any(|heading| {
                let written = heading.name.take(name.len()).slice(self.text.source());
                written.eq_ignore_ascii_case(name)
            })
        })
    }

    /// Whether these very words stand anywhere.
    pub fn contains(&self, words: &str) -> bool {
        memmem::find(self.text.source().as_bytes(), words.as_bytes()).is_some()
    }
}

/// Upper and lower case share a bit, as do a letter and some marks.
const fn bit(letter: u8) -> u32 {
    1 << (letter % 32)
}

fn initial(name: &[u8]) -> u32 {
    name.first().map_or(0, |first| bit(*first))
}

fn letters(words: &str) -> u32 {
    words.bytes().fold(0, |letters, letter| letters | bit(letter))
}

/// Whether nothing but white space and quote marks stands in front.
fn begins_line(source: &str, at: usize) -> bool {
    let is_blank = |before: &u8| matches!(before, b' ' | b'\t' | b'>');
    let before = source.as_bytes().get(..at).unwrap_or_default();
    let plain = before.iter().rev().take_while(|byte| is_blank(byte)).count();
    match before.get(..before.len() - plain).and_then(|rest| rest.last()) {
        None | Some(b'\n' | b'\r') => true,
        Some(byte) if byte.is_ascii_graphic() => false,
        // Other white space, a byte order mark, or a word.
        Some(_) => {
            let line = source.get(..at).unwrap_or_default().rsplit(['\n', '\r']).next().unwrap_or_default();
            line.chars().all(|before| before.is_whitespace() || matches!(before, '>' | '\u{feff}'))
        }
    }
}
