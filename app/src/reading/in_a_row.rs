/// Returns parts of a statement as one, with a colon between two of which the first doesn't end a sentence.
pub fn in_a_row(parts: &[impl AsRef<str>]) -> String {
    let mut whole = String::new();
    for part in parts.iter().map(AsRef::as_ref) {
        let between = match whole.trim_end().chars().last() {
            None => "",
            Some('.' | '?' | '!' | ':' | '…' | '。' | '？' | '！') => " ",
            Some(_) => ": ",
        };
        whole.push_str(between);
        whole.push_str(part);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::in_a_row;

    #[test]
    fn a_colon_follows_words_and_no_sentence() {
        assert_eq!(in_a_row(&["Refunds", "who decides?", "Finance"]), "Refunds: who decides? Finance");
        assert_eq!(in_a_row(&["Alone"]), "Alone");
        assert_eq!(in_a_row(&[""; 0]), "");
    }
}
