//! Marks around a whole text.

/// A path or a name without the emphasis and code marks that are put around it.
pub fn unquoted(written: &str) -> String {
    let mut bare = written.trim();
    for mark in ["**", "`", "*"] {
        let inner = bare.strip_prefix(mark).and_then(|inner| inner.strip_suffix(mark));
        bare = inner.filter(|inner| !inner.contains(mark)).unwrap_or(bare);
    }
    bare.to_owned()
}

#[cfg(test)]
mod tests {
    use super::unquoted;

    #[test]
    fn marks_that_enclose_all_go() {
        assert_eq!(unquoted("**`src/a.rs`**"), "src/a.rs");
        assert_eq!(unquoted("`a` and `b`"), "`a` and `b`");
        assert_eq!(unquoted("src/*"), "src/*");
    }
}
