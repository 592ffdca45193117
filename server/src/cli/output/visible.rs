//! Makes text from outside safe for a terminal: escapes what is invisible, moves the cursor, or reverses the line.

use std::borrow::Cow;
use std::fmt::Write;

pub(in crate::cli) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_invisible_or_bidi) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        push_visible(&mut shown, character);
    }
    Cow::Owned(shown)
}

pub(super) fn push_visible(shown: &mut String, character: char) {
    if is_invisible_or_bidi(character) {
        // Writing to a string can't fail.
        let _ = write!(shown, "\\u{{{:x}}}", character as u32);
    } else {
        shown.push(character);
    }
}

/// Returns whether a character is a control, a bidirectional mark, or has no width. The joiner is allowed: emoji use it.
fn is_invisible_or_bidi(character: char) -> bool {
    match character {
        '\t' | '\u{200d}' => false,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => true,
        other => other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn invisible_characters_are_escaped() {
        assert_eq!(visible("한국어 é\t👩‍🔬"), "한국어 é\t👩‍🔬");
        assert_eq!(visible("a\u{1b}[31mb\u{202e}c\u{feff}"), r"a\u{1b}[31mb\u{202e}c\u{feff}");
    }
}
