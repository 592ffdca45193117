//! The words of a text: runs of letters, and runs of digits, of any script and in lower case.

/// The words of a text, each with its offset.
pub fn words(text: &str) -> Vec<(u32, String)> {
    let mut found: Vec<(u32, String)> = Vec::new();
    let mut open = None;
    for (at, character) in text.char_indices() {
        if !character.is_alphanumeric() {
            open = None;
            continue;
        }
        let is_digit = character.is_numeric();
        if open != Some(is_digit) {
            found.push((u32::try_from(at).unwrap_or(u32::MAX), String::new()));
        }
        open = Some(is_digit);
        if let Some((_, word)) = found.last_mut() {
            word.extend(character.to_lowercase());
        }
    }
    found
}

/// The words of a field's name: `targetType` is also `target` and `type`.
pub fn words_of_name(name: &str) -> impl Iterator<Item = String> {
    let mut spaced = String::new();
    for character in name.chars() {
        if character.is_uppercase() {
            spaced.push(' ');
        }
        spaced.push(character);
    }
    let (apart, whole) = (words(&spaced), words(name));
    apart.into_iter().chain(whole).map(|(_, word)| word)
}
