//! Values of records: fields under labels below a title.

use super::labels::{Label, LabelName, report_label_name};
use super::placeholder::is_placeholder;
use super::scope::Scope;
use super::spelled_date::{SpelledDate, spelled_date};
use super::text_shape::PLACEHOLDER;
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::text::Span;

impl Scope<'_> {
    /// Reads a field; one that nobody filled in is reported, and kept.
    pub fn field(&self, span: Span, path: impl Into<FieldPath>, sink: &mut Sink) -> String {
        let path = path.into();
        sink.field(path, span);
        let written = self.read(span).into_owned();
        report_unfilled(&written, span, path.name, sink);
        written
    }

    /// Reads the value of a label that must be stated; `opener` is the place of one that is missing.
    pub fn required(
        &self,
        label: Option<&Label>,
        name: &LabelName,
        missing: &'static Rule,
        opener: Span,
        sink: &mut Sink,
    ) -> Option<String> {
        if let Some(label) = label {
            report_label_name(self, label, name, sink);
        }
        let Some(label) = label.filter(|label| !label.value.is_empty()) else {
            let missing = Diagnostic::new(missing, opener, format!("`{}` is not stated", name.name));
            sink.report(missing.field(name.field).expected(format!("`**{}:** …`", name.name)));
            return None;
        };
        Some(self.field(label.value, name.field, sink))
    }
}

/// Reports a value that nobody filled in.
pub fn report_unfilled(written: &str, span: Span, field: &'static str, sink: &mut Sink) {
    if is_placeholder(written) {
        let message = "a placeholder was not filled in";
        sink.report(Diagnostic::new(&PLACEHOLDER, span, message).field(field));
    }
}

/// Reads a date alone. One that is spelled in another way, or beside other words, is reported by the first rule; a value
/// without a date is reported by the second, and kept.
pub fn read_date(written: String, place: Span, rules: [&'static Rule; 2], sink: &mut Sink) -> String {
    let [spelling, unreadable] = rules;
    let Some(SpelledDate { iso, range }) = spelled_date(&written) else {
        if !is_placeholder(&written) {
            let unreadable = Diagnostic::new(unreadable, place, "the date is no `YYYY-MM-DD`").field("date");
            sink.report(unreadable.found(written.as_str()));
        }
        return written;
    };
    if iso != written {
        let (is_alone, is_iso) = (range.len() == written.len(), written.get(range) == Some(iso.as_str()));
        let message = match is_iso {
            true => "there is something besides the date",
            false => "the date is spelled in another way",
        };
        let misspelled = Diagnostic::new(spelling, place, message).field("date");
        sink.report(misspelled.written_as(&iso, &written, is_alone));
    }
    iso
}
