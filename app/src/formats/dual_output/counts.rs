//! How much the second opinion found: `2`, `2 (a message and a test)`, `None`.

use super::rules::UNREADABLE_COUNT;
use crate::chain::{number_of, spelled_number};
use crate::format::prelude::*;
use crate::markdown::unquoted_lines;
use crate::reading::{Scope, clean, is_none, says_nothing};

#[derive(Debug, Default)]
pub(super) struct Count {
    pub number: Option<u32>,
    /// All that is written, where that is more than the number.
    pub as_written: Option<String>,
}

pub(super) fn read(body: &Scope<'_>, value: Span, field: &'static str, sink: &mut Sink) -> Count {
    let Some(written) = body.value(value, field, sink) else { return Count::default() };
    // What is quoted says the same without the marks of its lines.
    let written = unquoted_lines(&written).map_or(written, |bare| bare.trim().to_owned());
    let bare = clean(&written);
    let first = bare.split([' ', ',', '.', '(']).next().unwrap_or_default();
    let begins_with_digit = bare.starts_with(|first: char| first.is_ascii_digit());
    let in_words = || spelled_number(first).or((is_none(&written) || says_nothing(&written)).then_some(0));
    let alone = || if begins_with_digit { number_of(&bare) } else { in_words() };
    let number = listed(&written).or_else(|| by_severity(&bare)).or_else(alone);
    if number.is_none() && !begins_with_digit {
        let message = format!("`{written}` is no number");
        let unreadable = Diagnostic::new(&UNREADABLE_COUNT, value, message).field(field);
        sink.report(unreadable.found(written.as_str()));
    }
    let is_plain = is_none(&written) || number.is_some_and(|number| number.to_string() == written);
    Count { number, as_written: (!is_plain).then_some(written) }
}

/// What is counted: `2 critical`, `1 low issue`.
const SEVERITIES: [&str; 10] =
    ["critical", "high", "major", "medium", "moderate", "low", "minor", "info", "warning", "warnings"];
/// More words behind a number say something else.
const LONGEST_COUNT: usize = 3;

/// How many things a list names: the sum of what its items count, or the number of them.
fn listed(written: &str) -> Option<u32> {
    let lines = || written.split(['\n', '\r']).filter(|line| !line.trim().is_empty());
    let indent = |line: &str| line.len() - line.trim_start().len();
    // The first line lost its margin, as every value does.
    let items: Option<Vec<&str>> = lines().map(item).collect();
    let items = items.filter(|items| !items.is_empty())?;
    let counts: Vec<Option<u32>> = items.iter().map(|item| counted(&clean(item))).collect();
    if counts.iter().all(Option::is_some) {
        return counts.into_iter().flatten().try_fold(0, u32::checked_add);
    }
    let are_flat =
        lines().skip(2).all(|line| lines().nth(1).is_some_and(|second| indent(second) == indent(line)));
    let are_words = items.iter().all(|item| !item.starts_with(|first: char| first.is_ascii_digit()));
    let is_nothing = items.iter().any(|item| is_none(item) || says_nothing(item));
    (are_flat && are_words && !is_nothing).then(|| u32::try_from(items.len()).ok())?
}

/// The words of an item.
fn item(line: &str) -> Option<&str> {
    let line = line.trim();
    let bullet = ["- ", "* ", "+ ", "• "].iter().find_map(|marker| line.strip_prefix(*marker));
    let numbered = || {
        let rest = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
        rest.strip_prefix(". ").or(rest.strip_prefix(") ")).filter(|_| rest.len() < line.len())
    };
    bullet.or_else(numbered).map(str::trim)
}

/// `1 high, 2 medium (both of the lock)`: how many in all.
fn by_severity(bare: &str) -> Option<u32> {
    let uncommented = without_comments(bare);
    // Words after a dash describe what is counted.
    let counts = uncommented.split(" - ").next().unwrap_or_default();
    let parts = counts.split([',', ';', '+', '/']).flat_map(|part| part.split(" and "));
    let counts: Option<Vec<u32>> =
        parts.map(str::trim).filter(|part| !part.is_empty()).map(counted).collect();
    counts.filter(|counts| counts.len() > 1)?.into_iter().try_fold(0, u32::checked_add)
}

/// What is outside of parentheses.
fn without_comments(bare: &str) -> String {
    let mut depth = 0_u32;
    let is_outside = |character: &char| {
        depth += u32::from(*character == '(');
        let is_outside = depth == 0;
        depth = depth.saturating_sub(u32::from(*character == ')'));
        is_outside
    };
    bare.chars().filter(is_outside).collect()
}

/// The number before a severity; `Critical: 2` says the same.
fn counted(words: &str) -> Option<u32> {
    let words: Vec<String> = words
        .split(|edge: char| edge.is_whitespace() || matches!(edge, ':' | '(' | ')' | '-'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let names = |word: &String| SEVERITIES.contains(&word.trim_end_matches('.'));
    let number = match words.as_slice() {
        [number, severity, ..] if words.len() <= LONGEST_COUNT && names(severity) => number,
        [severity, number] if names(severity) => number,
        _ => return None,
    };
    number.parse().ok().or_else(|| spelled_number(number))
}

#[cfg(test)]
mod tests {
    use super::{by_severity, listed};

    #[test]
    fn lists_are_counted() {
        assert_eq!(listed("- 2 critical\n  - 1 low issue"), Some(3));
        assert_eq!(listed("- The lock is fine\n- The score is too high"), Some(2));
        assert_eq!(listed("1. The lock\n  2. The score"), Some(2));
        // Two of these may be one.
        assert_eq!(listed("- 2 critical\n- The lock"), None);
        assert_eq!(listed("- The lock\n- The score\n  - is too high"), None);
        assert_eq!(listed("- None"), None);
        assert_eq!(listed("2"), None);
    }

    #[test]
    fn severities_are_added_up() {
        assert_eq!(by_severity("1 high, 2 medium"), Some(3));
        assert_eq!(by_severity("one critical and 2 minor"), Some(3));
        assert_eq!(by_severity("1 high (a, b), 2 medium (both of the lock)"), Some(3));
        assert_eq!(by_severity("1 high, 2 medium - both of the lock"), Some(3));
        assert_eq!(by_severity("2, of which 1 high"), None);
        assert_eq!(by_severity("2 (1 high, 1 low)"), None);
    }
}
