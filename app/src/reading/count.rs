//! Numbers with their nouns, for messages.

/// `1 finding`, `3 findings`.
pub fn counted(count: usize, noun: &str) -> String {
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn nouns_follow_their_number() {
        assert_eq!(counted(1, "finding"), "1 finding");
        assert_eq!(counted(0, "finding"), "0 findings");
        assert_eq!(counted(2, "entry"), "2 entries");
    }
}
