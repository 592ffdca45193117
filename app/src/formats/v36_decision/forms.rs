//! Texts with a form of their own.

use crate::reading::days_since_1970;

/// `task-2703`, `task-2703+2`, `task-2703.spawn`.
pub(super) fn task_id(written: &str) -> Option<&'static str> {
    let is_task = || {
        let rest = written.strip_prefix("task-")?;
        let rest = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let has_digits = rest.len() + "task-".len() < written.len();
        let is_round = |letter: char| letter.is_ascii_digit() || letter.is_ascii_lowercase();
        let rest = match rest.strip_prefix('+') {
            Some(round) => {
                Some(round.trim_start_matches(is_round)).filter(|after| after.len() < round.len())?
            }
            None => rest,
        };
        let is_step = |letter: char| letter.is_ascii_lowercase() || letter == '_';
        let is_end = match rest.strip_prefix('.') {
            Some(step) => !step.is_empty() && step.chars().all(is_step),
            None => rest.is_empty(),
        };
        (has_digits && is_end).then_some(())
    };
    match is_task() {
        Some(()) => None,
        None => Some("no task id: `task-`, digits, then maybe `+round` and `.step`"),
    }
}

/// RFC 3339: `2026-05-28T13:30:00+09:00`.
pub(super) fn date_time(written: &str) -> Option<&'static str> {
    match DateTime::of(written) {
        Some(_) => None,
        None => {
            Some("not written as RFC 3339 writes a date and time, for example `2026-05-28T13:30:00+09:00`")
        }
    }
}

/// What follows the seconds: `Z` or `+09:00`.
pub(super) fn offset(written: &str) -> Option<&str> {
    DateTime::of(written).map(|time| time.offset)
}

/// The order of two times, wherever they were written: minutes since 1970 in UTC, then the seconds' digits.
pub(super) fn moment(written: &str) -> Option<(i64, &str)> {
    DateTime::of(written).map(|time| (time.minutes, time.seconds))
}

struct DateTime<'w> {
    /// Since 1970, in UTC.
    minutes: i64,
    /// As written, without zeros at the end of a fraction: two that differ are in order as texts are.
    seconds: &'w str,
    offset: &'w str,
}

impl<'w> DateTime<'w> {
    fn of(written: &'w str) -> Option<Self> {
        let bytes = written.as_bytes();
        let number = |at: usize, length: usize| {
            let mut digits = bytes.get(at..at + length)?.iter();
            digits.try_fold(0, |number, digit| {
                Some(number * 10 + u32::from(digit.is_ascii_digit().then(|| digit - b'0')?))
            })
        };
        let is = |at: usize, marks: &[u8]| bytes.get(at).is_some_and(|byte| marks.contains(byte));
        let (year, month, day) = (number(0, 4)?, number(5, 2)?, number(8, 2)?);
        let (hour, minute, second) = (number(11, 2)?, number(14, 2)?, number(17, 2)?);
        let is_marked = is(4, b"-") && is(7, b"-") && is(10, b"Tt") && is(13, b":") && is(16, b":");
        let is_time = hour < 24 && minute < 60 && second <= 60;
        let mut end = 19;
        if is(end, b".") {
            let digits = bytes.get(end + 1..)?.iter().take_while(|digit| digit.is_ascii_digit()).count();
            end += 1 + digits;
            if digits == 0 {
                return None;
            }
        }
        let offset = written.get(end..)?;
        let shift = match offset.as_bytes() {
            [b'Z' | b'z'] => 0,
            [sign @ (b'+' | b'-'), _, _, b':', _, _] => {
                let (hours, minutes) = (number(end + 1, 2)?, number(end + 4, 2)?);
                if hours > 23 || minutes > 59 {
                    return None;
                }
                let shift = i64::from(hours * 60 + minutes);
                if *sign == b'+' { -shift } else { shift }
            }
            _ => return None,
        };
        if !is_marked || !is_time {
            return None;
        }
        let minutes = days_since_1970(year, month, day)? * DAY + i64::from(hour * 60 + minute) + shift;
        // A leap second is the last of a day in UTC.
        let is_leap_right = second < 60 || minutes.rem_euclid(DAY) == DAY - 1;
        let seconds = written.get(17..end)?;
        let seconds =
            if seconds.contains('.') { seconds.trim_end_matches('0').trim_end_matches('.') } else { seconds };
        is_leap_right.then_some(Self { minutes, seconds, offset })
    }
}

/// The minutes of a day.
const DAY: i64 = 24 * 60;

#[cfg(test)]
mod tests {
    use super::moment;

    #[track_caller]
    fn check(earlier: &str, later: &str) {
        let (earlier, later) = (moment(earlier), moment(later));
        assert!(earlier.is_some() && earlier < later, "{earlier:?} {later:?}");
    }

    #[test]
    fn times_are_in_order_wherever_they_were_written() {
        check("2026-05-28T13:30:00+09:00", "2026-05-28T04:30:01Z");
        check("2026-05-28T13:30:00.5Z", "2026-05-28T13:30:00.51Z");
        check("2026-05-28T13:30:09.9Z", "2026-05-28T13:30:10Z");
        check("2024-02-29T23:59:00Z", "2024-03-01T00:00:00Z");
        check("2023-12-31T23:59:59Z", "2024-01-01T00:00:00Z");
        check("0000-12-31T23:59:59Z", "0001-01-01T00:00:00Z");
        assert_eq!(moment("2026-05-28T13:30:00.50+09:00"), moment("2026-05-28T04:30:00.5Z"));
    }
}
