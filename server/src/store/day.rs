//! Days of the calendar as moments.

use app::reading::days_since_1970;

/// The first millisecond of `2026-11-20` (UTC) since 1970; none for what is no day.
pub fn start_of_day(day: &str) -> Option<i64> {
    let mut parts = day.split('-');
    let mut next = |length: usize| {
        let part =
            parts.next().filter(|part| part.len() == length && part.bytes().all(|b| b.is_ascii_digit()));
        part?.parse::<i64>().ok()
    };
    let (year, month, day) = (next(4)?, next(2)?, next(2)?);
    if parts.next().is_some() || !(1..=12).contains(&month) || day < 1 || day > days_in(year, month) {
        return None;
    }
    Some(days_since_1970(year, month, day) * MILLISECONDS)
}

pub const MILLISECONDS: i64 = 24 * 60 * 60 * 1000;

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::start_of_day;

    #[test]
    fn days_are_moments() {
        let check = |day: &str, expected: Option<i64>| assert_eq!(start_of_day(day), expected, "{day}");
        check("1970-01-01", Some(0));
        check("2000-03-01", Some(951_868_800_000));
        check("2026-11-20", Some(1_795_132_800_000));
        check("2024-02-29", Some(1_709_164_800_000));
        check("2026-02-29", None);
        check("2026-13-01", None);
        check("20-11-2026", None);
        check("2026-11-20T10", None);
    }
}
