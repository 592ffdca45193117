//! What deviates in labels themselves.

use super::{Label, LabelName, LabelRules, Labels};
use crate::diagnostic::{Diagnostic, Sink};
use crate::markdown::Kind;
use crate::text::Span;

impl Labels<'_> {
    /// Reports the tables that values stand in, which the contract has under labels. A row that says something else
    /// is left as it is.
    pub fn report_tables(&self, rules: &LabelRules, sink: &mut Sink) {
        let mut reported_until = self.block.start;
        for label in self.found.iter().filter(|label| label.is_row) {
            let name = label.known.and_then(|name| self.names.get(name));
            let Some(LabelName { name, field, .. }) = name else { continue };
            let node = self.outline.nodes().get(label.below.start);
            let table =
                node.filter(|node| matches!(node.kind, Kind::Table(_)) && node.span.contains(label.line));
            let Some(table) = table.filter(|table| table.span.end > reported_until) else { continue };
            reported_until = table.span.end;
            let place = table.span.trim(self.text.source());
            let misplaced = Diagnostic::new(rules.form, place, "the values stand in a table").field(*field);
            sink.report(misplaced.expected(format!("`**{name}:** …`, each value on a line of its own")));
        }
    }

    /// Reports a label that must be stated, where the block begins.
    pub fn report_missing(&self, name: usize, rules: &LabelRules, sink: &mut Sink) {
        let Some(LabelName { name: written, field, .. }) = self.names.get(name) else { return };
        if self.find(name).is_none() {
            let message = format!("`{written}` is not stated");
            let missing = Diagnostic::new(rules.missing, self.opener, message);
            sink.report(missing.field(*field).expected(format!("`**{written}:** …`")));
        }
    }

    /// What deviates in the label itself, for rooms that read its value by themselves.
    pub fn report(&self, label: &Label, name: usize, rules: &LabelRules, sink: &mut Sink) {
        let Some(LabelName { name, field, .. }) = self.names.get(name) else { return };
        if !label.is_row {
            sink.markup(label.line);
        }
        let source = self.text.source();
        let written = self.text.read(label.key);
        let bare = written.split('(').next().unwrap_or_default().trim();
        let fixed = || written.replacen(bare, name, 1);
        if !bare.eq_ignore_ascii_case(name) {
            sink.report(
                Diagnostic::new(rules.name, label.key, format!("`{name}` is called `{bare}`"))
                    .field(*field)
                    .expected(*name)
                    .found(bare)
                    .fix(format!("Call it `{name}`"), label.key, fixed()),
            );
            return;
        }
        let marks = Span::new(label.line.start, label.value.start.max(label.key.end)).trim(source);
        let shown = marks.slice(source);
        let inner = shown.strip_prefix("**").and_then(|inner| inner.strip_suffix(":**"));
        let is_plain = written == *name && inner == Some(*name);
        if label.is_item || is_plain {
            return;
        }
        let expected = format!("**{}:**", fixed());
        if shown != expected {
            sink.report(
                Diagnostic::new(rules.form, marks, format!("`{name}` is not written `{expected}`"))
                    .field(*field)
                    .expected(expected.as_str())
                    .found(shown)
                    .fix(format!("Write `{expected}`"), marks, expected.clone()),
            );
        }
    }
}
