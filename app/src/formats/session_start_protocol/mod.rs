//! 3.3, Session Start Protocol: what the orchestrator loaded before its first chain.

mod count;
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
use crate::reading::{Figure, HEADINGS, LABEL_NAMES, TEXT};

record! {
    pub struct SessionStartProtocol as camelCase {
        project_name: Option<String> = required Text,
        /// As written: their number, their names, or both.
        contexts: Option<String> = required Text,
        flow_count: Option<Figure> = required Integer,
        action_count: Option<Figure> = required Integer,
        past_execution_count: Option<Figure> = required Integer,
    }
}

impl Format for SessionStartProtocol {
    const SPEC: Spec = Spec {
        id: "3.3",
        slug: "session-start-protocol",
        name: "Session Start Protocol",
        gate: 1,
        priority: Some(4),
        pattern: Some(r"^## Session Started$"),
        openers: parse::OPENERS,
        fields: Self::FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &LABEL_NAMES, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
        ..Spec::BASE
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        Summary { title: self.project_name.clone(), ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        vec![Move::SessionStarted { project: self.project_name.clone() }]
    }
}
