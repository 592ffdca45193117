//! Contradictions between what a verification says in one place and in another.

mod figures;
mod verdicts;

use super::HealingVerification;
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::text::Span;

pub(super) fn check(report: &HealingVerification, block: &Block<'_>, sink: &mut Sink) {
    let mut check = Check { report, start: Span::empty_at(block.span.start), sink };
    figures::check(&mut check);
    verdicts::check(&mut check);
}

struct Check<'c> {
    report: &'c HealingVerification,
    /// Where what has no place of its own is reported.
    start: Span,
    sink: &'c mut Sink,
}

impl Check<'_> {
    fn place(&self, path: FieldPath) -> Option<Span> {
        self.sink.coverage.span_of(path)
    }

    /// Reports two values that contradict each other, at the first of them.
    fn report(&mut self, rule: &'static Rule, path: FieldPath, message: String, other: (FieldPath, &str)) {
        let place = self.place(path).unwrap_or(self.start);
        let mut diagnostic = Diagnostic::new(rule, place, message).field(path.to_string());
        if let Some(related) = self.place(other.0) {
            diagnostic = diagnostic.related(related, other.1);
        }
        self.sink.report(diagnostic);
    }
}
