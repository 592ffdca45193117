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
    let mut words = written.split(|edge: char| !edge.is_alphanumeric());
    words.find_map(value).map_or(Choice::Unknown, Choice::Among)
}

/// The known name that differs least from `fragment`, if it is near enough to be a slip.
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
        may_be_slip.then(|| (levenshtein(&written, &normal(name)), *name))
    };
    let nearest = names.iter().filter_map(distance).min_by_key(|(distance, _)| *distance);
    nearest.filter(|(distance, _)| is_slip(*distance)).map(|(_, name)| name)
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
    fn slips_are_near_and_other_words_are_not() {
        assert_eq!(nearest("hgih", &["high", "low"]), None);
        assert_eq!(nearest("hig", &["high", "low"]), Some("high"));
        assert_eq!(nearest("mediun", &["high", "medium"]), Some("medium"));
        assert_eq!(nearest("info", &["critical", "high", "medium", "low"]), None);
    }
}
