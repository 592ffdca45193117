//! 3.2, Learning Surface: what an agent learned, put before a person who says whether it is taken up.

mod parse;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::declaration::record;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Format, Spec};
use crate::moves::Move;
use crate::reading::{HEADINGS, LABEL_NAMES, LABELS, TEXT};

record! {
    pub struct LearningSurface as camelCase {
        from_action: Option<String> = required Text,
        from_model: Option<String> = required Enum(&["opus", "sonnet", "haiku"]),
        issue: Option<String> = required Markdown,
        root_cause: Option<String> = required Markdown,
        suggested_fix: Option<String> = required Text,
    }
}

impl Format for LearningSurface {
    const SPEC: Spec = Spec {
        id: "3.2",
        slug: "learning-surface",
        name: "Learning Surface",
        gate: 13,
        priority: Some(2),
        pattern: Some(r"^## Agent Learning$"),
        openers: parse::OPENERS,
        fields: Self::FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
        ..Spec::BASE
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        Summary { title: self.issue.clone(), ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        vec![Move::Learned { action: self.from_action.clone(), issue: self.issue.clone() }]
    }
}
