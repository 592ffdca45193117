//! Line numbers: `42`, `42-45`, `L42`, `~42`, `24, 98`, `64–67`, `lines 3-4`, `12 and 15`.

/// The spans that a fragment names, both ends included, in order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineNumbers {
    pub spans: Vec<(u32, u32)>,
    /// There is something besides the numbers: `~42`, `L42`, `42 (approx.)`.
    pub is_decorated: bool,
    /// A range ends before it begins: `45-42`.
    pub is_backward: bool,
    /// A column follows the line: `4:12`.
    pub has_column: bool,
}

/// Reads a fragment that holds line numbers and little else. A fragment that speaks of other things, such as
/// `Headers` or `see section 4`, has none.
pub fn line_numbers(fragment: &str) -> Option<LineNumbers> {
    let mut read = LineNumbers::default();
    let mut rest = fragment.trim();
    while !rest.is_empty() {
        if rest.starts_with(|first: char| first.is_ascii_digit()) {
            let (start, after) = number(rest)?;
            let after = without_column(after, &mut read);
            let (end, after) = range_end(after).unwrap_or((start, after));
            read.is_backward |= end < start;
            read.spans.push((start, end.max(start)));
            rest = without_column(after, &mut read);
            continue;
        }
        rest = filler(rest, &mut read)?;
    }
    (!read.spans.is_empty()).then_some(read)
}

/// Skips what may come between numbers.
fn filler<'f>(rest: &'f str, read: &mut LineNumbers) -> Option<&'f str> {
    if let Some(after) =
        ["<br>", "<br/>", "<br />"].iter().find_map(|line_break| rest.strip_prefix(*line_break))
    {
        return Some(after);
    }
    if let Some(comment) = rest.strip_prefix('(').filter(|_| !read.spans.is_empty()) {
        read.is_decorated = true;
        return Some(comment.split_once(')').map_or("", |(_, after)| after).trim_start());
    }
    let first = rest.chars().next()?;
    if first.is_alphabetic() {
        let end = rest.find(|character: char| !character.is_alphabetic()).unwrap_or(rest.len());
        let (word, after) = rest.split_at_checked(end)?;
        let is_known = matches!(
            word.to_ascii_lowercase().as_str(),
            "l" | "line" | "lines" | "ln" | "and" | "to" | "c" | "ca" | "행" | "줄"
        );
        read.is_decorated |= word != "and";
        return is_known.then_some(after);
    }
    let is_separator = matches!(first, ',' | ';' | '&' | '/' | '+') || first.is_whitespace();
    let is_mark = matches!(first, '~' | '≈' | '#' | ':' | '.' | '`' | '*' | '+');
    read.is_decorated |= is_mark;
    (is_separator || is_mark).then(|| rest.strip_prefix(first).unwrap_or_default())
}

fn number(rest: &str) -> Option<(u32, &str)> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = rest.split_at_checked(digits)?;
    Some((number.parse().ok()?, after))
}

/// What follows the column of `4:12`.
fn without_column<'f>(rest: &'f str, read: &mut LineNumbers) -> &'f str {
    let Some((_, after)) = rest.strip_prefix(':').and_then(number) else { return rest };
    read.has_column = true;
    read.is_decorated = true;
    after
}

fn begins(end: &str) -> bool {
    end.starts_with(|digit: char| digit.is_ascii_digit())
}

/// The end of `42-45`, `42–L45`, `42 to 45`, `42..45`.
fn range_end(rest: &str) -> Option<(u32, &str)> {
    // In Korean a range has a wave, which comes before an approximate number as well.
    let wave = rest.strip_prefix(['~', '〜', '～']).filter(|end| end.starts_with(['L', 'l']) || begins(end));
    let rest = rest.trim_start();
    let after = wave
        .or_else(|| rest.strip_prefix('…'))
        .or_else(|| rest.strip_prefix("..."))
        .or_else(|| rest.strip_prefix(".."))
        .or_else(|| rest.strip_prefix("to "))
        .or_else(|| rest.strip_prefix("--"))
        .or_else(|| rest.strip_prefix(['-', '–', '—', '‑', '−', '→']))?;
    let after = after.trim_start().trim_start_matches(['L', 'l', '~']);
    number(after)
}

#[cfg(test)]
mod tests {
    use super::line_numbers;

    fn check(fragment: &str, expected: &[(u32, u32)]) {
        let spans = line_numbers(fragment).map(|read| read.spans).unwrap_or_default();
        assert_eq!(spans, expected, "{fragment}");
    }

    #[test]
    fn numbers_and_ranges() {
        check("42", &[(42, 42)]);
        check("42-45", &[(42, 45)]);
        check("64–67", &[(64, 67)]);
        check("L42", &[(42, 42)]);
        check("L42-L45", &[(42, 45)]);
        check("~42", &[(42, 42)]);
        check("24, 98", &[(24, 24), (98, 98)]);
        check("54, 347-349", &[(54, 54), (347, 349)]);
        check("lines 3-4", &[(3, 4)]);
        check("12 and 15", &[(12, 12), (15, 15)]);
        check("**42**", &[(42, 42)]);
        check("9 to 11", &[(9, 11)]);
        check("12+", &[(12, 12)]);
        check("42 (approx.)", &[(42, 42)]);
        check("4:12", &[(4, 4)]);
        check("4:12-6:1", &[(4, 6)]);
    }

    #[test]
    fn other_things_are_no_lines() {
        for fragment in ["", "-", "N/A", "Headers", "see section 4", "99999999999", "v2"] {
            check(fragment, &[]);
        }
    }

    #[test]
    fn a_range_that_runs_backward_is_its_start() {
        check("45-42", &[(45, 45)]);
    }
}
