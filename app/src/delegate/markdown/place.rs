//! Places in files in front of an entry: `src/a.rs:42 - what`, `` `src/a.rs` (line 42): what ``.

use crate::reading::location;
use crate::text::Span;

use super::entry::spaced_dash;

/// A file, its lines as written, and what follows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SourceRef {
    pub file: Span,
    pub lines: Option<Span>,
    pub rest: Span,
    /// A dash, a colon or the end marks it off from the words; otherwise it is one of them.
    pub is_apart: bool,
}

/// The place that a fragment begins with.
pub fn place(source: &str, span: Span) -> Option<SourceRef> {
    let written = span.slice(source);
    let lead = written.len() - written.trim_start_matches(['*', '`', '[', ' ']).len();
    let inner = span.skip(lead);
    let token_length = inner.slice(source).find(char::is_whitespace).unwrap_or(inner.len() as usize);
    let token = inner.take(token_length).slice(source);
    let is_marked_off = spaced_dash(source, inner.skip(token_length.saturating_sub(1)))
        .is_some_and(|(before, _)| before.len() <= 1)
        || inner.len() as usize == token_length;
    let file_length = match location(token).file {
        Some(file) if token.starts_with(&file) => file.len(),
        _ if is_marked_off => plain_file(token)?,
        _ => return None,
    };
    let file = inner.take(file_length);
    let behind = inner.skip(file_length);
    let (lines, rest) = lines(source, behind);
    let (rest, is_apart) = without_separator(source, rest);
    Some(SourceRef { file, lines, rest, is_apart })
}

/// `Makefile:3`, `src/api`: a name with a line or a folder, where a dash marks it off from the words.
fn plain_file(token: &str) -> Option<usize> {
    let name = token.split([':', '`', '*', '#']).next().unwrap_or_default();
    let has_line = token.get(name.len()..).is_some_and(|rest| {
        rest.trim_start_matches(['`', ':']).starts_with(|first: char| first.is_ascii_digit())
    });
    let is_file = !name.is_empty() && (has_line || name.contains('/')) && !token.contains("//");
    is_file.then_some(name.len())
}

/// `:42-45`, `#L42`, `(line 42)`, and what follows.
fn lines(source: &str, behind: Span) -> (Option<Span>, Span) {
    let written = behind.slice(source);
    let marks = written.len() - written.trim_start_matches(['`', '*']).len();
    let after = behind.skip(marks);
    let text = after.slice(source);
    let is_number = |character: char| character.is_ascii_digit() || matches!(character, '-' | '–' | 'L');
    let direct = [":", "#"].iter().find(|mark| text.starts_with(**mark)).and_then(|mark| {
        let from = after.skip(mark.len());
        let digits = from.slice(source);
        let length = digits.find(|character| !is_number(character)).unwrap_or(digits.len());
        let number = from.take(length).slice(source).trim_end_matches(['-', '–']);
        let has_digit = number.contains(|character: char| character.is_ascii_digit());
        has_digit.then(|| (from.take(number.len()), from.skip(number.len())))
    });
    if let Some((number, rest)) = direct {
        return (Some(number), rest);
    }
    let spaced = after.trim(source);
    let text = spaced.slice(source);
    let named = ["(lines ", "(line ", "line ", "lines "].iter().find(|name| text.starts_with(**name));
    let Some(name) = named else { return (None, after) };
    let from = spaced.skip(name.len());
    let digits = from.slice(source);
    let length = digits.find(|character| !is_number(character)).unwrap_or(digits.len());
    let number = from.take(length);
    if length == 0 {
        return (None, after);
    }
    let rest = from.skip(length);
    let rest = if rest.slice(source).starts_with(')') { rest.skip(1) } else { rest };
    (Some(number), rest)
}

/// Returns what follows the dash or colon after a place.
fn without_separator(source: &str, rest: Span) -> (Span, bool) {
    let written = rest.slice(source);
    let marks = written.len() - written.trim_start_matches(['`', '*', ']']).len();
    let rest = rest.skip(marks).trim(source);
    let written = rest.slice(source);
    let separator = ["-- ", "- ", "– ", "— ", ": "].iter().find(|mark| written.starts_with(**mark));
    let is_apart = separator.is_some() || written.is_empty() || written.starts_with('(');
    (separator.map_or(rest, |mark| rest.skip(mark.len())).trim(source), is_apart)
}

#[cfg(test)]
mod tests {
    use super::place;
    use crate::text::Span;

    fn check(text: &str, expected: Option<(&str, Option<&str>, &str)>) {
        let found = place(text, Span::of(0, text.len()));
        let found = found.map(|place| {
            (place.file.slice(text), place.lines.map(|lines| lines.slice(text)), place.rest.slice(text))
        });
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn places_stand_in_front() {
        check("src/a.rs:42 - slow", Some(("src/a.rs", Some("42"), "slow")));
        check("`src/a.rs:42-45` — slow", Some(("src/a.rs", Some("42-45"), "slow")));
        check("**a.rs** (line 7): slow", Some(("a.rs", Some("7"), "slow")));
        check("a.rs: slow", Some(("a.rs", None, "slow")));
        check("Makefile:3 - slow", Some(("Makefile", Some("3"), "slow")));
        check("src/api - slow", Some(("src/api", None, "slow")));
        check("a.rs:10-25 (relevance: high)", Some(("a.rs", Some("10-25"), "(relevance: high)")));
        check("a.rs - --flag is wrong", Some(("a.rs", None, "--flag is wrong")));
    }

    #[test]
    fn words_are_no_place() {
        check("The store is slow - see a.rs:3", None);
        check("and/or of it", None);
        check("", None);
    }
}
