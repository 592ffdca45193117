//! 1.3, Chain Status Update: what has changed in a chain that runs.

mod parse;
mod recognize;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::chain::{ChainStep, STEPS, WAITS, report_order};
use crate::declaration::record;
use crate::diagnostic::Sink;
use crate::document::{Outcome, Summary};
use crate::format::{Format, Spec};
use crate::moves::{Move, Progress};
use crate::reading::{FENCES, HEADINGS, TABLES, TEXT};
use crate::text::Span;

record! {
    pub struct ChainStatusUpdate as camelCase {
        title: Option<String> = required Text,
        /// What has changed, in free words.
        changes: Option<String> = required Markdown,
        steps: Vec<ChainStep> = required Table(ChainStep::FIELDS),
    }
}

impl Format for ChainStatusUpdate {
    const SPEC: Spec = Spec {
        id: "1.3",
        slug: "chain-status-update",
        name: "Chain Status Update",
        gate: 9,
        priority: Some(4),
        pattern: Some(r"^## Chain: (.+) -- Updated$"),
        openers: recognize::OPENERS,
        fields: Self::FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &STEPS, &WAITS, &TABLES, &TEXT, &FENCES],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
        ..Spec::BASE
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn check(&self, block: &Block<'_>, sink: &mut Sink) {
        let start = Span::empty_at(block.span.start);
        report_order(&self.steps, start, sink);
    }

    fn summary(&self) -> Summary {
        let is_failed = |step: &ChainStep| step.progress() == Some(Progress::Failed);
        let has_failed = self.steps.iter().any(is_failed);
        let outcome = if has_failed { Outcome::Fail } else { Outcome::Unknown };
        Summary { title: self.title.clone(), outcome, ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        vec![Move::Updated {
            title: self.title.clone(),
            changes: self.changes.clone(),
            steps: ChainStep::planned(&self.steps),
        }]
    }
}
