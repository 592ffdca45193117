//! Values by their types. What is not of its type is reported, and kept as it is written.

use serde_json::Value as Json;

use super::forms::{DATE, stated_number, wanted_form};
use super::rules::{UNREADABLE_VALUE, VALUE_FORM};
use crate::declaration::FieldType;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{SpelledDate, holds_placeholder, normal, read_listed, score, spelled_date};
use crate::text::{Span, Text};

/// A value in a text.
pub(super) struct Written<'t> {
    pub text: &'t Text,
    pub span: Span,
    pub words: String,
    pub field: FieldPath,
}

impl Written<'_> {
    /// Reads the value as its type. A slot that nobody filled in was reported where it was found.
    pub fn read(self, kind: FieldType, sink: &mut Sink) -> Json {
        if holds_placeholder(&self.words) && !matches!(kind, FieldType::Text | FieldType::Markdown) {
            return self.words.into();
        }
        match kind {
            FieldType::Enum(words) => read_listed(self.text, self.span, self.field, words, sink).into(),
            FieldType::Date => self.date(sink),
            FieldType::Instant | FieldType::Duration | FieldType::Place => self.form(kind, sink),
            FieldType::Flag => self.flag(sink),
            FieldType::Percent => self.percent(sink),
            FieldType::Count | FieldType::Integer | FieldType::Number => self.number(kind, sink),
            _ => self.words.into(),
        }
    }

    fn unreadable(self, wanted: &str, sink: &mut Sink) -> Json {
        let message = format!("`{}` is not {wanted}", self.words);
        let unreadable = Diagnostic::new(&UNREADABLE_VALUE, self.span, message).field(self.field);
        sink.report(unreadable.expected(wanted).found(self.words.as_str()));
        self.words.into()
    }

    /// Reports a value that is understood, but has another form; the edit is safe if nothing else is there.
    fn report_form(&self, expected: &str, is_alone: bool, sink: &mut Sink) {
        if expected != self.words {
            let misspelled = Diagnostic::spelling(&VALUE_FORM, self.span, "the value", &self.words, expected);
            sink.report(misspelled.field(self.field).fixed_if(is_alone));
        }
    }

    fn date(self, sink: &mut Sink) -> Json {
        let Some(SpelledDate { iso, range }) = spelled_date(&self.words) else {
            return self.unreadable(DATE, sink);
        };
        self.report_form(&iso, range.len() == self.words.len(), sink);
        iso.into()
    }

    fn form(self, kind: FieldType, sink: &mut Sink) -> Json {
        match wanted_form(kind, &self.words) {
            Some(wanted) => self.unreadable(wanted, sink),
            None => self.words.into(),
        }
    }

    fn flag(self, sink: &mut Sink) -> Json {
        const WORDS: [(&str, bool); 4] = [("yes", true), ("no", false), ("true", true), ("false", false)];
        let words = normal(&self.words);
        match WORDS.iter().find(|(word, _)| *word == words) {
            Some((_, value)) => (*value).into(),
            None => self.unreadable("yes or no", sink),
        }
    }

    fn percent(self, sink: &mut Sink) -> Json {
        let read = score(&self.words).filter(|score| score.points <= 100);
        let Some(read) = read else { return self.unreadable("a percentage", sink) };
        let is_alone = !read.is_approximate && read.start == 0 && read.end == self.words.len();
        self.report_form(&format!("{}%", read.exact), is_alone, sink);
        number(read.exact)
    }

    fn number(self, kind: FieldType, sink: &mut Sink) -> Json {
        let Some(found) = stated_number(&self.words) else { return self.unreadable("a number", sink) };
        let is_whole = found.0.fract() == 0.0;
        match kind {
            FieldType::Count if found.count().is_none() => self.unreadable("a count", sink),
            FieldType::Integer if !is_whole => self.unreadable("a whole number", sink),
            _ => number(found.0),
        }
    }
}

/// Whole where it was written so.
fn number(value: f64) -> Json {
    if value.fract() == 0.0 { (value as i64).into() } else { value.into() }
}
