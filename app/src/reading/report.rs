//! Reads the values of a report that is made of named sections with labels in them.

use super::labels::{LabelKey, LabelName, Labels, Stated};
use super::number::Figure;
use super::one_of::{OneOf, Word, read_word};
use super::parts::{Part, Parts};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, Rule, Sink};

/// What the parts of a report are read with.
pub struct ReportReader<'r, 't> {
    pub block: &'r Block<'t>,
    pub parts: &'r Parts<'t>,
    pub sink: &'r mut Sink,
}

impl<'r, 't> ReportReader<'r, 't> {
    /// The labels of a part, whatever others bear the same names.
    pub fn labels(&mut self, part: &Part, names: &'static [LabelName]) -> Labels<'t> {
        let block = self.parts.block(self.block, part);
        let labels = Labels::read(&block, names).or_in_rows();
        labels.report_tables(self.sink);
        labels
    }

    /// A section; one that is missing is reported.
    pub fn required_part(&mut self, name: usize) -> Option<&'r Part> {
        self.parts.report_missing(name, self.sink);
        self.parts.find(name)
    }

    pub fn word<T: Word>(&mut self, labels: &Labels<'_>, name: impl LabelKey) -> Option<OneOf<T>> {
        let stated = labels.required(name, self.sink)?;
        Some(read_word(self.block.text, stated.span, labels.field(name), self.sink))
    }

    /// A value of one line.
    pub fn value(&mut self, labels: &Labels<'_>, name: impl LabelKey) -> Option<String> {
        labels.required(name, self.sink).map(|stated| stated.value)
    }

    /// A value of any length.
    pub fn text(&mut self, labels: &Labels<'_>, name: impl LabelKey) -> Option<String> {
        labels.required_text(name, self.sink).map(|stated| stated.value)
    }

    /// A value that holds a number; one that holds none is reported and kept.
    pub fn figure(
        &mut self,
        labels: &Labels<'_>,
        name: impl LabelKey,
        rule: &'static Rule,
    ) -> Option<Figure> {
        let Stated { span, value } = labels.required(name, self.sink)?;
        let figure = Figure::read(&value);
        if figure.number.is_none() {
            let message = format!("`{}` is no number", value.trim());
            let unreadable = Diagnostic::new(rule, span, message).field(labels.field(name));
            self.sink.report(unreadable.found(value.trim()));
        }
        Some(figure)
    }
}
