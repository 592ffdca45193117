//! Words out of a closed list: known, or something else.

use strsim::levenshtein;

use super::clean::{head, normal};

/// How a fragment names one of the known values.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Choice<T> {
    /// In another case, with decoration, or as a listed synonym.
    Whole(T),
    /// As a word among others: `FIXED - medium`, `~~CRITICAL~~ RESOLVED`.
    Among(T),
    Unknown,
}

/// Finds the value that `fragment` names. `names` are in the form that [`normal`] gives.
pub fn choose<T: Clone>(fragment: &str, names: &[(&str, T)]) -> Choice<T> {
    choose_by(fragment, |word| names.iter().find(|(name, _)| *name == word).map(|(_, value)| value.clone()))
}

/// As [`choose`], of values that are looked up.
pub fn choose_by<T>(fragment: &str, value: impl Fn(&str) -> Option<T>) -> Choice<T> {
    // All names are of a few words.
    let head = head(fragment, 120);
    let written = normal(head);
    if let Some(whole) = value(&written) {
        return Choice::Whole(whole);
    }
    let words = written.split(|edge: char| !edge.is_alphanumeric());
    let mut affirmed = words.take_while(|word| !DENIALS.contains(word));
    affirmed.find_map(value).map_or(Choice::Unknown, Choice::Among)
}

/// Behind them, a value is denied: `not completed`, `isn't done`, `to be done`, `non-critical`.
const DENIALS: [&str; 14] = [
    "almost", "be", "below", "half", "isn", "nearly", "never", "no", "non", "not", "partially", "partly",
    "un", "wasn",
];

/// The known name that differs least from `fragment`, if it is near enough to be a slip. A word that begins otherwise may be
/// the opposite (`incomplete`, `unresolved`, `bypass`), and a number is another one (`P9`).
pub fn nearest<'n>(fragment: &str, names: &[&'n str]) -> Option<&'n str> {
    let written = normal(fragment);
    let length = written.chars().count();
    if length > 64 {
        return None;
    }
    let is_slip = |distance: usize| distance * 3 <= length.max(3);
    let distance = |name: &&'n str| {
        // Words differ at least as much as their lengths do.
        let may_be_slip = is_slip(name.chars().count().abs_diff(length));
        let known = normal(name);
        (may_be_slip && says_alike(&written, &known)).then(|| (levenshtein(&written, &known), *name))
    };
    let nearest = names.iter().filter_map(distance).min_by_key(|(distance, _)| *distance);
    nearest.filter(|(distance, _)| is_slip(*distance)).map(|(_, name)| name)
}

fn says_alike(written: &str, known: &str) -> bool {
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).collect::<String>();
    written.chars().next() == known.chars().next() && digits(written) == digits(known)
}

#[cfg(test)]
mod tests {
    use super::{Choice, choose, nearest};

    const NAMES: [(&str, u8); 3] = [("high", 1), ("medium", 2), ("needs changes", 3)];

    #[test]
    fn a_value_is_found_under_decoration() {
        assert_eq!(choose("🔴 **HIGH**", &NAMES), Choice::Whole(1));
        assert_eq!(choose("NEEDS_CHANGES", &NAMES), Choice::Whole(3));
        assert_eq!(choose("[FIXED - medium]", &NAMES), Choice::Among(2));
        assert_eq!(choose("highest", &NAMES), Choice::Unknown);
    }

    #[test]
    fn a_value_that_is_denied_is_not_meant() {
        for denied in
            ["not high", "isn't high", "non-high", "to be high", "almost high", "Not a **high** risk"]
        {
            assert_eq!(choose(denied, &NAMES), Choice::Unknown, "{denied}");
        }
        assert_eq!(choose("high, not medium", &NAMES), Choice::Among(1));
    }

    #[test]
    fn opposites_and_other_numbers_are_no_slips() {
        for (opposite, known) in [
            ("incomplete", "completed"),
            ("NO SUCCESS", "SUCCESS"),
            ("unresolved", "resolved"),
            ("bypass", "pass"),
            ("slow", "low"),
            ("P9", "P0"),
        ] {
            assert_eq!(nearest(opposite, &[known]), None, "{opposite}");
        }
    }

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        assert_eq!(nearest("hgih", &["high", "low"]), None);
        assert_eq!(nearest("hig", &["high", "low"]), Some("high"));
        assert_eq!(nearest("mediun", &["high", "medium"]), Some("medium"));
        assert_eq!(nearest("info", &["critical", "high", "medium", "low"]), None);
    }
}
