//! What a step waits for: `#1`, `#1,#2`, `--`.

use super::rules::{UNREADABLE_WAITS, WAITS_SPELLING};
use crate::format::prelude::*;
use crate::moves::StepNumber;
use crate::reading::is_none;

/// No chain is longer; a longer range means something else.
const LONGEST_RANGE: u32 = 100;

/// Returns the steps that a cell names, and the cell as written if it holds something else.
pub(super) fn read_cell(
    text: &Text,
    cell: Span,
    path: FieldPath,
    sink: &mut Sink,
) -> (Vec<u32>, Option<String>) {
    let written = text.read(cell);
    let written = written.trim();
    let steps = if is_none(written) { Some(Waits::default()) } else { waits(written) };
    if !cell.is_empty() {
        sink.field(path, cell);
    }
    let Some(Waits { steps, has_parts }) = steps else {
        let message = format!("`{written}` is no list of steps");
        let unreadable = Diagnostic::new(&UNREADABLE_WAITS, cell, message).field(path.to_string());
        sink.report(unreadable.expected("`#1`, `#1,#2` or `--`").found(written));
        return (Vec::new(), Some(written.to_owned()));
    };
    if has_parts {
        // A number alone would be another step's.
        return (steps, Some(written.to_owned()));
    }
    let plain = spelled(&steps);
    if written != plain && written.replace(' ', "").replace(['–', '—'], "--") != plain {
        let what = format!("`{plain}`");
        let spelling = Diagnostic::spelling(&WAITS_SPELLING, cell, &what, written, &plain);
        sink.report(spelling.field(path.to_string()));
    }
    (steps, None)
}

fn spelled(steps: &[u32]) -> String {
    if steps.is_empty() {
        return "--".to_owned();
    }
    let names: Vec<String> = steps.iter().map(|step| format!("#{step}")).collect();
    names.join(",")
}

/// The steps that a cell names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Waits {
    pub steps: Vec<u32>,
    /// One of them is a part of a step: `#2b`.
    pub has_parts: bool,
}

/// Every number in a fragment that speaks of steps only: `Step 1`, `#1 and #2`, `1-3`, `#2b`.
pub(super) fn waits(written: &str) -> Option<Waits> {
    let mut found: Vec<u32> = Vec::new();
    let mut has_parts = false;
    let mut is_range = false;
    let mut rest = written;
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        let belongs = |character: char| {
            if is_digit {
                character.is_ascii_digit()
            } else {
                first.is_alphabetic() && character.is_alphabetic()
            }
        };
        let end =
            rest.find(|character: char| !belongs(character)).unwrap_or(rest.len()).max(first.len_utf8());
        let (token, after) = rest.split_at_checked(end)?;
        rest = after;
        if is_digit {
            let number: u32 = token.parse().ok()?;
            let from = found.last().copied().filter(|from| is_range && *from < number);
            match from {
                Some(from) if number - from > LONGEST_RANGE => return None,
                Some(from) => found.extend(from + 1..=number),
                None => found.push(number),
            }
            is_range = false;
            if let Some(after) = behind_letter(rest) {
                (rest, has_parts) = (after, true);
            }
        } else if first.is_alphabetic() {
            let is_known =
                ["step", "steps", "and", "to", "all", "of"].contains(&token.to_lowercase().as_str());
            is_range = token.eq_ignore_ascii_case("to");
            if !is_known {
                return None;
            }
        } else {
            is_range = matches!(first, '-' | '–' | '—') || (is_range && matches!(first, '#' | ' '));
            let is_separator =
                matches!(first, ',' | ';' | '&' | '+' | '/' | '#' | '*' | '`' | '[' | ']' | '-' | '–' | '—');
            if !is_separator && !first.is_whitespace() {
                return None;
            }
        }
    }
    if has_parts {
        // A step and its part have one number.
        found.dedup();
    }
    (!found.is_empty()).then_some(Waits { steps: found, has_parts })
}

/// Returns the steps of a cell that names some, with the letters of parts.
pub(super) fn with_parts(written: &str) -> Vec<StepNumber> {
    let words = written.split(|character: char| !character.is_ascii_alphanumeric());
    if waits(written).is_some() { words.filter_map(|word| word.parse().ok()).collect() } else { Vec::new() }
}

/// What follows the letter right behind a number that names a part of a step.
fn behind_letter(rest: &str) -> Option<&str> {
    let after = rest.strip_prefix(|letter: char| letter.is_ascii_alphabetic())?;
    (!after.starts_with(char::is_alphanumeric)).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::{Waits, waits};

    #[test]
    fn steps_are_named_in_many_ways() {
        let cases: [(&str, &[u32]); 8] = [
            ("#1", &[1]),
            ("#1,#2", &[1, 2]),
            ("Step 1", &[1]),
            ("1", &[1]),
            ("Steps 1 and 3", &[1, 3]),
            ("#1-#3", &[1, 2, 3]),
            ("1 to 3, 5", &[1, 2, 3, 5]),
            ("[#4, #5]", &[4, 5]),
        ];
        for (written, expected) in cases {
            let expected = Waits { steps: expected.to_vec(), has_parts: false };
            assert_eq!(waits(written), Some(expected), "{written}");
        }
    }

    #[test]
    fn parts_of_steps_are_told() {
        for (written, steps) in [("#2b", vec![2]), ("#2, #2b", vec![2]), ("1a and 3", vec![1, 3])] {
            assert_eq!(waits(written), Some(Waits { steps, has_parts: true }), "{written}");
        }
    }

    #[test]
    fn other_words_name_no_steps() {
        for written in ["review", "human approval", "the 2 reviews", "1-9000", "2nd"] {
            assert_eq!(waits(written), None, "{written}");
        }
    }
}
