//! 2.3, Second Opinion Skip: a line that says why nobody gave a second opinion.

mod parse;
mod recognize;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::chain::{ANNOUNCEMENTS, COMPLETION_OPENERS};
use crate::declaration::record;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Format, Recognizer, Spec};
use crate::moves::Move;
use crate::reading::TEXT;

record! {
    pub struct SecondOpinionSkip as camelCase {
        step_number: Option<u32> = required Integer,
        skip_reason: Option<String> = required Text,
    }
}

impl Format for SecondOpinionSkip {
    const SPEC: Spec = Spec {
        id: "2.3",
        slug: "second-opinion-skip",
        name: "Second Opinion Skip",
        gate: 10,
        priority: Some(4),
        pattern: Some(r"^>> Step (\d+) complete: second-opinion/ -- SKIPPED"),
        openers: COMPLETION_OPENERS,
        recognizer: Recognizer::Code(recognize::recognize),
        is_announcement: true,
        fields: Self::FIELDS,
        rules: rules::ALL,
        sets: &[&ANNOUNCEMENTS, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
        ..Spec::BASE
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        Summary { title: self.skip_reason.clone(), verdict: Some("SKIPPED".to_owned()), ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        vec![Move::SecondOpinionSkipped { step: self.step_number, reason: self.skip_reason.clone() }]
    }
}
