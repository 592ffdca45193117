//! The verdict, and what follows it.

mod deviations;
mod find;
mod phrases;
mod read;

use self::deviations::OTHER_CONVENTIONS;
use super::Verdict;
use super::parse::Reader;
use super::rules::MISSING_VERDICT;
use super::stated::Stated;
use crate::format::prelude::*;
use crate::reading::{PLACEHOLDER, holds_placeholder};

pub(super) use find::find;

/// A verdict as it is written.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub verdict: Verdict,
    pub qualifier: Option<String>,
    /// The words of the verdict alone.
    pub word: Span,
    /// What follows them.
    pub rest: Span,
    pub stated: Stated,
    /// States both verdicts at once.
    pub is_ambiguous: bool,
}

impl Found {
    /// Whether it is one of the contract's verdicts, or both.
    pub fn is_known(&self) -> bool {
        self.is_ambiguous || !matches!(self.verdict, Verdict::Other(_))
    }

    /// Whether it is a verdict in the words of another convention: `REJECTED`.
    pub fn is_near(&self) -> bool {
        matches!(&self.verdict, Verdict::Other(word) if OTHER_CONVENTIONS.meaning(word).is_some())
    }
}

impl Reader<'_, '_> {
    /// Reads the verdict into the report.
    pub fn read_verdict(&mut self) -> Option<Found> {
        let Self { sections, report, sink } = self;
        let Some(found) = find(sections) else {
            let missing =
                Diagnostic::new(&MISSING_VERDICT, sections.opening_line(), "the report states no verdict");
            sink.report(
                missing.field("verdict").expected("`## Verdict: APPROVED` or `## Verdict: NEEDS_CHANGES`"),
            );
            return None;
        };
        sink.field(FieldPath::name("verdict"), found.word);
        if found.qualifier.is_some() && !found.rest.is_empty() {
            sink.field(FieldPath::name("verdictQualifier"), found.rest);
        }
        let written = sections.read(found.word);
        if holds_placeholder(&written) {
            let placeholder = Diagnostic::new(&PLACEHOLDER, found.word, "the verdict is a placeholder");
            sink.report(
                placeholder.field("verdict").expected("`APPROVED` or `NEEDS_CHANGES`").found(written),
            );
        } else {
            report.verdict = Some(found.verdict.clone());
            report.verdict_qualifier.clone_from(&found.qualifier);
        }
        Some(found)
    }
}
