//! What can be seen of a text without reading it.
//!
//! Most texts hold no format or one of them, so every room is asked first whether a text may hold its format at all.
//! The rooms share one look at how each line begins, and a question costs next to nothing: none of them goes through
//! the text again. Where all rooms say no, a text gets no outline.

pub(super) mod announcing;
mod letters;
mod opening;
pub(super) mod parted;
mod questions;

use std::cell::OnceCell;
use std::mem;

use super::data::Data;
use super::fences::{Fence, begins_mark, fences};
use super::lines::{BULLET, Line, is_break_alone, is_heading_item, run, underline};
use super::marks::Marks;
use crate::text::{Span, Text};
use announcing::{AnnouncingLines, may_announce};
use letters::Letters;
use opening::{Opening, Openings, Starts, opening, opening_of_line};

/// So many bytes of a heading tell it from most others.
const START: usize = 4;
/// Most texts have no more.
const USUAL_HEADINGS: usize = 32;

/// How the lines of a text begin, those in fences and tables included.
#[derive(Debug)]
pub struct Glance<'t> {
    text: &'t Text,
    headings: Vec<Heading>,
    /// How the headings begin: most names that are looked for are none of them.
    heading_starts: Starts,
    /// The lines above the first heading that is no title.
    head: Openings,
    /// The lines below it; those of the head, while none was seen.
    lines: Openings,
    has_section: bool,
    has_row: bool,
    /// The lines that begin with a bar; those that follow each other are one.
    rows: Vec<Span>,
    /// The other lines that hold a bar, or a dot that may part labels as bars do.
    parted_lines: Vec<Span>,
    /// The lines that may announce something.
    announcing_lines: AnnouncingLines,
    /// The lines that may open or close a fence.
    fence_marks: Vec<Span>,
    /// None where no label stands behind a bar.
    parted_labels: OnceCell<Option<Openings>>,
    fences: OnceCell<Vec<Fence>>,
    data: Data,
}

/// What a glance leaves to the outline.
#[derive(Debug)]
pub(super) struct Parts {
    pub fences: Vec<Fence>,
    pub announcing_lines: AnnouncingLines,
    pub data: Data,
}

#[derive(Debug)]
struct Heading {
    /// From its `#`, or from the first word of one that is underlined, to the end of the line.
    line: Span,
    /// From its first letter on.
    name: Span,
    level: u8,
    /// It has no `#`.
    is_underlined: bool,
    /// How its name begins.
    start: u32,
    letters: Letters,
}

impl<'t> Glance<'t> {
    pub fn of(text: &'t Text) -> Self {
        let mut glance = Self {
            text,
            headings: Vec::with_capacity(USUAL_HEADINGS),
            heading_starts: Starts::NONE,
            head: Openings::none(),
            lines: Openings::of_lines(text.lines().count()),
            has_section: false,
            has_row: false,
            rows: Vec::new(),
            parted_lines: Vec::new(),
            announcing_lines: AnnouncingLines::default(),
            fence_marks: Vec::new(),
            parted_labels: OnceCell::new(),
            fences: OnceCell::new(),
            data: Data::default(),
        };
        let mut marks = Marks::of(text.source(), parted::first_mark);
        let mut above = Span::default();
        for line in text.lines().spans() {
            if !is_break_alone(text.source(), line) {
                glance.line(line, above, &mut marks);
            }
            above = line;
        }
        glance
    }

    fn line(&mut self, line: Span, above: Span, marks: &mut Marks<'_>) {
        let bytes = self.text.source().as_bytes();
        let (start, end) = (line.start as usize, line.end as usize);
        let at = start + run(bytes, start, b' ');
        let first = bytes.get(at).copied().unwrap_or_default();
        if IS_PLAIN[usize::from(first)] || is_plain_item(bytes, at) {
            self.begins(line, opening_of_line(bytes, at, end));
        } else if first == b'|' {
            return self.row(line);
        } else {
            self.marked_line(line, above, at - start);
        }
        if marks.are_in(line) {
            self.parted_lines.push(line);
        }
    }

    /// A line that begins, behind blanks, with what may be more than a word's.
    fn marked_line(&mut self, line: Span, above: Span, indent: usize) {
        let bytes = self.text.source().as_bytes().get(line.range()).unwrap_or_default();
        let content = bytes.get(indent..).unwrap_or_default();
        match content {
            [] | [b'\n' | b'\r', ..] => {}
            [b'#', ..] => self.heading(line.skip(indent), None),
            [b'-' | b'*' | b'+', b' ', b'#', ..] => self.heading_item(line.skip(indent)),
            [b'=' | b'-', ..] if self.underlines(line, above, content) => {}
            [b'\t' | 0x0b | 0x0c | b'>' | 0x80.., ..] => self.unusual_line(line, above),
            _ => self.words(line, content),
        }
    }

    /// An item of a list that may open something by a heading.
    fn heading_item(&mut self, line: Span) {
        let content = self.text.source().as_bytes().get(line.range()).unwrap_or_default();
        self.begins(line, opening(content));
        self.heading(line.skip(BULLET), None);
    }

