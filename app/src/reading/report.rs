//! Reads the values of a report that is made of named sections with labels in them.

use super::entries::{Entry, entries_of, required_entries};
use super::instant::instant;
use super::labels::{LabelName, Labels, Stated};
use super::nothing::says_nothing;
use super::number::Figure;
use super::one_of::{OneOf, Word, read_word};
use super::parted::{Mark, half, read_halves};
use super::parts::{Part, Parts};
use super::placeholder::holds_placeholder;
use super::text_shape::PLACEHOLDER;
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::text::Span;

/// What the parts of a report are read with. Labels go by the fields that their values are.
pub struct ReportReader<'r, 't> {
    pub block: &'r Block<'t>,
    pub parts: &'r Parts<'t>,
    pub sink: &'r mut Sink,
}

/// An entry of two halves.
pub struct Halves {
    pub entry: Entry,
    pub left: Option<String>,
    pub right: Option<String>,
}

impl<'r, 't> ReportReader<'r, 't> {
    /// Returns the labels of a part, even if others have the same names.
    pub fn labels(&mut self, part: &Part, names: &'static [LabelName]) -> Labels<'t> {
        let block = self.parts.block(self.block, part);
        let labels = Labels::read(&block, names).or_in_rows();
        labels.report_tables(self.sink);
        labels
    }

    /// The labels below the line that ends the report; without that line they may be anywhere.
    pub fn closing_labels(
        &mut self,
        names: &'static [LabelName],
        line: &str,
        missing: &'static Rule,
    ) -> Labels<'t> {
        if let Some(closing) = self.parts.closing() {
            return self.labels(closing, names);
        }
        let opener = self.parts.head().heading;
        let missing = Diagnostic::new(missing, opener, "the report does not end with its closing line");
        self.sink.report(missing.expected(format!("`{line}`")));
        Labels::read(self.block, names)
    }

    /// A section; one that is missing is reported.
    pub fn required_part(&mut self, name: &str) -> Option<&'r Part> {
        self.parts.required(name, self.sink)
    }

    pub fn word<T: Word>(&mut self, labels: &Labels<'_>, field: &'static str) -> Option<OneOf<T>> {
        let stated = labels.required(field, self.sink)?;
        Some(read_word(self.block.text, stated.span, field, self.sink))
    }

    /// A value of one line.
    pub fn value(&mut self, labels: &Labels<'_>, field: &str) -> Option<String> {
        labels.required(field, self.sink).map(|stated| stated.value)
    }

    /// A value of any length.
    pub fn text(&mut self, labels: &Labels<'_>, field: &str) -> Option<String> {
        labels.required_text(field, self.sink).map(|stated| stated.value)
    }

    /// A value that holds a number; one that holds none is reported and kept.
    pub fn figure(&mut self, labels: &Labels<'_>, field: &str, rule: &'static Rule) -> Option<Figure> {
        let Stated { span, value } = labels.required(field, self.sink)?;
        Some(read_figure(&value, span, field, rule, self.sink))
    }

    /// As [`Self::figure`], of a value that a contract does not require.
    pub fn optional_figure(
        &mut self,
        labels: &Labels<'_>,
        field: &str,
        rule: &'static Rule,
    ) -> Option<Figure> {
        let Stated { span, value } = labels.optional(field, self.sink)?;
        Some(read_figure(&value, span, field, rule, self.sink))
    }

    /// A moment; another value is reported and kept.
    pub fn moment(&mut self, labels: &Labels<'_>, field: &str, rule: &'static Rule) -> Option<String> {
        let Stated { span, value } = labels.required(field, self.sink)?;
        if instant(&value).is_none_or(|instant| !instant.is_exact) {
            let message = format!("`{value}` is no ISO timestamp");
            let unreadable = Diagnostic::new(rule, span, message).field(field);
            self.sink.report(unreadable.expected("`2026-02-21T15:45:30Z`").found(value.as_str()));
        }
        Some(value)
    }

    /// The entries of a list, which is a field of its own.
    pub fn entries(&mut self, labels: &Labels<'_>, field: &str) -> Vec<Entry> {
        required_entries(&self.parts.body, labels, field, self.sink)
    }

    /// Returns the entries of a section, except those that state that there is nothing; reports a section without any.
    pub fn listed(&mut self, part: &Part, field: &'static str) -> Vec<Span> {
        let body = &self.parts.body;
        let entries = entries_of(body, part.nodes.clone());
        if entries.is_empty() {
            part.report_empty(field, self.sink);
        }
        let spans = entries.into_iter().map(|entry| entry.span);
        spans.filter(|span| !says_nothing(&body.read(*span))).collect()
    }

    /// The entries of a list, each of two halves that are parts of its row.
    pub fn halves(
        &mut self,
        labels: &Labels<'_>,
        list: &'static str,
        parts: [&'static str; 2],
        mark: Mark,
        rule: &'static Rule,
    ) -> Vec<Halves> {
        let text = self.block.text;
        let entries = (0..).zip(self.entries(labels, list));
        let halves = |(index, entry): (u32, Entry)| {
            let [left, right] = parts.map(|part| FieldPath::part(list, index, part));
            let (before, after) = read_halves(text, entry.span, mark, right, rule, self.sink);
            self.sink.field(left, before);
            self.sink.field(right, after);
            let after = Some(text.read(after).into_owned()).filter(|words| !words.is_empty());
            Halves { entry, left: Some(half(&text.read(before))), right: after }
        };
        entries.map(halves).collect()
    }
}

/// Reads a value that holds a number; one that holds none is reported.
pub fn read_figure(
    written: &str,
    span: Span,
    field: impl Into<String>,
    rule: &'static Rule,
    sink: &mut Sink,
) -> Figure {
    let figure = Figure::read(written);
    if figure.number.is_none() {
        // `{percentage}%`: the unit is not the slot's.
        let is_slot = holds_placeholder(written);
        let (rule, what) = if is_slot { (&PLACEHOLDER, "a placeholder") } else { (rule, "no number") };
        let message = format!("`{}` is {what}", figure.written);
        let unreadable = Diagnostic::new(rule, span, message).field(field);
        sink.report(unreadable.found(figure.written.as_str()));
    }
    figure
}
