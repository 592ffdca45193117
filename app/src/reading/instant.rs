//! Moments: `2026-02-21T15:45:30Z`.

use super::date::days_since_1970;

/// A day, in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A moment that a text states.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Instant {
    /// Since 1970, in UTC.
    pub milliseconds: i64,
    /// It is written with `T` between date and time, and with its offset.
    pub is_exact: bool,
}

/// Reads a text that states a moment and nothing else. Without an offset it is one of UTC, without a time the
/// beginning of the day.
pub fn instant(written: &str) -> Option<Instant> {
    let written = written.trim().trim_matches(['*', '`', '"']);
    let number = |at: usize, length: usize| {
        let digits = written.get(at..at + length)?;
        digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse::<u32>().ok()).flatten()
    };
    let is = |at: usize, marks: &[u8]| written.as_bytes().get(at).is_some_and(|byte| marks.contains(byte));
    super::date(written).filter(|date| date.start == 0)?;
    let midnight = days_since_1970(number(0, 4)?, number(5, 2)?, number(8, 2)?)? * DAY_MS;
    if written.len() == 10 {
        return Some(Instant { milliseconds: midnight, is_exact: false });
    }
    let (hour, minute) = (number(11, 2)?, number(14, 2)?);
    let has_seconds = is(16, b":");
    let second = if has_seconds { number(17, 2)? } else { 0 };
    if !is(10, b"Tt ") || !is(13, b":") || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let (fraction, rest) = fraction(written.get(if has_seconds { 19 } else { 16 }..)?)?;
    let offset = offset(rest)?;
    let minutes = i64::from(hour * 60 + minute) - offset.unwrap_or(0);
    let time = (minutes * 60 + i64::from(second)) * 1000 + fraction;
    let is_exact = is(10, b"T") && has_seconds && offset.is_some();
    Some(Instant { milliseconds: midnight + time, is_exact })
}

/// Returns the beginning of `2026-11-20` (UTC), or `None` if that is no day or the text holds more.
pub fn start_of_day(written: &str) -> Option<i64> {
    let is_day = super::date(written) == Some(0..written.len());
    is_day.then(|| instant(written)).flatten().map(|day| day.milliseconds)
}

/// The milliseconds of `.123`, and what follows.
fn fraction(rest: &str) -> Option<(i64, &str)> {
    let Some(digits) = rest.strip_prefix('.') else { return Some((0, rest)) };
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = digits.split_at_checked(length).filter(|(digits, _)| !digits.is_empty())?;
    let thousandths = digits.bytes().chain(*b"000").take(3);
    Some((thousandths.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0')), rest))
}

/// In minutes; `None` where there is none.
fn offset(rest: &str) -> Option<Option<i64>> {
    let rest = rest.trim_start();
    match rest.as_bytes() {
        [] => Some(None),
        [b'Z' | b'z'] | b"UTC" | b"GMT" => Some(Some(0)),
        [sign @ (b'+' | b'-'), _, _, b':', _, _] => {
            let hours = rest.get(1..3)?.parse::<i64>().ok().filter(|hours| (0..24).contains(hours))?;
            let minutes = rest.get(4..6)?.parse::<i64>().ok().filter(|minutes| (0..60).contains(minutes))?;
            let shift = hours * 60 + minutes;
            Some(Some(if *sign == b'-' { -shift } else { shift }))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::instant;

    fn check(written: &str, expected: Option<(i64, bool)>) {
        let read = instant(written).map(|instant| (instant.milliseconds, instant.is_exact));
        assert_eq!(read, expected, "{written}");
    }

    #[test]
    fn moments_are_read() {
        check("1970-01-01T00:00:00Z", Some((0, true)));
        check("2000-02-29T00:00:00.5Z", Some((951_782_400_500, true)));
        check("2026-11-20T14:46:00+09:00", Some((1_795_153_560_000, true)));
        check("2026-11-20 05:46 UTC", Some((1_795_153_560_000, false)));
        check("2026-11-20T05:46:00", Some((1_795_153_560_000, false)));
        check("1970-01-02", Some((86_400_000, false)));
    }

    #[test]
    fn other_words_are_no_moment() {
        for written in [
            "", "yesterday", "{ISO timestamp}", "2026-13-01T00:00:00Z", "2026-11-20T25:00:00Z",
            "2026-11-20T14:46:00+25:00", "2026-11-20T14:46:00+09:60",
        ] {
            check(written, None);
        }
    }

    #[test]
    fn days_are_moments() {
        let check =
            |day: &str, expected: Option<i64>| assert_eq!(super::start_of_day(day), expected, "{day}");
        check("1970-01-01", Some(0));
        check("2000-03-01", Some(951_868_800_000));
        check("2026-11-20", Some(1_795_132_800_000));
        check("2024-02-29", Some(1_709_164_800_000));
        for other in ["2026-02-29", "2026-13-01", "20-11-2026", "2026-11-20T10", "*2026-11-20", ""] {
            check(other, None);
        }
    }
}
