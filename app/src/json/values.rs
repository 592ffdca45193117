//! Values that are not of their type, as they are meant: `"12"`, `"yes"`, a text in the place of a list.

use super::value::{Json, Kind};
use crate::reading::{Number, is_none, line_numbers, normal};

/// A boolean, also one in quotes.
pub fn flag_of(value: &Json<'_>) -> Option<bool> {
    let written = || match normal(value.text()?).as_str() {
        "true" | "yes" => Some(true),
        "false" | "no" => Some(false),
        _ => None,
    };
    value.flag().or_else(written)
}

/// A number, also one in quotes or with its `%`.
pub fn number_of(value: &Json<'_>) -> Option<f64> {
    value.number().or_else(|| Some(stated_number(value.text()?)?.0)).filter(|number| number.is_finite())
}

/// A count, also one in quotes; `none` is one too.
pub(super) fn count_of(value: &Json<'_>) -> Option<u32> {
    let none = || value.text().filter(|written| is_none(written)).map(|_| 0);
    value.count().or_else(|| stated_number(value.text()?)?.count()).or_else(none)
}

/// A number that a text states and nothing else but its unit: `1,204`, `87.5 %`.
pub(super) fn stated_number(text: &str) -> Option<Number> {
    let text = text.trim();
    let (number, place) = Number::find(text)?;
    let rest = text.get(place.end..)?.trim_start();
    (place.start == 0 && matches!(rest, "" | "%")).then_some(number)
}

/// Returns the first of the lines that a text names: `10-25`, `[10]`.
pub(super) fn first_lines(written: &str) -> Option<(u32, u32)> {
    line_numbers(written.trim_matches(['[', ']']))?.spans.first().copied()
}

/// Returns the entries of a list; a single value in the place of a list is one, and a word for none is no entry.
pub fn entries<'r, 't>(list: &'r Json<'t>) -> Option<&'r [Json<'t>]> {
    let entries = match &list.kind {
        Kind::List(items) => items,
        Kind::Text(_) | Kind::Word(_) => std::slice::from_ref(list),
        _ => return None,
    };
    let says_nothing =
        |entry: &Json<'_>| entry.text().is_some_and(|text| text.trim().is_empty() || is_none(text));
    Some(match entries {
        [entry] if says_nothing(entry) => &[],
        entries => entries,
    })
}

/// Returns a value as a sentence: the texts of one that is an object are joined.
pub(super) fn sentence(item: &Json<'_>) -> String {
    if let Some(text) = item.text() {
        return text.to_owned();
    }
    let texts: Vec<String> = item
        .members()
        .iter()
        .filter_map(|member| {
            let number = || member.value.number().map(|number| number.to_string());
            member.value.text().map(str::to_owned).or_else(number)
        })
        .collect();
    if texts.is_empty() { item.plain().to_string() } else { texts.join(" · ") }
}
