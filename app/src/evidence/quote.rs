use crate::text::mask_secrets;

/// What is kept of a line that is longer: enough to recognize it.
const LONGEST_LINE: usize = 2_000;

/// Returns a text on one line, without anything that looks like a key, cut to a length in bytes.
pub(super) fn quoted(text: &str, most: usize) -> String {
    let words: Vec<&str> = head_of(text, LONGEST_LINE).split_whitespace().collect();
    bounded(&words.join(" "), most)
}

/// Returns a text without anything that looks like a key, cut to a length in bytes.
pub(super) fn bounded(text: &str, most: usize) -> String {
    let mut bytes = head_of(text, LONGEST_LINE).as_bytes().to_vec();
    mask_secrets(&mut bytes);
    let masked = String::from_utf8_lossy(&bytes);
    let kept = head_of(&masked, most);
    if kept.len() < masked.len() { format!("{kept}…") } else { kept.to_owned() }
}

/// Returns the beginning of a text, cut between characters.
pub(super) fn head_of(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

/// Returns the end of a text, cut between characters.
pub(super) fn tail_of(text: &str, most: usize) -> &str {
    text.get(text.ceil_char_boundary(text.len().saturating_sub(most))..).unwrap_or(text)
}
