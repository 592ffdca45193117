//! Marks around a whole text, and links that are one.

use crate::text::Span;

/// Returns a path or a name without the emphasis and code marks around it.
pub fn unquoted(written: &str) -> String {
    let mut bare = written.trim();
    for mark in ["**", "`", "*"] {
        let inner = bare.strip_prefix(mark).and_then(|inner| inner.strip_suffix(mark));
        bare = inner.filter(|inner| !inner.contains(mark)).unwrap_or(bare);
    }
    bare.to_owned()
}

/// Returns the words of a line that is in bold from end to end.
pub fn bold_line(source: &str, line: Span) -> Option<Span> {
    let inner = line.slice(source).strip_prefix("**")?.strip_suffix("**")?;
    let is_line = !inner.is_empty() && !inner.contains(['*', '\n', '\r']);
    is_line.then(|| line.skip(2).take(inner.len()))
}

/// The words and the target of a text that is a link as a whole: `[src/a.rs](../src/a.rs#L42)`.
pub fn linked(written: &str) -> Option<(&str, &str)> {
    let bare = written.trim().trim_matches(['*', '`']);
    let (words, target) = bare.strip_prefix('[')?.strip_suffix(')')?.split_once("](")?;
    (!target.contains(['(', ')'])).then(|| (words.trim_matches(['*', '`']), target.trim()))
}

#[cfg(test)]
mod tests {
    use super::{linked, unquoted};

    #[test]
    fn marks_that_enclose_all_go() {
        assert_eq!(unquoted("**`src/a.rs`**"), "src/a.rs");
        assert_eq!(unquoted("`a` and `b`"), "`a` and `b`");
        assert_eq!(unquoted("src/*"), "src/*");
    }

    #[test]
    fn a_link_is_words_and_a_target() {
        assert_eq!(linked("[`a.rs`](src/a.rs#L4)"), Some(("a.rs", "src/a.rs#L4")));
        assert_eq!(linked("[a](b) and [c](d)"), None);
        assert_eq!(linked("a.rs"), None);
    }
}
