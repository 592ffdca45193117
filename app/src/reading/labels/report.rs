//! What deviates in labels themselves.

use super::{LABEL_FORM, LABEL_NAME, Label, LabelName, Labels, MISSING_VALUE, Origin, find_label};
use crate::diagnostic::{Diagnostic, Sink};
use crate::reading::scope::Scope;
use crate::text::Span;

/// Reports a label that bears another name than the contract's.
pub fn report_label_name(body: &Scope<'_>, label: &Label, wanted: &LabelName, sink: &mut Sink) {
    let written = body.read(label.key);
    if written == wanted.name {
        return;
    }
    let message = format!("`{}` is called `{written}`", wanted.name);
    let misnamed = Diagnostic::new(&LABEL_NAME, label.key, message).field(wanted.field);
    let misnamed = misnamed.expected(wanted.name).found(written.as_ref());
    // A comment in the label is content, which no edit may drop.
    let has_comment = written.contains('(');
    sink.report(if has_comment {
        misnamed
    } else {
        misnamed.fix(format!("Call it `{}`", wanted.name), label.key, wanted.name)
    });
}

/// Returns the label of that name if it has a value, and reports one that is called otherwise.
pub fn labelled<'l>(
    body: &Scope<'_>,
    labels: &'l [Label],
    wanted: &LabelName,
    sink: &mut Sink,
) -> Option<&'l Label> {
    let label = find_label(labels, wanted).filter(|label| !label.value.is_empty())?;
    if !body.read(label.key).eq_ignore_ascii_case(wanted.name) {
        report_label_name(body, label, wanted, sink);
    }
    Some(label)
}

impl Labels<'_> {
    /// Reports the tables that state values, which the contract has under labels.
    pub fn report_tables(&self, sink: &mut Sink) {
        let mut reported = None;
        for label in self.found.iter().filter(|label| label.origin == Origin::Row) {
            let name = label.known.and_then(|name| self.names.get(name));
            let Some(LabelName { name, field, .. }) = name.filter(|_| reported != Some(label.node)) else {
                continue;
            };
            let Some(table) = self.scope.outline.nodes().get(label.node) else { continue };
            reported = Some(label.node);
            let place = table.span.trim(self.scope.text.source());
            let misplaced = Diagnostic::new(&LABEL_FORM, place, "the values are in a table").field(*field);
            sink.report(misplaced.expected(format!("`**{name}:** …`, each value on a line of its own")));
        }
    }

    /// Reports a label that must be stated, where the block begins.
    pub fn report_missing(&self, name: &str, sink: &mut Sink) {
        let Some(LabelName { name: written, field, .. }) = self.name(name) else { return };
        if self.find(name).is_none() {
            let message = format!("`{written}` is not stated");
            let first = self.scope.outline.slice(self.scope.range()).first();
            let opener = first.map_or(self.scope.span, |node| node.span.trim(self.scope.text.source()));
            let missing = Diagnostic::new(&MISSING_VALUE, opener, message);
            sink.report(missing.field(field).expected(format!("`**{written}:** …`")));
        }
    }

    /// Reports what deviates in the label itself, for rooms that read its value on their own.
    pub fn report(&self, label: &Label, name: &str, sink: &mut Sink) {
        let Some(LabelName { name, field, .. }) = self.name(name) else { return };
        if label.origin != Origin::Row {
            sink.markup(label.line);
        }
        let source = self.scope.text.source();
        let written = self.scope.text.read(label.key);
        let bare = written.split('(').next().unwrap_or_default().trim();
        let fixed = || written.replacen(bare, name, 1);
        if !bare.eq_ignore_ascii_case(name) {
            sink.report(
                Diagnostic::new(&LABEL_NAME, label.key, format!("`{name}` is called `{bare}`"))
                    .field(field)
                    .expected(name)
                    .found(bare)
                    .fix(format!("Call it `{name}`"), label.key, fixed()),
            );
            return;
        }
        let marks = Span::new(label.line.start, label.value.start.max(label.key.end)).trim(source);
        let shown = marks.slice(source);
        let inner = shown.strip_prefix("**").and_then(|inner| inner.strip_suffix(":**"));
        let is_plain = written == name && inner == Some(name);
        if label.origin != Origin::Line || is_plain {
            return;
        }
        let expected = format!("**{}:**", fixed());
        if shown != expected {
            sink.report(
                Diagnostic::new(&LABEL_FORM, marks, format!("`{bare}` is not written `{expected}`"))
                    .field(field)
                    .expected(expected.as_str())
                    .found(shown)
                    .fix(format!("Write `{expected}`"), marks, expected.clone()),
            );
        }
    }
}
