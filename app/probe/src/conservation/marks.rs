//! Words that are markup by their place: numbers of list items, tags of fences, and placeholders.

/// Returns whether the word at this place in a piece is a mark.
pub fn is_mark(source: &str, at: usize, word: &str) -> bool {
    let (before, behind) = (&source[..at], &source[at + word.len()..]);
    let before = &before[before.rfind(['\n', '\r']).map_or(0, |end| end + 1)..];
    word == "null"
        || word == "none"
        || is_number_of_item(before, behind, word)
        || is_fence_tag(before)
        || is_in_placeholder(before, behind)
}

/// `3.` or `3)` where a line or a cell begins.
fn is_number_of_item(before: &str, behind: &str, word: &str) -> bool {
    word.chars().all(char::is_numeric)
        && before.chars().all(|character| character.is_whitespace() || "#>*_|-[(".contains(character))
        && behind.starts_with(['.', ')', ':'])
}

/// Returns whether the word is the language of a code fence.
fn is_fence_tag(before: &str) -> bool {
    before.ends_with("```") || before.ends_with("~~~")
}

/// Returns whether the word is in a placeholder such as `{Brief Title}`. Braces around quotes are JSON.
fn is_in_placeholder(before: &str, behind: &str) -> bool {
    let Some((_, inner)) = before.rsplit_once('{') else { return false };
    let rest = behind.split(['\n', '\r']).next().unwrap_or_default();
    let Some((rest, _)) = rest.split_once('}') else { return false };
    !inner.contains(['}', '"']) && !rest.contains(['{', '"'])
}
