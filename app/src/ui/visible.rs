use leptos::prelude::*;

/// How much of one value a page shows before it says that there is more.
pub const CLIP: usize = 6_000;
/// The same for free text of many paragraphs.
pub const CLIP_TEXT: usize = 200_000;

/// The beginning of a text, cut between characters; and how many bytes were left out.
pub fn clip(text: &str, limit: usize) -> (&str, usize) {
    if text.len() <= limit {
        return (text, 0);
    }
    let end = text.floor_char_boundary(limit);
    (text.get(..end).unwrap_or(text), text.len() - end)
}

/// Text from outside as a person may safely read it: what would be invisible or reorder the line is spelled out.
pub fn visible(text: &str) -> AnyView {
    if !text.chars().any(is_invisible_or_bidi) {
        return text.to_owned().into_any();
    }
    let mut parts = Vec::new();
    let mut plain = String::new();
    for character in text.chars() {
        if is_invisible_or_bidi(character) {
            parts.push(std::mem::take(&mut plain).into_any());
            let name = format!("U+{:04X}", character as u32);
            parts.push(view! { <span class="escape">{name}</span> }.into_any());
        } else {
            plain.push(character);
        }
    }
    parts.push(plain.into_any());
    parts.into_any()
}

/// Controls, bidirectional overrides and zero-width characters.
fn is_invisible_or_bidi(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        '\u{200d}' => false, // joins emoji
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => true,
        other => other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::{clip, is_invisible_or_bidi};

    #[test]
    fn cuts_between_characters() {
        assert_eq!(clip("한국어", 4), ("한", 6));
        assert_eq!(clip("short", 10), ("short", 0));
    }

    #[test]
    fn treacherous_characters_are_known() {
        assert!(['\u{202e}', '\u{200b}', '\0', '\u{1b}'].into_iter().all(is_invisible_or_bidi));
        assert!(!['한', '\n', 'é', '\u{200d}'].into_iter().any(is_invisible_or_bidi));
    }
}
