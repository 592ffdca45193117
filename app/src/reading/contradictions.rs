//! Values that contradict each other.

use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::text::Span;

/// Reports contradictions between the fields of a block, each at the first of the two.
pub struct Contradictions<'s> {
    /// The place of a field that has none of its own.
    start: Span,
    pub sink: &'s mut Sink,
}

impl<'s> Contradictions<'s> {
    pub fn of(block: &Block<'_>, sink: &'s mut Sink) -> Self {
        Self { start: Span::empty_at(block.span.start), sink }
    }

    /// Reports a field; `other` is what contradicts it.
    pub fn report(
        &mut self,
        rule: &'static Rule,
        path: impl Into<FieldPath>,
        message: impl Into<String>,
        other: Option<(FieldPath, &str)>,
    ) {
        let path = path.into();
        let place = |path| self.sink.coverage.span_of(path);
        let (found, other) = (place(path), other.and_then(|(other, words)| Some((place(other)?, words))));
        self.report_at(rule, path, found, message, other);
    }

    /// As [`Self::report`], where the places are known: to look for those of many rows one by one takes long.
    pub fn report_at(
        &mut self,
        rule: &'static Rule,
        path: FieldPath,
        place: Option<Span>,
        message: impl Into<String>,
        other: Option<(Span, &str)>,
    ) {
        let found = Diagnostic::new(rule, place.unwrap_or(self.start), message).field(path);
        self.sink.report(match other {
            Some((other, words)) => found.related(other, words),
            None => found,
        });
    }
}
