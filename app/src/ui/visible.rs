use leptos::prelude::*;

use crate::language::{FROM_OUTSIDE, Language};
use crate::ui::allowance::Allowance;
use crate::ui::size;

/// How much of one value a page shows before it notes that there is more.
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

/// The beginning of a text that costs no more than `limit` bytes of HTML.
pub fn affordable(text: &str, limit: usize) -> &str {
    // Nearly all texts are short.
    if text.len() <= limit / ESCAPE {
        return text;
    }
    let mut left = limit;
    let end = text.char_indices().find(|(_, character)| {
        let cost = cost_of(*character);
        let is_beyond = cost > left;
        left = left.saturating_sub(cost);
        is_beyond
    });
    end.and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// What a text costs as HTML.
pub fn cost(text: &str) -> usize {
    text.chars().map(cost_of).sum()
}

/// What the name of a character costs that is spelled out.
const ESCAPE: usize = 36;

fn cost_of(character: char) -> usize {
    match character {
        '&' | '<' | '>' | '"' => 6,
        other if is_invisible_or_bidi(other) => ESCAPE,
        other => other.len_utf8(),
    }
}

/// Text from outside as a person may safely read it: what would be invisible or reorder the line is spelled out. Of a
/// long text the beginning is shown, as far as the page's allowance goes.
pub fn visible(text: &str) -> AnyView {
    let shown = affordable(text, Allowance::for_value(CLIP));
    Allowance::take(cost(shown));
    if shown.len() == text.len() {
        return spelled_out(shown);
    }
    let size = size::bytes((text.len() - shown.len()) as u32);
    view! { {spelled_out(shown)} <span class="clip">{format!(" … {size} more in the source")}</span> }
        .into_any()
}

/// As [`visible`], of a text that is bounded already.
pub fn spelled_out(text: &str) -> AnyView {
    if !text.chars().any(is_invisible_or_bidi) {
        return from_outside(text).into_any();
    }
    let mut parts = Vec::new();
    let mut plain = from_outside("");
    for character in text.chars() {
        if is_invisible_or_bidi(character) {
            parts.push(std::mem::replace(&mut plain, from_outside("")).into_any());
            let name = format!("U+{:04X}", character as u32);
            parts.push(view! { <span class="escape">{name}</span> }.into_any());
        } else {
            plain.push(character);
        }
    }
    parts.push(plain.into_any());
    parts.into_any()
}

/// Marks a piece of text that is not translated, on a page that is.
fn from_outside(text: &str) -> String {
    match use_context::<Language>() {
        None | Some(Language::English) => text.to_owned(),
        Some(_) => format!("{FROM_OUTSIDE}{text}"),
    }
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
    use super::{affordable, clip, is_invisible_or_bidi};

    #[test]
    fn a_text_is_cut_where_its_html_would_be_too_long() {
        assert_eq!(affordable("a<b", 100), "a<b");
        assert_eq!(affordable(&"a".repeat(50), 40), "a".repeat(40));
        assert_eq!(affordable(&"<".repeat(50), 40), "<<<<<<");
        assert_eq!(affordable(&"\u{1}".repeat(50), 80), "\u{1}\u{1}");
    }

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
