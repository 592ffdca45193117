//! The lines that a diagnostic is about, cut so that they fit on a screen.

use std::ops::Range;

use app::text::{Span, Text};

use super::visible::push_visible;

/// Bytes of a line that are shown before the marked place, of the place itself, and after it.
const BEFORE: usize = 60;
const MARKED: usize = 100;
const AFTER: usize = 40;
const MOST_LINES: u32 = 5;

/// The part of a text to draw: cut, with invisible characters escaped.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub source: String,
    /// The number of its first line, from 1.
    pub line: u32,
    /// The marked place within `source`.
    pub marked: Range<usize>,
    /// Whether lines are left out. If so, the last line of `source` gives their number.
    pub goes_on: bool,
}

impl Excerpt {
    pub fn of(text: &Text, span: Span) -> Self {
        let lines = text.lines();
        let first = lines.line_of(span.start);
        let end = lines.line_of(span.end.saturating_sub(1).max(span.start));
        let last = end.min(first + MOST_LINES - 1);
        let mut excerpt = Self { source: String::new(), line: first + 1, marked: 0..0, goes_on: end > last };
        for line in first..=last {
            if line > first {
                excerpt.source.push('\n');
            }
            excerpt.push_line(text.slice(lines.line(line)), lines.line(line).start, span, line == first);
        }
        if excerpt.goes_on {
            // The mark continues there.
            let (more, noun) = (end - last, if end - last == 1 { "line" } else { "lines" });
            excerpt.source.push_str(&format!("\n… and {more} more {noun}"));
            excerpt.marked.end = excerpt.source.len();
        }
        excerpt
    }

    fn push_line(&mut self, line: &str, offset: u32, span: Span, is_first: bool) {
        let line = line.trim_end_matches(['\r', '\n']);
        let within = |at: u32| (at.saturating_sub(offset) as usize).min(line.len());
        let (start, end) = (within(span.start), within(span.end));
        let from = line.floor_char_boundary(start.saturating_sub(BEFORE));
        let to = line.ceil_char_boundary(end.min(start + MARKED) + AFTER);
        if from > 0 {
            self.source.push('…');
        }
        let shown = line.get(from..to).unwrap_or_default();
        for (at, character) in shown.char_indices() {
            if is_first && from + at <= start {
                self.marked.start = self.source.len();
            }
            push_visible(&mut self.source, character);
            if from + at < end {
                self.marked.end = self.source.len();
            }
        }
        if is_first && start >= from + shown.len() {
            self.marked.start = self.source.len();
        }
        self.marked.end = self.marked.end.max(self.marked.start);
        if to < line.len() {
            self.source.push('…');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, span: (u32, u32), expected: &str, marked: &str) {
        let excerpt = Excerpt::of(&Text::new(source), Span::new(span.0, span.1));
        assert_eq!(excerpt.source, expected);
        assert_eq!(&excerpt.source[excerpt.marked], marked);
    }

    #[test]
    fn a_short_line_is_not_cut() {
        check("one\r\ntwo three\n", (9, 14), "two three", "three");
        check("one", (3, 3), "one", "");
        check("", (0, 0), "", "");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let source = format!("{}HERE{}", "a".repeat(1000), "b".repeat(1000));
        let expected = format!("…{}HERE{}…", "a".repeat(BEFORE), "b".repeat(AFTER));
        check(&source, (1000, 1004), &expected, "HERE");
    }

    #[test]
    fn a_place_of_many_lines_is_shown_by_its_first() {
        let source = "line\n".repeat(100);
        let shown = format!("{}… and 95 more lines", "line\n".repeat(MOST_LINES as usize));
        check(&source, (0, 500), &shown, &shown);
    }

    #[test]
    fn marks_keep_their_place_beside_escaped_characters() {
        check("a\u{202e}b 한국", (1, 5), r"a\u{202e}b 한국", r"\u{202e}b");
        check("a\u{202e}b 한국", (6, 9), r"a\u{202e}b 한국", "한");
    }
}
