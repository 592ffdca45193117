/// Returns the beginning of some words, as one that was cut where it was.
pub fn head_of(words: &str, longest: usize) -> String {
    match words.get(..words.floor_char_boundary(longest)) {
        Some(head) if head.len() < words.len() => format!("{head}…"),
        _ => words.to_owned(),
    }
}
