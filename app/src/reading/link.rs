//! Markdown links as the value of a cell: `[src/a.rs](../src/a.rs#L42)`.

/// The words and the target of a text that is a link as a whole.
pub fn linked(written: &str) -> Option<(&str, &str)> {
    let bare = written.trim().trim_matches(['*', '`']);
    let (words, target) = bare.strip_prefix('[')?.strip_suffix(')')?.split_once("](")?;
    (!target.contains(['(', ')'])).then(|| (words.trim_matches(['*', '`']), target.trim()))
}

#[cfg(test)]
mod tests {
    use super::linked;

    #[test]
    fn a_link_is_words_and_a_target() {
        assert_eq!(linked("[`a.rs`](src/a.rs#L4)"), Some(("a.rs", "src/a.rs#L4")));
        assert_eq!(linked("[a](b) and [c](d)"), None);
        assert_eq!(linked("a.rs"), None);
    }
}
