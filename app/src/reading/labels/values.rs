//! What labels say: beside them, or below.

use std::borrow::Cow;

use super::find::first_line;
use super::{Label, LabelRules, Labels, Stated};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::{Kind, Node};
use crate::reading::{PLACEHOLDER, is_placeholder, joined};
use crate::text::Span;

impl Stated {
    /// What is broken over several lines goes on behind a space.
    fn on_one_line(self) -> Self {
        Self { value: joined(Cow::Owned(self.value)).into_owned(), ..self }
    }
}

impl Labels<'_> {
    /// A value of one line that must be stated.
    pub fn required(&self, name: usize, rules: &LabelRules, sink: &mut Sink) -> Option<Stated> {
        self.report_missing(name, rules, sink);
        self.optional(name, rules, sink)
    }

    /// A value of one line, which may be the next one.
    pub fn optional(&self, name: usize, rules: &LabelRules, sink: &mut Sink) -> Option<Stated> {
        let label = self.find(name)?;
        let source = self.text.source();
        let below = self.content(label).map(|span| first_line(source, span));
        let Some(below) = below.filter(|_| label.value.is_empty()) else {
            return self.state(label, name, label.value, rules, sink).map(Stated::on_one_line);
        };
        let marker = if below.slice(source).starts_with("- ") { 2 } else { 0 };
        let below = below.skip(marker);
        let gap = Span::new(label.line.end, below.start);
        sink.report(
            Diagnostic::new(rules.form, label.line, "the value stands on the next line")
                .field(self.field(name))
                .fix("Write it on the same line", gap, " "),
        );
        self.state(label, name, below, rules, sink)
    }

    /// A value of any length that must be stated.
    pub fn required_text(&self, name: usize, rules: &LabelRules, sink: &mut Sink) -> Option<Stated> {
        self.report_missing(name, rules, sink);
        self.optional_text(name, rules, sink)
    }

    /// A value of any length: up to the next label, heading or rule.
    pub fn optional_text(&self, name: usize, rules: &LabelRules, sink: &mut Sink) -> Option<Stated> {
        let label = self.find(name)?;
        let span = match self.content(label) {
            Some(below) if label.value.is_empty() => below,
            Some(below) => label.value.to(below),
            None => label.value,
        };
        self.state(label, name, span, rules, sink)
    }

    /// A value that must be stated, up to the first blank line behind it.
    pub fn required_paragraph(&self, name: usize, rules: &LabelRules, sink: &mut Sink) -> Option<Stated> {
        self.report_missing(name, rules, sink);
        let label = self.find(name)?;
        let Some(below) = self.paragraph(label) else {
            return self.state(label, name, label.value, rules, sink);
        };
        if !label.value.is_empty() {
            return self.state(label, name, label.value.to(below), rules, sink);
        }
        let gap = Span::new(label.line.end, below.start);
        let apart = Diagnostic::new(rules.form, label.line, "the value stands on the next line");
        let apart = apart.field(self.field(name));
        // A fence opens on a line of its own.
        let first = self.outline.slice(self.outline.range(below)).first();
        let is_code = first.is_some_and(|node| matches!(node.kind, Kind::FenceMark(_)));
        sink.report(if is_code { apart } else { apart.fix("Write it on the same line", gap, " ") });
        self.state(label, name, below, rules, sink)
    }

    /// The first lines below a label: those that follow it, or the first of all where it says nothing itself.
    fn paragraph(&self, label: &Label) -> Option<Span> {
        let nodes = self.outline.slice(label.below.clone());
        let fence = self.outline.fence_at(label.line.start);
        let is_blank = |node: &&Node| node.kind == Kind::Blank && node.fence == fence;
        let skipped = if label.value.is_empty() { nodes.iter().take_while(is_blank).count() } else { 0 };
        let paragraph =
            nodes.iter().skip(skipped).take_while(|node| !is_blank(node) && node.kind != Kind::Rule);
        let span = paragraph.map(|node| node.span).reduce(Span::to)?.within(self.block);
        let span = span.trim(self.text.source());
        (!span.is_empty()).then_some(span)
    }

    /// From the first to the last line below a label that is not blank.
    pub fn content(&self, label: &Label) -> Option<Span> {
        let nodes = self.outline.slice(label.below.clone());
        let is_content = |node: &&Node| !matches!(node.kind, Kind::Blank | Kind::Rule);
        let (first, last) = (nodes.iter().find(is_content)?, nodes.iter().rfind(is_content)?);
        Some(first.span.to(last.span).within(self.block).trim(self.text.source()))
    }

    fn state(
        &self,
        label: &Label,
        name: usize,
        span: Span,
        rules: &LabelRules,
        sink: &mut Sink,
    ) -> Option<Stated> {
        let field = self.field(name);
        self.report(label, name, rules, sink);
        let value = self.text(span);
        if value.trim().is_empty() {
            let message = format!("`{}` is empty", self.text.read(label.key));
            sink.report(Diagnostic::new(rules.missing, label.line, message).field(field));
            return None;
        }
        if is_placeholder(&value) && value.len() < 200 {
            let message = format!("`{}` is a placeholder", value.trim());
            sink.report(Diagnostic::new(&PLACEHOLDER, span, message).field(field).found(value.trim()));
            return None;
        }
        sink.field(FieldPath::name(field), span);
        Some(Stated { span, value: value.into_owned() })
    }
}
