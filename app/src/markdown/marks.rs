//! Finds a mark in a text, for callers that visit its lines in order.

use memchr::memchr;

use crate::text::Span;

/// Reports for one line after another whether it contains a mark. Searches the text once, not line by line.
pub(super) struct Marks<'t> {
    bytes: &'t [u8],
    mark: u8,
    /// The first mark that was not passed yet, or the end of the text.
    next: usize,
}

impl<'t> Marks<'t> {
    pub fn of(source: &'t str, mark: u8) -> Self {
        let mut found = Self { bytes: source.as_bytes(), mark, next: 0 };
        found.find(0);
        found
    }

    /// Returns the first mark in a line, which must not precede the lines of earlier calls.
    #[inline]
    pub fn first_in(&mut self, line: Span) -> Option<u32> {
        if self.next < line.start as usize {
            self.find(line.start as usize);
        }
        (self.next < line.end as usize).then_some(self.next as u32)
    }

    fn find(&mut self, from: usize) {
        let rest = self.bytes.get(from..).unwrap_or_default();
        self.next = memchr(self.mark, rest).map_or(self.bytes.len(), |at| from + at);
    }
}

#[cfg(test)]
mod tests {
    use super::Marks;
    use crate::text::Text;

    #[test]
    fn marks_are_known_line_by_line() {
        for source in ["a|b\n\n|\nc\nd||\n", "a\nb", "", "|", "a\r\n|\r\nb\na"] {
            let text = Text::new(source);
            let mut bars = Marks::of(source, b'|');
            for line in text.lines().spans() {
                assert_eq!(
                    bars.first_in(line).is_some(),
                    text.slice(line).contains('|'),
                    "{source:?} {line:?}"
                );
            }
        }
    }
}
