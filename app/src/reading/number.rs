//! Numbers as reports state them: `73`, `+25`, `−12`, `42%`, `1,204`, `+25 points`.

use std::fmt;
use std::ops::Range;

use serde::{Serialize, Serializer};

use super::clean::normal;

/// A number that is whole where it was written so.
#[derive(Copy, Clone, Debug, Default, PartialEq, PartialOrd)]
pub struct Number(pub f64);

impl Number {
    /// Returns the first number of a fragment and its range. One that is part of a word, as in `L4`, is none.
    pub fn find(fragment: &str) -> Option<(Self, Range<usize>)> {
        let is_inner = |at: usize| {
            let before = fragment.get(..at).and_then(|before| before.chars().next_back());
            before.is_some_and(|before| before.is_alphanumeric() || before == '_' || before == '.')
        };
        let mut digits = fragment.match_indices(|first: char| first.is_ascii_digit());
        let (first, _) = digits.find(|(at, _)| !is_inner(*at))?;
        let rest = fragment.get(first..)?;
        let length = length(rest);
        let written: String = rest.get(..length)?.chars().filter(|character| *character != ',').collect();
        let size: f64 = written.parse().ok().filter(|size: &f64| size.is_finite() && *size < 1e15)?;
        let before = fragment.get(..first)?;
        let sign = before.chars().next_back().filter(|sign| "+-−–".contains(*sign));
        let start = first - sign.map_or(0, char::len_utf8);
        // A dash after a word is no sign.
        let is_signed = sign.is_some() && !is_inner(start);
        let is_negative = is_signed && sign != Some('+');
        let start = if is_signed { start } else { first };
        Some((Self(if is_negative { -size } else { size }), start..first + length))
    }

    pub fn count(self) -> Option<u32> {
        let is_count = self.0 >= 0.0 && self.0 <= f64::from(u32::MAX) && self.0.fract() == 0.0;
        is_count.then_some(self.0 as u32)
    }

    /// As a difference is written: `+25`, `−12`, `0`.
    pub fn signed(self) -> String {
        if self.0 > 0.0 { format!("+{self}") } else { self.to_string() }
    }

    /// Equal but for what adding fractions leaves.
    pub fn is_near(self, other: Self) -> bool {
        (self.0 - other.0).abs() < 0.051
    }
}

/// Of `1,204.5`.
fn length(rest: &str) -> usize {
    let digits =
        |from: usize| rest.get(from..).unwrap_or_default().bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(0);
    while end <= 15 && rest.get(end..).is_some_and(|rest| rest.starts_with(',')) && digits(end + 1) == 3 {
        end += 4;
    }
    match rest.get(end..) {
        Some(after) if after.starts_with('.') && digits(end + 1) > 0 => end + 1 + digits(end + 1),
        _ => end,
    }
}

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", (self.0 * 1000.0).round() / 1000.0)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

/// A value that is to be a number: that number, or what was written in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub number: Option<Number>,
    pub written: String,
}

impl Figure {
    pub fn read(written: &str) -> Self {
        // Digits between braces are those of a template.
        let is_slot = written.contains(['{', '}']);
        let number = Number::find(written).filter(|_| !is_slot).map(|(number, _)| number);
        let number = number.or_else(|| says_zero(written).then_some(Number(0.0)));
        Self { number, written: written.trim().to_owned() }
    }

    /// What follows the number: `s` of `4s`, `%` of `42 %`; empty where nothing does.
    pub fn unit(&self) -> &str {
        let after = Number::find(&self.written).and_then(|(_, range)| self.written.get(range.end..));
        let after = after.unwrap_or_default().trim_start_matches(['*', '_', '`', ' ']);
        let end = after.find(|edge: char| !edge.is_alphabetic() && edge != '%').unwrap_or(after.len());
        after.get(..end).unwrap_or_default()
    }
}

/// As a report counts what it did not find.
fn says_zero(written: &str) -> bool {
    matches!(normal(written).trim_end_matches('.'), "none" | "zero" | "no violations")
}

/// The number, or what was written in its place.
impl fmt::Display for Figure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => number.fmt(formatter),
            None => formatter.write_str(&self.written),
        }
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.number {
            Some(number) => number.serialize(serializer),
            None => serializer.serialize_str(&self.written),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Figure, Number};

    fn check(fragment: &str, expected: Option<(f64, &str)>) {
        let found = Number::find(fragment).map(|(number, range)| (number.0, &fragment[range]));
        assert_eq!(found, expected, "{fragment}");
    }

    #[test]
    fn numbers_are_found_with_their_sign() {
        check("73", Some((73.0, "73")));
        check("**+25** points", Some((25.0, "+25")));
        check("−12", Some((-12.0, "−12")));
        check("42.5%", Some((42.5, "42.5")));
        check("1,204 in 24h", Some((1204.0, "1,204")));
        check("12, 45", Some((12.0, "12")));
        check("≥ 95", Some((95.0, "95")));
    }

    #[test]
    fn words_hold_no_numbers() {
        for fragment in ["", "none", "L4", "v1.2", "{count}"] {
            check(fragment, None);
        }
        check("a-4", Some((4.0, "4")));
    }

    #[test]
    fn figures_have_units_and_may_be_said_in_words() {
        for (written, number, unit) in [
            ("4s", Some(4.0), "s"),
            ("**120** ms", Some(120.0), "ms"),
            ("42 %", Some(42.0), "%"),
            ("None", Some(0.0), ""),
            ("--", None, ""),
            ("{count}", None, ""),
        ] {
            let figure = Figure::read(written);
            assert_eq!((figure.number.map(|number| number.0), figure.unit()), (number, unit), "{written}");
        }
    }

    #[test]
    fn whole_numbers_look_whole() {
        assert_eq!(serde_json::to_string(&Number(-12.0)).ok().as_deref(), Some("-12"));
        assert_eq!(serde_json::to_string(&Number(42.5)).ok().as_deref(), Some("42.5"));
        assert_eq!(Number(25.0).signed(), "+25");
    }
}
