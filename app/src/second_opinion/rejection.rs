//! Whether a second opinion says that a finding is none.

/// Words by which a finding is rejected.
const REJECTIONS: [&str; 8] = [
    "false positive", "not an issue", "not a bug", "not a problem", "not a finding", "no real issue",
    "disagree with this finding", "disagree with finding",
];
/// Words that turn them around.
const DENIALS: [&str; 6] = ["not a ", "not ", "no ", "isn't a ", "don't ", "can't "];

/// Returns the words that reject the finding.
pub(super) fn rejection(words: &str) -> Option<&'static str> {
    let words = words.to_lowercase().replace('’', "'");
    let is_said = |rejection: &&'static str| {
        words.match_indices(*rejection).any(|(at, _)| {
            let before = words.get(..at).unwrap_or_default();
            !DENIALS.iter().any(|denial| before.ends_with(denial))
        })
    };
    REJECTIONS.into_iter().find(|rejection| is_said(rejection))
}

#[cfg(test)]
mod tests {
    use super::rejection;

    #[test]
    fn a_rejection_is_said_and_not_denied() {
        assert_eq!(rejection("This is a false positive: the lock is held."), Some("false positive"));
        assert_eq!(rejection("I disagree with finding 2."), Some("disagree with finding"));
        assert_eq!(rejection("Not an issue here."), Some("not an issue"));
        assert_eq!(rejection("This is not a false positive."), None);
        assert_eq!(rejection("It isn't a false positive."), None);
        assert_eq!(rejection("I disagree with the approval: this is open."), None);
        assert_eq!(rejection("The filter returns too many positives."), None);
        assert_eq!(rejection("The sum is not an integer."), None);
    }
}
