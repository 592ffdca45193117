//! The verdict, and what follows it.

mod deviations;
mod find;
mod read;

use super::layout::Layout;
use super::rules::MISSING_VERDICT;
use super::{ReviewReport, Verdict};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::PLACEHOLDER;
use crate::text::Span;

pub(super) use deviations::{conflicts, deviations};
pub(super) use find::find;

/// A verdict as it stands in the text.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub verdict: Verdict,
    pub qualifier: Option<String>,
    /// The words of the verdict alone.
    pub word: Span,
    /// What follows them.
    pub rest: Span,
    pub place: Place,
    /// All that an edit replaces: the heading or line with its label.
    pub line: Span,
    /// Says both verdicts at once.
    pub is_ambiguous: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `## Verdict: APPROVED`
    Heading,
    /// `## Verdict`, with the value on a line below.
    NextLine,
    /// `**Verdict:** APPROVED` before the first section.
    Preamble,
    /// A label within a section: its line can't become a heading, since that would end the section.
    Inside,
}

impl Found {
    /// Speaks of the contract's verdicts, be it of both.
    pub fn is_known(&self) -> bool {
        self.is_ambiguous || matches!(self.verdict, Verdict::Approved | Verdict::NeedsChanges)
    }

    /// Speaks of a verdict in the words of another convention: `REJECTED`.
    pub fn is_near(&self) -> bool {
        matches!(&self.verdict, Verdict::Other(word) if deviations::is_listed(word))
    }

    fn is_placeholder(&self, layout: &Layout<'_>) -> bool {
        is_placeholder(&layout.read_span(self.word))
    }
}

/// `{APPROVED | NEEDS_CHANGES}`; a word between two tags is filled in.
pub(super) fn is_placeholder(value: &str) -> bool {
    let value = value.trim();
    let is_braced = value.split_once('{').is_some_and(|(_, inner)| inner.contains('}'));
    is_braced || (value.starts_with('<') && value.ends_with('>') && !value.contains("</"))
}

/// Reads the verdict into the report.
pub(super) fn parse(layout: &Layout<'_>, report: &mut ReviewReport, sink: &mut Sink) -> Option<Found> {
    let Some(found) = find(layout) else {
        sink.report(
            Diagnostic::new(&MISSING_VERDICT, layout.opening_line(), "the report states no verdict")
                .field("verdict")
                .expected("`## Verdict: APPROVED` or `## Verdict: NEEDS_CHANGES`"),
        );
        return None;
    };
    sink.field(FieldPath::name("verdict"), found.word);
    if found.qualifier.is_some() && !found.rest.is_empty() {
        sink.field(FieldPath::name("verdictQualifier"), found.rest);
    }
    if found.is_placeholder(layout) {
        sink.report(
            Diagnostic::new(&PLACEHOLDER, found.word, "the verdict is a placeholder")
                .field("verdict")
                .expected("`APPROVED` or `NEEDS_CHANGES`")
                .found(layout.read_span(found.word)),
        );
        return Some(found);
    }
    report.verdict = Some(found.verdict.clone());
    report.verdict_qualifier = found.qualifier.clone();
    Some(found)
}
