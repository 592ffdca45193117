//! White space and comments between values.

use super::reader::Reader;
use super::syntax_issue::SyntaxIssueKind;
use crate::text::{ByteBlock, Span};

impl Reader<'_> {
    /// Passes over white space and comments.
    #[inline(always)]
    pub(super) fn skip_space(&mut self) {
        // Nearly all values follow directly, or behind a blank.
        self.at += usize::from(self.peek() == Some(b' '));
        if !self.peek().is_some_and(|next| IS_VALUE[usize::from(next)]) {
            self.skip_any_space();
        }
    }

    fn skip_any_space(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' => self.at += 1,
                b'\n' | b'\r' => self.at += 1 + margin(self.source.as_bytes().get(self.at + 1..)),
                b'/' | b'#' => {
                    let Some(length) = comment(self.rest()) else { return };
                    let span = Span::of(self.at, self.at + length);
                    self.issue(SyntaxIssueKind::Comment, span, || None);
                    self.at += length;
                }
                0x0b | 0x0c | 0x80.. => {
                    let Some(space) = self.rest().chars().next().filter(|space| is_foreign_space(*space))
                    else {
                        return;
                    };
                    let span = Span::of(self.at, self.at + space.len_utf8());
                    self.issue(SyntaxIssueKind::ForeignSpace, span, || Some((span, " ".to_owned())));
                    self.at += space.len_utf8();
                }
                _ => return,
            }
            if self.is_over {
                return;
            }
        }
    }
}

/// What is neither white space nor begins a comment.
const IS_VALUE: [bool; 256] = {
    let mut bytes = [false; 256];
    let mut byte = b'!';
    while byte < 0x80 {
        bytes[byte as usize] = !matches!(byte, b'/' | b'#');
        byte += 1;
    }
    bytes
};

/// The length of what precedes a line's first value: white space, and the marks of a quote in Markdown.
fn margin(line: Option<&[u8]>) -> usize {
    let line = line.unwrap_or_default();
    let blanks = ByteBlock::at(line, 0).map_or(0, ByteBlock::blanks);
    let rest = line.get(blanks..).unwrap_or_default();
    blanks + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'>')).count()
}

fn is_foreign_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{feff}' | '\u{200b}')
}

/// The length of the comment at the beginning, without the line break that ends it.
pub(super) fn comment(rest: &str) -> Option<usize> {
    if let Some(inner) = rest.strip_prefix("/*") {
        return inner.find("*/").map(|end| end + 4);
    }
    let is_line = rest.starts_with("//") || rest.starts_with('#');
    is_line.then(|| rest.find(['\n', '\r']).unwrap_or(rest.len()))
}
