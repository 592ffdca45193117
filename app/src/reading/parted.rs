//! Entries of two halves: `Deploy the parser — it reads both names`, `Drift: ruled out by the log`.

use super::quote::unquoted;
use crate::diagnostic::{Diagnostic, Rule, Sink};
use crate::text::{Span, Text};

const DASHES: [&str; 4] = [" — ", " – ", " -- ", " - "];

/// What parts the halves of an entry by a contract.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    Dash,
    Colon,
}

/// Reads the halves of an entry; another mark than the contract's, or none, is reported.
pub fn read_halves(
    text: &Text,
    entry: Span,
    mark: Mark,
    field: impl Into<String>,
    rule: &'static Rule,
    sink: &mut Sink,
) -> (Span, Span) {
    let source = text.source();
    let by_dash = parted_by_dash(source, entry);
    let by_colon = parted_by_colon(source, entry);
    let (wanted, other, name) = match mark {
        Mark::Dash => (by_dash, by_colon, "`—`"),
        Mark::Colon => (by_colon, by_dash, "`:`"),
    };
    let is_parted_otherwise = mark == Mark::Colon && wanted == other && !wanted.1.is_empty();
    if !wanted.1.is_empty() && !is_parted_otherwise {
        return wanted;
    }
    let (left, right) = other;
    let place = if right.is_empty() { entry } else { Span::new(left.end, right.start) };
    let message = format!("no {name} is between the halves of the entry");
    let unparted = Diagnostic::new(rule, place, message).field(field).expected(name);
    let closing = if place.slice(source).contains("**") { "**" } else { "" };
    let fixed = match mark {
        Mark::Dash => format!("{closing} — "),
        Mark::Colon => ": ".to_owned(),
    };
    sink.report(if right.is_empty() {
        unparted
    } else {
        unparted.fix(format!("Part them by {name}"), place, fixed)
    });
    other
}

/// Returns the halves of an entry around its first spaced dash; the second is empty if there is no dash.
pub fn parted_by_dash(source: &str, entry: Span) -> (Span, Span) {
    parted(source, entry, first_of(entry.slice(source), &DASHES))
}

/// As [`parted_by_dash`], where the contract wants a colon; a dash does for it.
pub fn parted_by_colon(source: &str, entry: Span) -> (Span, Span) {
    let fragment = entry.slice(source);
    let colon = first_of(fragment, &[":** ", ": "]);
    parted(source, entry, colon.or_else(|| first_of(fragment, &DASHES)))
}

/// Returns the parts of a fragment between marks, without those that are empty.
pub fn cut(source: &str, span: Span, marks: &[&str]) -> Vec<Span> {
    let fragment = span.slice(source);
    let mut cuts: Vec<(usize, usize)> = marks
        .iter()
        .flat_map(|mark| fragment.match_indices(mark))
        .map(|(at, mark)| (at, mark.len()))
        .collect();
    cuts.sort_unstable();
    cuts.push((fragment.len(), 0));
    let mut start = 0;
    let part = |(at, length): (usize, usize)| {
        let part = span.skip(start).take(at.saturating_sub(start)).trim(source);
        start = at + length;
        part
    };
    cuts.into_iter().map(part).filter(|part| !part.is_empty()).collect()
}

/// Returns a half without the marks around it and the colon at its end.
pub fn half(written: &str) -> String {
    let bare = unquoted(written.trim().trim_end_matches(':'));
    let opened = bare.strip_prefix("**").filter(|inner| !inner.contains("**"));
    opened.map(|inner| inner.trim_end_matches(':').to_owned()).unwrap_or(bare)
}

fn parted(source: &str, entry: Span, place: Option<(usize, usize)>) -> (Span, Span) {
    match place {
        Some((at, length)) => (entry.take(at).trim(source), entry.skip(at + length).trim(source)),
        None => (entry, Span::empty_at(entry.end)),
    }
}

/// Returns the place and the length of the first of some marks outside of code.
fn first_of(fragment: &str, marks: &[&str]) -> Option<(usize, usize)> {
    let line = fragment.split(['\n', '\r']).next().unwrap_or_default();
    let mut is_code = false;
    for (at, character) in line.char_indices() {
        is_code ^= character == '`';
        let rest = line.get(at..).unwrap_or_default();
        if let Some(mark) = marks.iter().find(|mark| !is_code && rest.starts_with(**mark)) {
            return Some((at, mark.len()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{half, parted_by_colon, parted_by_dash};
    use crate::text::Span;

    fn whole(source: &str) -> Span {
        Span::of(0, source.len())
    }

    #[test]
    fn dashes_part() {
        let check = |source: &str, expected: (&str, &str)| {
            let (left, right) = parted_by_dash(source, whole(source));
            assert_eq!((left.slice(source), right.slice(source)), expected);
        };
        check("Deploy — it reads both", ("Deploy", "it reads both"));
        check("`a - b` -- c - d", ("`a - b`", "c - d"));
        check("Deploy", ("Deploy", ""));
    }

    #[test]
    fn colons_part() {
        let check = |source: &str, expected: (&str, &str)| {
            let (left, right) = parted_by_colon(source, whole(source));
            assert_eq!((half(left.slice(source)).as_str(), right.slice(source)), expected);
        };
        check("**Drift:** no - see log", ("Drift", "no - see log"));
        check("**Drift**: no", ("Drift", "no"));
        check("Drift — no", ("Drift", "no"));
    }
}
