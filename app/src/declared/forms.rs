//! What words have to be to state a value of some type, and nothing else.

use crate::chain::spelled_number;
use crate::declaration::FieldType;
use crate::reading::{Figure, Location, Number, date, instant, location, spelled_date};

pub(super) const DATE: &str = "a date (`YYYY-MM-DD`)";
const TIME: &str = "a time (`2026-02-21T15:45:30Z`)";
const DURATION: &str = "a length of time (`5m 30s`)";
const PLACE: &str = "a place in a file (`src/a.rs:14`)";

/// Units of time; a word may have an `s` behind them.
const UNITS: [&str; 26] = [
    "ns", "us", "µs", "ms", "millisecond", "s", "sec", "second", "m", "min", "minute", "h", "hr", "hour",
    "d", "day", "w", "week", "month", "y", "year", "초", "분", "시간", "일", "주",
];

/// Returns what words should be and are not, of a type that is a form of text.
pub(super) fn wanted_form(kind: FieldType, words: &str) -> Option<&'static str> {
    match kind {
        FieldType::Date => spelled_date(words).is_none().then_some(DATE),
        FieldType::Instant => instant(words).is_none().then_some(TIME),
        FieldType::Duration => (!is_duration(words)).then_some(DURATION),
        FieldType::Place => (!is_place(words)).then_some(PLACE),
        _ => None,
    }
}

/// Returns the number that words state with a unit or without: `1,204`, `42%`, `≈ 12 retries (all)`. `10-20`, `1e3`,
/// `1,5` and `3 of 7` state none.
pub(super) fn stated_number(words: &str) -> Option<Number> {
    let number = Figure::read(words).number?;
    // `none` is zero.
    let Some((_, place)) = Number::find(words) else { return Some(number) };
    let (before, after) = (words.get(..place.start)?, words.get(place.end..)?);
    let (joined, behind) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
    let unit = behind.split('(').next().unwrap_or_default();
    let is_number = !before.contains(|mark: char| mark.is_alphanumeric() || "-−–.,:/".contains(mark))
        && !joined.contains(|mark: char| mark.is_alphanumeric() && !is_hangul(mark))
        && Number::find(unit).is_none();
    (is_number && is_grouped(words.get(place)?)).then_some(number)
}

/// Korean has no space before a unit: `3건`.
fn is_hangul(letter: char) -> bool {
    ('가'..='힣').contains(&letter)
}

/// Whether commas part thousands, as in `1,204`; not in `0,125` and `1204,567`.
fn is_grouped(number: &str) -> bool {
    let unsigned = number.trim_start_matches(['+', '-', '−', '–']);
    unsigned.split_once(',').is_none_or(|(first, _)| first.len() <= 3 && !first.starts_with('0'))
}

/// `5m 30s`, `about 45 minutes`, `an hour`, `PT5M`, `1:30:00`, or a number in a unit that is agreed on.
fn is_duration(words: &str) -> bool {
    let words = words.to_lowercase();
    let parts = words.split(|mark: char| !mark.is_alphabetic()).filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.collect();
    let has_digit = words.contains(|mark: char| mark.is_ascii_digit());
    if parts.is_empty() {
        let is_of_figure =
            |mark: char| mark.is_ascii_digit() || mark.is_whitespace() || ":.,+~≈<>≤≥-–*`_".contains(mark);
        return has_digit && words.chars().all(is_of_figure) && date(&words).is_none();
    }
    let is_number = |part: &&str| {
        matches!(*part, "a" | "an" | "half" | "few" | "several") || spelled_number(part).is_some()
    };
    let is_unit = |part: &&str| {
        UNITS.contains(part) || part.strip_suffix('s').is_some_and(|unit| UNITS.contains(&unit))
    };
    (has_digit || parts.iter().any(is_number)) && parts.iter().any(is_unit)
}

/// `src/a.rs:14`, `LICENSE`, `line 14`, the address of a file, or words that name one of them.
fn is_place(words: &str) -> bool {
    let bare = words.trim_matches(['*', '`', '"', ' ']);
    let is_word = !bare.contains(char::is_whitespace) && bare.contains(char::is_alphabetic);
    is_word || location(words) != Location::default()
}

#[cfg(test)]
mod tests {
    use super::{stated_number, wanted_form};
    use crate::declaration::FieldType;

    #[test]
    fn a_number_may_have_a_unit() {
        for (words, expected) in [
            ("73", 73.0),
            ("−12", -12.0),
            ("+25 points", 25.0),
            ("**1,204**", 1204.0),
            ("1,234,567.5", 1_234_567.5),
            ("42%", 42.0),
            ("42 %", 42.0),
            ("$4.50", 4.5),
            ("12.", 12.0),
            ("≈ 12 retries (of 100)", 12.0),
            ("3건", 3.0),
            ("None", 0.0),
        ] {
            assert_eq!(stated_number(words).map(|number| number.0), Some(expected), "{words}");
        }
    }

    #[test]
    fn what_holds_a_number_may_state_none() {
        for words in [
            "1e3", "1e400", "1,5", "0,125", "1204,567", "1 000 000", "10-20", "10 - 20", "-5 to -3", "0x10",
            "12:30", "12abc", "**12**abc", "3 of 7", "97/100", "1.234.567", "1_000", "about 12", "- 5", ".5",
            "v1.2", "{count}", "many", "",
        ] {
            assert_eq!(stated_number(words).map(|number| number.0), None, "{words}");
        }
    }

    fn check(kind: FieldType, right: &[&str], wrong: &[&str]) {
        for words in right {
            assert_eq!(wanted_form(kind, words), None, "{words}");
        }
        for words in wrong {
            assert!(wanted_form(kind, words).is_some(), "{words}");
        }
    }

    #[test]
    fn lengths_of_time_have_a_number_and_a_unit() {
        let right = [
            "5m 30s", "5m30s", "3.62s", "250 ms", "~45 minutes", "10+ hours of work", "an hour", "two weeks",
            "PT5M30S", "1:30:00", "604800", "**90**", "5분",
        ];
        check(
            FieldType::Duration,
            &right,
            &["", "a while", "soon", "3 findings", "50%", "2026-11-18", "the day"],
        );
    }

    #[test]
    fn places_name_a_file_or_a_line() {
        let right = [
            "src/a.rs:14", "`b.rs`", "src/api", "Makefile", "Dockerfile:3", "LICENSE", "C:\\src\\a.rs",
            "[src/a.rs](../src/a.rs#L10)", "https://example.org/a.rs", "line 14", "in src/a.rs, at the top",
        ];
        check(FieldType::Place, &right, &["", "not a place at all", "10:30", "42", "Version 1.2 is late"]);
    }

    #[test]
    fn times_have_an_offset_of_less_than_a_day() {
        let right = ["2026-11-01", "2026-11-01T10:00:00Z", "2026-11-01 10:00", "2026-11-01T10:00:00+14:00"];
        check(FieldType::Instant, &right, &["2026-11-01T10:00:00+25:00", "2026-11-01T10:00:00+01:60", "now"]);
    }
}
