//! Calendar dates in words or with other marks: `March 4, 2026`, `4 Mar 2026`, `2026/03/04`, `2026년 3월 4일`.

use std::ops::Range;

use super::date::date;

/// A date and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpelledDate {
    /// As the contracts write it: `2026-03-04`.
    pub iso: String,
    pub range: Range<usize>,
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const LONGEST_MONTH: usize = 9;

/// Finds the first date of a fragment, in any notation. Dates that don't show which number is the month, such as
/// `04/03/2026`, are ignored.
pub fn spelled_date(fragment: &str) -> Option<SpelledDate> {
    if let Some(range) = date(fragment) {
        return Some(SpelledDate { iso: fragment.get(range.clone())?.to_owned(), range });
    }
    let words: Vec<Word<'_>> = words(fragment).take(40).collect();
    words.windows(3).find_map(|three| {
        let [first, second, third] = three else { return None };
        let (year, month, day) = in_order(first, second, third)?;
        let iso = format!("{year}-{month:02}-{day:02}");
        // A month that is too short for the day.
        date(&iso)?;
        let mark = fragment.get(third.range.end..)?.chars().next().filter(|mark| *mark == '일');
        let end = third.range.end + mark.map_or(0, char::len_utf8);
        Some(SpelledDate { iso, range: first.range.start..end })
    })
}

/// Returns year, month and day of three words in one of the usual orders.
fn in_order(first: &Word<'_>, second: &Word<'_>, third: &Word<'_>) -> Option<(u32, u32, u32)> {
    if let Some(year) = first.year() {
        return Some((year, second.month().or_else(|| second.number(12))?, third.number(31)?));
    }
    let year = third.year()?;
    match (first.month(), second.month()) {
        (Some(month), _) => Some((year, month, second.number(31)?)),
        (None, Some(month)) => Some((year, month, first.number(31)?)),
        (None, None) => None,
    }
}

/// Letters alone, or digits alone.
struct Word<'t> {
    text: &'t str,
    range: Range<usize>,
}

impl Word<'_> {
    fn number(&self, most: u32) -> Option<u32> {
        let is_short = self.text.len() <= 2;
        self.text.parse().ok().filter(|number| is_short && (1..=most).contains(number))
    }

    fn year(&self) -> Option<u32> {
        let is_long = self.text.len() == 4;
        self.text.parse().ok().filter(|year| is_long && (1970..2200).contains(year))
    }

    fn month(&self) -> Option<u32> {
        let letters = self.text.get(..3)?.to_ascii_lowercase();
        let is_name = self.text.len() <= LONGEST_MONTH && self.text.is_ascii();
        let at = MONTHS.iter().position(|month| *month == letters).filter(|_| is_name)?;
        Some(at as u32 + 1)
    }
}

/// The words of a fragment; the ends of ordinals, and the marks of Korean dates, are none.
fn words(fragment: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = fragment.get(at..)?;
            let first = rest.chars().next()?;
            let is_same = |next: char| match first.is_ascii_digit() {
                true => next.is_ascii_digit(),
                false => next.is_alphabetic(),
            };
            if !first.is_alphanumeric() {
                at += first.len_utf8();
                continue;
            }
            let length = rest.find(|next| !is_same(next)).unwrap_or(rest.len()).max(first.len_utf8());
            let (start, text) = (at, rest.get(..length)?);
            at += length;
            let follows_digit = fragment.get(..start)?.ends_with(|before: char| before.is_ascii_digit());
            let is_mark = matches!(text, "st" | "nd" | "rd" | "th" | "년" | "월" | "일");
            if !(follows_digit && is_mark) {
                return Some(Word { text, range: start..at });
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::spelled_date;

    fn check(fragment: &str, expected: Option<(&str, &str)>) {
        let found = spelled_date(fragment);
        let found = found.as_ref().map(|found| (found.iso.as_str(), &fragment[found.range.clone()]));
        assert_eq!(found, expected, "{fragment}");
    }

    #[test]
    fn dates_are_spelled_in_many_ways() {
        check("2026-03-04", Some(("2026-03-04", "2026-03-04")));
        check("March 4, 2026", Some(("2026-03-04", "March 4, 2026")));
        check("on Wednesday, Mar 4th 2026 at noon", Some(("2026-03-04", "Mar 4th 2026")));
        check("4 March 2026", Some(("2026-03-04", "4 March 2026")));
        check("2026/3/4", Some(("2026-03-04", "2026/3/4")));
        check("2026.03.04 10:20", Some(("2026-03-04", "2026.03.04")));
        check("2026년 3월 4일 (수)", Some(("2026-03-04", "2026년 3월 4일")));
    }

    #[test]
    fn other_words_and_numbers_are_none() {
        for fragment in [
            "", "last week", "04/03/2026", "February 30, 2026", "version 2026.1", "may 2026",
            "12 of 31 in 2026",
        ] {
            check(fragment, None);
        }
    }
}