    fn row(&mut self, line: Span) {
        self.has_row = true;
        match self.rows.last_mut().filter(|rows| rows.end == line.start) {
            Some(rows) => rows.end = line.end,
            None => self.rows.push(line),
        }
    }

    /// A line that begins with a quote mark, or with white space other than blanks, or with no ASCII.
    fn unusual_line(&mut self, line: Span, above: Span) {
        let written = line.slice(self.text.source());
        let is_margin = |first: char| first.is_whitespace() || matches!(first, '>' | '\u{feff}');
        let content = written.trim_start_matches(is_margin);
        let margin = written.len() - content.len();
        self.has_row |= content.starts_with('|');
        if content.starts_with('#') {
            self.heading(line.skip(margin), None);
        } else if is_heading_item(content.as_bytes()) {
            self.heading_item(line.skip(margin));
        } else if !self.underlines(line, above, content.as_bytes()) {
            self.words(line, content.as_bytes());
        }
    }

    /// A line of words, or a mark of a fence.
    fn words(&mut self, line: Span, content: &[u8]) {
        if begins_mark(content) {
            self.fence_marks.push(line);
        }
        self.begins(line, opening(content));
    }

    #[inline]
    fn begins(&mut self, line: Span, opening: Opening) {
        self.lines.add(opening);
        if may_announce(opening) {
            self.announces(opening, line);
        }
    }

    #[cold]
    fn announces(&mut self, opening: Opening, line: Span) {
        self.announcing_lines.add(opening, line);
    }

    /// Takes the line above for a heading, where this one underlines it.
    fn underlines(&mut self, line: Span, above: Span, content: &[u8]) -> bool {
        let [first @ (b'=' | b'-'), second, third, ..] = content else { return false };
        if first != second || second != third {
            return false;
        }
        let source = self.text.source();
        let above = Line::read(source, above).content;
        // Nearly all are rules, and stand apart.
        if above.is_empty() {
            return false;
        }
        let marks = line.skip(line.len() as usize - content.len()).slice(source).trim_end();
        let level = underline(marks, above.slice(source));
        if level.is_some() {
            self.heading(above, level);
        }
        level.is_some()
    }

    fn heading(&mut self, line: Span, underlined: Option<u8>) {
        let written = line.slice(self.text.source()).trim_end_matches(['\n', '\r']);
        let marks = run(self.text.source().as_bytes(), line.start as usize, b'#').min(written.len());
        let is_spaced = matches!(written.as_bytes().get(marks), Some(b' ' | b'\t'));
        let words = written.get(marks + usize::from(is_spaced)..).unwrap_or_default();
        let is_mark = |first: char| !first.is_alphanumeric();
        let begins_name = words.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric());
        let name = if begins_name { words } else { words.trim_start_matches(is_mark) };
        let line = line.take(written.len());
        // Without a space behind its marks it may be a line as others are.
        if !is_spaced {
            self.begins(line, opening(name.as_bytes()));
        }
        let start = start(name);
        self.heading_starts.add(start);
        // With more marks than a byte counts it is none.
        let level = underlined.unwrap_or(u8::try_from(marks).unwrap_or(u8::MAX));
        if !self.has_section && level > 1 {
            self.has_section = true;
            self.head = mem::replace(&mut self.lines, Openings::of_lines(self.text.lines().count()));
        }
        let letters = Letters::of(name);
        let name = line.skip(written.len() - name.len());
        self.headings.push(Heading {
            line,
            name,
            level,
            is_underlined: underlined.is_some(),
            start,
            letters,
        });
    }

    fn fences(&self) -> &[Fence] {
        self.fences.get_or_init(|| fences(self.text.source(), &self.fence_marks))
    }

    pub(super) fn into_parts(self) -> Parts {
        self.fences();
        let Self { fences, announcing_lines, data, .. } = self;
        Parts { fences: fences.into_inner().unwrap_or_default(), announcing_lines, data }
    }
}

/// What begins a line that is told by its first word alone. A dash, a star and a plus are not among them: a list has
/// headings.
const IS_PLAIN: [bool; 256] = {
    let mut bytes = [true; 256];
    let mut byte = 0;
    while byte < bytes.len() {
        bytes[byte] = !matches!(
            byte as u8,
            b'\n'
                | b'\r'
                | b'\t'
                | 0x0b
                | 0x0c
                | b'|'
                | b'#'
                | b'-'
                | b'*'
                | b'+'
                | b'='
                | b'>'
                | b'`'
                | b'~'
                | 0x80..
        );
        byte += 1;
    }
    bytes
};

/// Most lines that begin with a star or a dash: an item that is no heading, or words in bold.
#[inline]
fn is_plain_item(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at..).and_then(<[u8]>::first_chunk) {
        Some([b'-' | b'*' | b'+', b' ', third]) => *third != b'#',
        Some([b'*', b'*', _]) => true,
        _ => false,
    }
}

/// The first bytes of a name, letters in lower case; of what is shorter, nothing.
#[inline]
fn start(name: &str) -> u32 {
    let first = name.as_bytes().first_chunk::<START>().copied().unwrap_or_default();
    // This bit tells a small letter from a capital; what else it changes makes a few marks one.
    u32::from_le_bytes(first) | 0x2020_2020
}
