//! What a single line is, by itself.

use crate::text::{ByteBlock, Span};

use super::Marker;

/// Deeper quotes are read as text.
const DEEPEST_QUOTE: u8 = 32;
/// Longer lines are paragraphs, even if the line below underlines them.
const LONGEST_UNDERLINED: usize = 120;

/// The length of a bullet and the space behind it.
pub(super) const BULLET: usize = 2;

/// A line without its break, quote marks and indentation.
#[derive(Copy, Clone, Debug)]
pub(super) struct Line {
    /// Trimmed at both ends.
    pub content: Span,
    pub indent: u16,
    pub quote: u8,
}

/// Returns `true` for a line break alone, as a third of all lines are: one byte that doesn't end the text.
#[inline]
pub(super) const fn is_break_alone(source: &str, line: Span) -> bool {
    line.len() == 1 && (line.end as usize) < source.len()
}

/// Returns how many times a byte repeats from `at` on.
#[inline]
pub(super) fn run(bytes: &[u8], at: usize, byte: u8) -> usize {
    match ByteBlock::at(bytes, at).map(|first| first.run_of(byte)) {
        Some(count) if count < ByteBlock::COUNT => count,
        _ => long_run(bytes, at, byte),
    }
}

#[cold]
fn long_run(bytes: &[u8], at: usize, byte: u8) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|next| **next == byte).count()
}

impl Line {
    /// A line break alone.
    #[inline]
    pub const fn blank(line: Span) -> Self {
        Self { content: Span::empty_at(line.start), indent: 0, quote: 0 }
    }

    // Since a line is read and taken apart at once.
    #[inline(always)]
    pub fn read(source: &str, line: Span) -> Self {
        // Field by field: moving the struct as a whole would wait for its parts, which were just written.
        let (start, end, indent, quote) = match Self::read_plain(source, line) {
            Some((content, indent)) => (content.start, content.end, indent, 0),
            None => {
                let Self { content, indent, quote } = Self::read_any(source, line);
                (content.start, content.end, indent, quote)
            }
        };
        Self { content: Span { start, end }, indent, quote }
    }

    /// Returns content and indentation of a line with spaces in front and ASCII at both ends, as nearly all lines have.
    #[inline]
    fn read_plain(source: &str, line: Span) -> Option<(Span, u16)> {
        let bytes = source.as_bytes().get(line.range())?;
        let indent = run(source.as_bytes(), line.start as usize, b' ').min(bytes.len());
        let rest = line.skip(indent);
        let content = match bytes.get(indent..)? {
            [] | [b'\n' | b'\r', ..] => Span::empty_at(rest.start),
            [b'>', ..] => return None,
            [first, .., last, b'\n'] if first.is_ascii_graphic() && last.is_ascii_graphic() => {
                Span { start: rest.start, end: rest.end - 1 }
            }
            bytes => rest.trim_plain(bytes).filter(|content| content.start == rest.start)?,
        };
        Some((content, u16::try_from(indent).unwrap_or(u16::MAX)))
    }

    fn read_any(source: &str, line: Span) -> Self {
        let mut content = line;
        let mut quote = 0;
        let mut indent = skip_white_space(source, &mut content);
        while quote < DEEPEST_QUOTE && content.slice(source).starts_with('>') {
            quote += 1;
            content = content.skip(1);
            indent = skip_white_space(source, &mut content).saturating_sub(1);
        }
        Self { content: content.trim(source), indent, quote }
    }
}

fn skip_white_space(source: &str, content: &mut Span) -> u16 {
    let mut columns: u16 = 0;
    let mut bytes = 0;
    for character in content.slice(source).chars() {
        match character {
            '\t' => columns = columns.saturating_add(4),
            '\n' | '\r' => break,
            other if other.is_whitespace() => columns = columns.saturating_add(1),
            _ => break,
        }
        bytes += character.len_utf8();
    }
    *content = content.skip(bytes);
    columns
}

