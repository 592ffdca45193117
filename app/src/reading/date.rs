//! Calendar dates: `2026-02-09`, alone or among other words.

use std::ops::Range;

use jiff::civil::Date;

/// Returns the range of the first date of a fragment. A month or day that no calendar has makes no date.
pub fn date(fragment: &str) -> Option<Range<usize>> {
    let bytes = fragment.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let starts = (0..bytes.len()).filter(|start| is_digit(*start) && (*start == 0 || !is_digit(start - 1)));
    starts
        .map(|start| start..start + 10)
        .find(|range| !is_digit(range.end) && fragment.get(range.clone()).is_some_and(is_calendar_date))
}

fn is_calendar_date(written: &str) -> bool {
    let number = |range: Range<usize>| {
        let digits = written.get(range)?;
        digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
    };
    let day = || days_since_1970(number(0..4)?, number(5..7)?, number(8..10)?);
    matches!(written.as_bytes(), [_, _, _, _, b'-', _, _, b'-', _, _]) && day().is_some()
}

/// Returns the days from 1970 to a day of the calendar.
pub fn days_since_1970(year: u32, month: u32, day: u32) -> Option<i64> {
    let date =
        Date::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    Some(date.duration_since(Date::constant(1970, 1, 1)).as_hours() / 24)
}

#[cfg(test)]
mod tests {
    use super::date;

    fn check(fragment: &str, expected: Option<&str>) {
        assert_eq!(date(fragment).map(|range| &fragment[range]), expected, "{fragment}");
    }

    #[test]
    fn dates_are_found() {
        check("2026-02-09", Some("2026-02-09"));
        check("**2026-02-28** 21:30:00", Some("2026-02-28"));
        check("2026-02-08T16:56:16Z", Some("2026-02-08"));
        check("on 2026-11-20 (Friday)", Some("2026-11-20"));
    }

    #[test]
    fn other_numbers_are_no_dates() {
        for fragment in
            ["", "2026-13-01", "2026-02-30", "2026-2-9", "12026-02-09", "20.11.2026", "{YYYY-MM-DD}"]
        {
            check(fragment, None);
        }
    }
}
