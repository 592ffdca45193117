//! Where both reports stand in full.

use super::DualOutput;
use super::opinion::report_cased_name;
use super::parts::PartLine;
use super::rules::MISSING_PART;
use super::words::words;
use crate::diagnostic::{Diagnostic, Sink};
use crate::reading::{LabelName, Scope, find_label, unquoted};
use crate::text::Span;

static ORIGINAL: LabelName = LabelName {
    name: "Original",
    synonyms: &["original report", "original review", "original log"],
    field: "originalLogPath",
};
static CRITIQUE: LabelName = LabelName {
    name: "Critique",
    synonyms: &["second opinion", "critique report", "second opinion report", "second opinion log"],
    field: "critiqueLogPath",
};

pub(super) fn read(body: &Scope<'_>, part: &PartLine, dual: &mut DualOutput, sink: &mut Sink) {
    let labels = body.labels(body.outline.range(part.value));
    let mut path = |name: &LabelName| {
        let label = find_label(&labels, name);
        // A paragraph may go on behind the line that ends the block.
        let value = label.filter(|label| part.value.contains(label.key)).map(|label| {
            let end = label.value.end.min(part.value.end);
            Span::new(label.value.start.min(end), end).trim(body.text.source())
        });
        let Some((label, value)) = label.zip(value.filter(|value| !value.is_empty())) else {
            let message = format!("the path of `{}` is not stated", name.name);
            let missing = Diagnostic::new(&MISSING_PART, part.label, message).field(name.field);
            sink.report(missing.expected(format!("`- {}: …`", name.name)));
            return None;
        };
        report_cased_name(body, label, name, sink);
        words(body, value, name.field, sink).map(|path| unquoted(&path))
    };
    dual.original_log_path = path(&ORIGINAL);
    dual.critique_log_path = path(&CRITIQUE);
}
