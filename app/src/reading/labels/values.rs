//! The values of labels: beside them, or below.

use std::borrow::Cow;

use super::declared::first_line;
use super::{LABEL_FORM, Label, Labels, MISSING_VALUE, Origin, Stated};
use crate::diagnostic::{Diagnostic, Sink};
use crate::markdown::{Kind, Node, key_value};
use crate::reading::clean::joined;
use crate::text::Span;

impl Labels<'_> {
    /// Reads a value of one line that must be stated.
    pub fn required(&self, name: &str, sink: &mut Sink) -> Option<Stated> {
        self.report_missing(name, sink);
        self.optional(name, sink)
    }

    /// Reads a value of one line, which may be the next one.
    pub fn optional(&self, name: &str, sink: &mut Sink) -> Option<Stated> {
        let label = self.find(name)?;
        let source = self.scope.text.source();
        let Some(below) = self.content(label).filter(|_| label.value.is_empty()) else {
            let stated = self.state(label, name, label.value, sink)?;
            return Some(Stated { value: joined(Cow::Owned(stated.value)).into_owned(), ..stated });
        };
        let line = first_line(source, below);
        let marker = if line.slice(source).starts_with("- ") { 2 } else { 0 };
        let line = line.skip(marker);
        self.report_below(label, name, line, sink);
        self.state(label, name, line, sink)
    }

    /// Reads a value of any length that must be stated.
    pub fn required_text(&self, name: &str, sink: &mut Sink) -> Option<Stated> {
        self.report_missing(name, sink);
        self.optional_text(name, sink)
    }

    /// Reads a value of any length: up to the next label, heading or rule.
    pub fn optional_text(&self, name: &str, sink: &mut Sink) -> Option<Stated> {
        let label = self.find(name)?;
        self.state(label, name, self.whole(label), sink)
    }

    /// Returns the value beside a label with the lines below it.
    pub fn whole(&self, label: &Label) -> Span {
        match self.content(label) {
            Some(below) if label.value.is_empty() => below,
            Some(below) => label.value.to(below),
            None => label.value,
        }
    }

    /// Reads a value that must be stated, up to the first blank line behind it.
    pub fn required_paragraph(&self, name: &str, sink: &mut Sink) -> Option<Stated> {
        self.report_missing(name, sink);
        let label = self.find(name)?;
        let value = match self.paragraph(label) {
            Some(below) if label.value.is_empty() => {
                self.report_below(label, name, below, sink);
                below
            }
            Some(below) => label.value.to(below),
            None => label.value,
        };
        self.state(label, name, value, sink)
    }

    fn report_below(&self, label: &Label, name: &str, value: Span, sink: &mut Sink) {
        let below = Diagnostic::new(&LABEL_FORM, label.line, "the value is on the next line");
        let below = below.field(self.field(name));
        // A fence opens on a line of its own.
        let outline = self.scope.outline;
        let first = outline.slice(outline.range(value)).first();
        let is_code = first.is_some_and(|node| matches!(node.kind, Kind::FenceMark(_)));
        let gap = Span::new(label.line.end, value.start);
        sink.report(if is_code { below } else { below.fix("Write it on the same line", gap, " ") });
    }

    /// Returns the first lines below a label: those right after it, or the first at all if nothing is beside the label.
    fn paragraph(&self, label: &Label) -> Option<Span> {
        let outline = self.scope.outline;
        let nodes = outline.slice(label.below.clone());
        let fence = outline.fence_at(label.line.start);
        let is_blank = |node: &&Node| node.kind == Kind::Blank && node.fence == fence;
        let skipped = if label.value.is_empty() { nodes.iter().take_while(is_blank).count() } else { 0 };
        let ends = |node: &&Node| is_blank(node) || node.kind == Kind::Rule || self.is_next_item(label, node);
        let paragraph = nodes.iter().skip(skipped).take_while(|node| !ends(node));
        let span = paragraph.map(|node| node.span).reduce(Span::to)?.within(self.scope.span);
        let span = span.trim(self.scope.text.source());
        (!span.is_empty()).then_some(span)
    }

    /// Whether a node is the next item behind that of a label, and has a label in bold as well.
    fn is_next_item(&self, label: &Label, node: &Node) -> bool {
        let Kind::Item { text, .. } = node.kind else { return false };
        let own = self.scope.outline.nodes().get(label.node);
        label.origin == Origin::Item
            && own.is_some_and(|own| node.indent <= own.indent)
            && key_value(self.scope.text.source(), text).is_some_and(|pair| pair.is_strong)
    }

    /// Returns the lines below a label, without the blank ones at either end.
    pub fn content(&self, label: &Label) -> Option<Span> {
        let content = self.scope.content(label.below.clone())?;
        Some(content.within(self.scope.span).trim(self.scope.text.source()))
    }

    fn state(&self, label: &Label, name: &str, span: Span, sink: &mut Sink) -> Option<Stated> {
        let field = self.field(name);
        self.report(label, name, sink);
        if self.text(span).trim().is_empty() {
            let message = format!("`{}` is empty", self.scope.text.read(label.key));
            sink.report(Diagnostic::new(&MISSING_VALUE, label.line, message).field(field));
            return None;
        }
        Some(Stated { span, value: self.scope.value(span, field, sink)? })
    }
}