/// Level and text of `## Text ##`.
pub(super) fn heading(source: &str, content: Span) -> Option<(u8, Span)> {
    // Near the end of the text, fewer bytes may be left.
    let level = match ByteBlock::at(source.as_bytes(), content.start as usize) {
        Some(first) => first.run_of(b'#').min(content.len() as usize),
        None => content.slice(source).bytes().take_while(|byte| *byte == b'#').count(),
    };
    if !(1..=6).contains(&level) {
        return None;
    }
    let rest = content.skip(level);
    let ends_or_spaced = rest.slice(source).chars().next().is_none_or(char::is_whitespace);
    if !ends_or_spaced {
        return None;
    }
    let text = rest.trim(source);
    if !source.as_bytes().get(text.range()).is_some_and(|bytes| bytes.ends_with(b"#")) {
        return Some((level as u8, text));
    }
    let unclosed = text.slice(source).trim_end_matches('#');
    let is_closed = unclosed.is_empty() || unclosed.ends_with(char::is_whitespace);
    let text = if is_closed { text.take(unclosed.len()).trim(source) } else { text };
    Some((level as u8, text))
}

/// `- ## Text`, of which more is to be asked.
pub(super) const fn is_heading_item(line: &[u8]) -> bool {
    matches!(line, [b'-' | b'*' | b'+', b' ', b'#', ..])
}

/// Returns the level of the heading that an underline, `=====` or `-----`, makes of the words above it.
///
/// Agents write `---` as a rule right below a line; an underline is about as long as the words of its heading.
pub(super) fn underline(line: &str, words: &str) -> Option<u8> {
    let mark = *line.as_bytes().first().filter(|mark| matches!(mark, b'=' | b'-'))?;
    let is_whole = line.bytes().all(|byte| byte == mark);
    let length = words.chars().take(LONGEST_UNDERLINED + 1).count();
    let shortest = if mark == b'=' { 3 } else { 4.max(length / 2) };
    let is_heading = is_whole && line.len() >= shortest && length <= LONGEST_UNDERLINED;
    is_heading.then_some(if mark == b'=' { 1 } else { 2 })
}

/// `---`, `* * *`, `___`.
pub(super) fn is_rule(line: &str) -> bool {
    let [mark @ (b'-' | b'*' | b'_'), .., last] = line.as_bytes() else { return false };
    // Nearly all others are the items of a list, and end as words do.
    if last != mark {
        return false;
    }
    let mark = char::from(*mark);
    let mut marks = 0;
    line.chars().all(|character| {
        marks += usize::from(character == mark);
        character == mark || character.is_whitespace()
    }) && marks >= 3
}

/// Marker and text of `- text`, `3. text`, `• text`.
pub(super) fn item(source: &str, content: Span) -> Option<(Marker, Span)> {
    match source.as_bytes().get(content.range())? {
        [b'-' | b'*' | b'+', b' ', ..] => return Some((Marker::Bullet, content.skip(BULLET).trim(source))),
        // Nearly all others are words; `•` begins with these two bytes.
        [b'0'..=b'9' | b'-' | b'*' | b'+', ..] | [0xe2, 0x80, ..] => {}
        _ => return None,
    }
    let line = content.slice(source);
    let first = line.chars().next()?;
    let (marker, length) = match first {
        '-' | '*' | '+' | '•' => (Marker::Bullet, first.len_utf8()),
        '0'..='9' => {
            let digits = line.bytes().take(10).take_while(u8::is_ascii_digit).count();
            let is_ended = matches!(line.as_bytes().get(digits), Some(b'.' | b')'));
            (Marker::Number(line.get(..digits).filter(|_| is_ended)?.parse().ok()?), digits + 1)
        }
        _ => return None,
    };
    let rest = content.skip(length);
    let is_spaced = rest.slice(source).chars().next().is_none_or(char::is_whitespace);
    is_spaced.then(|| (marker, rest.trim(source)))
}
