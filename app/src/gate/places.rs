//! Values of an answer by their fields, also where an older shape has them.

use crate::diagnostic::{FieldPath, Sink};
use crate::json::{Json, Kind};
use crate::text::Span;

pub struct Places<'r, 't> {
    pub json: &'r Json<'t>,
    pub sink: &'r mut Sink,
}

impl<'r, 't> Places<'r, 't> {
    /// The value of a field: where the contract has it, or at one of the older places.
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

    /// A count, also one in quotes.
    pub fn count(&mut self, path: &'static str, older: &[&str]) -> Option<u32> {
        let value = self.take(path, older)?;
        value.count().or_else(|| value.text()?.trim().parse().ok())
    }

    pub fn number(&mut self, path: &'static str, older: &[&str]) -> Option<f64> {
        number_of(self.take(path, older)?)
    }

    /// The entries of a list as sentences: an entry that is an object is told by its first texts.
    pub fn sentences(&mut self, path: &'static str, older: &[&str]) -> Vec<String> {
        let Some(list) = self.take(path, older) else { return Vec::new() };
        for (row, item) in (0..).zip(list.items()) {
            self.sink.field(FieldPath::row(path, row), item.span);
        }
        if list.items().is_empty() && matches!(list.kind, Kind::Text(_) | Kind::Word(_)) {
            return vec![sentence(list)];
        }
        list.items().iter().map(sentence).collect()
    }
}

/// A boolean, also one in quotes.
pub(super) fn flag_of(value: &Json<'_>) -> Option<bool> {
    let written = || value.text()?.trim().to_ascii_lowercase().parse().ok();
    value.flag().or_else(written)
}

/// A number, also one in quotes or with its `%`.
pub fn number_of(value: &Json<'_>) -> Option<f64> {
    let written = || value.text()?.trim().trim_end_matches('%').trim().parse().ok();
    value.number().or_else(written).filter(|number: &f64| number.is_finite())
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

/// Where a value stands that was found, or the beginning of the answer.
pub(super) fn span_of(json: &Json<'_>, path: &str) -> Span {
    json.at(path).map_or_else(|| json.span.take(1), |value| value.span)
}
