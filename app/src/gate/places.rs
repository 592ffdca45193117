//! Reads the fields of an answer, also where an older shape has them.

use crate::diagnostic::{FieldPath, Sink};
use crate::json::{Json, Kind, stated_number};
use crate::reading::{is_none, normal};
use crate::text::Span;

pub struct Places<'r, 't> {
    pub json: &'r Json<'t>,
    pub sink: &'r mut Sink,
}

impl<'r, 't> Places<'r, 't> {
    /// Returns the value of a field: from where the contract has it, or from one of the older places.
    pub fn take(&mut self, path: &'static str, older: &[&str]) -> Option<&'r Json<'t>> {
        let json = self.json;
        let value = json.at(path).or_else(|| older.iter().find_map(|older| json.at(older)))?;
        self.sink.field(FieldPath::name(path), value.span);
        Some(value)
    }

    pub fn text(&mut self, path: &'static str, older: &[&str]) -> Option<String> {
        self.take(path, older)?.text().map(str::to_owned)
    }

    pub fn flag(&mut self, path: &'static str, older: &[&str]) -> Option<bool> {
        flag_of(self.take(path, older)?)
    }

    /// A count, also one in quotes; `none` is one too.
    pub fn count(&mut self, path: &'static str, older: &[&str]) -> Option<u32> {
        let value = self.take(path, older)?;
        let none = || value.text().filter(|written| is_none(written)).map(|_| 0);
        value.count().or_else(|| stated_number(value.text()?)?.count()).or_else(none)
    }

    pub fn number(&mut self, path: &'static str, older: &[&str]) -> Option<f64> {
        number_of(self.take(path, older)?)
    }

    /// Returns the entries of a list as sentences: the texts of an entry that is an object are joined.
    pub fn sentences(&mut self, path: &'static str, older: &[&str]) -> Vec<String> {
        let Some(list) = self.take(path, older) else { return Vec::new() };
        for (row, item) in (0..).zip(list.items()) {
            self.sink.field(FieldPath::row(path, row), item.span);
        }
        entries(list).unwrap_or_default().iter().map(sentence).collect()
    }
}

/// Returns the entries of a list; a single value in the place of a list is one, and a word for none is no entry.
pub(super) fn entries<'r, 't>(list: &'r Json<'t>) -> Option<&'r [Json<'t>]> {
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

/// A boolean, also one in quotes.
pub(super) fn flag_of(value: &Json<'_>) -> Option<bool> {
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

fn sentence(item: &Json<'_>) -> String {
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

/// Returns the place of a value, or the beginning of the answer where it has none.
pub(super) fn span_of(json: &Json<'_>, path: &str) -> Span {
    json.at(path).map_or_else(|| json.span.take(1), |value| value.span)
}
