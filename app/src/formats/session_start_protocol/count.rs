//! How much was loaded: `12`, `12 flows indexed`, `1,204`, `12 345`.

/// What a value says of a count.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Exact(u32),
    /// There is a number, but not an exact one: `~2k`, `1.5`.
    Unclear,
    Missing,
}

/// The first number of a value.
pub(super) fn count(written: &str) -> Count {
    let first = written.find(|first: char| first.is_ascii_digit());
    let Some((before, rest)) = first.and_then(|first| written.split_at_checked(first)) else {
        return Count::Missing;
    };
    let length = length(rest);
    let (figure, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
    if is_rounded(before, after) {
        return Count::Unclear;
    }
    let digits: String = figure.chars().filter(char::is_ascii_digit).collect();
    digits.parse().map_or(Count::Unclear, Count::Exact)
}

/// Returns the length of a number, including groups of three digits that all have the same separator.
fn length(rest: &str) -> usize {
    let digits =
        |from: usize| rest.get(from..).unwrap_or_default().bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(0);
    let mark = rest.get(end..).and_then(|after| after.chars().next()).filter(|mark| parts_thousands(*mark));
    let Some(mark) = mark.filter(|_| end <= 3) else { return end };
    while rest.get(end..).is_some_and(|after| after.starts_with(mark)) && digits(end + mark.len_utf8()) == 3 {
        end += mark.len_utf8() + 3;
    }
    end
}

/// Includes the point, because nothing is loaded in fractions.
fn parts_thousands(mark: char) -> bool {
    matches!(mark, ',' | '.' | ' ' | '\'' | '’' | '_' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// Returns `true` if the text around a number marks it as approximate or as unfinished.
fn is_rounded(before: &str, after: &str) -> bool {
    let lead = before.trim_end();
    let is_negative = lead == "-" || lead == "−";
    let is_about = lead.ends_with(['~', '≈', '<', '>', '≤', '≥', '±']);
    let mut following = after.chars();
    let goes_on = match following.next() {
        Some('+') => true,
        Some(mark) if parts_thousands(mark) && mark != ' ' => {
            following.next().is_some_and(|next| next.is_ascii_digit())
        }
        Some(unit) => {
            let is_unit = matches!(unit, 'k' | 'K' | 'm' | 'M');
            is_unit && !following.next().is_some_and(char::is_alphanumeric)
        }
        None => false,
    };
    is_negative || is_about || goes_on
}

#[cfg(test)]
mod tests {
    use super::{Count, count};

    fn check(written: &str, expected: Count) {
        assert_eq!(count(written), expected, "{written}");
    }

    #[test]
    fn counts_are_read_to_the_last_digit() {
        check("12 flows indexed", Count::Exact(12));
        check("Total: 47.", Count::Exact(47));
        check("1,204", Count::Exact(1204));
        check("12 345 of them", Count::Exact(12_345));
        check("1.204.000", Count::Exact(1_204_000));
        check("12, 15 of them old", Count::Exact(12));
    }

    #[test]
    fn rounded_numbers_are_unclear() {
        for written in ["~2k", "3K loaded", "1.5", "40+", "-4", "1,23", "99999999999"] {
            check(written, Count::Unclear);
        }
        check("some", Count::Missing);
    }
}
