//! Text from outside, safe on a terminal: what would be invisible, move the cursor, or turn the line around
//! is spelled out.

use std::borrow::Cow;
use std::fmt::Write;

pub(super) fn visible(text: &str) -> Cow<'_, str> {
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
        // Writing into a string does not fail.
        let _ = write!(shown, "\\u{{{:x}}}", character as u32);
    } else {
        shown.push(character);
    }
}

/// Controls, bidirectional marks, and characters without a width. The joiner stays: emoji are made with it.
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
    fn treacherous_characters_are_spelled_out() {
        assert_eq!(visible("한국어 é\t👩‍🔬"), "한국어 é\t👩‍🔬");
        assert_eq!(visible("a\u{1b}[31mb\u{202e}c\u{feff}"), r"a\u{1b}[31mb\u{202e}c\u{feff}");
    }
}
