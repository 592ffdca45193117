//! Calendar dates: `2026-02-09`, alone or among other words.

use std::ops::Range;

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
    let mut parts = written.split('-');
    let (Some(year), Some(month), Some(day), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let is_shaped = [(year, 4), (month, 2), (day, 2)]
        .into_iter()
        .all(|(part, length)| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit()));
    let number = |part: &str| part.parse::<u32>().unwrap_or_default();
    let days = match number(month) {
        4 | 6 | 9 | 11 => 30,
        2 if number(year) % 4 == 0 => 29,
        2 => 28,
        1..=12 => 31,
        _ => 0,
    };
    is_shaped && (1..=days).contains(&number(day))
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
