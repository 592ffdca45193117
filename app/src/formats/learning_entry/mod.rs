//! 4.3, Learning Entry: what went wrong once, why, and how to prevent it.

mod headings;
mod labels;
mod parse;
mod recognize;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::declaration::record;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Format, Recognizer, Spec};
use crate::reading::{LABEL_NAMES, TEXT};

record! {
    pub struct LearningEntry as camelCase {
        /// `L029`; the contract has none, and ids repeat.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String> = deviation Text,
        action_type: Option<String> = required Text,
        title: Option<String> = required Text,
        /// As written where it is no date.
        date: Option<String> = required Date,
        /// Who learned it and when, as entries say that state no source.
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<String> = deviation Text,
        context: Option<String> = required Markdown,
        issue: Option<String> = required Markdown,
        root_cause: Option<String> = required Markdown,
        fix: Option<String> = required Markdown,
        /// `Open`, or `Closed` with a reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<String> = deviation Text,
        source: Option<String> = required Text,
    }
}

impl Format for LearningEntry {
    const SPEC: Spec = Spec {
        id: "4.3",
        slug: "learning-entry",
        name: "Learning Entry",
        gate: 13,
        priority: Some(4),
        pattern: Some(r"^### (.+)$"),
        openers: recognize::OPENERS,
        recognizer: Recognizer::Code(recognize::recognize),
        // A report that closes with learnings goes on below them.
        is_announcement: true,
        fields: Self::FIELDS,
        rules: rules::ALL,
        sets: &[&LABEL_NAMES, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
        ..Spec::BASE
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        let title = match (&self.id, &self.title) {
            (Some(id), Some(title)) => Some(format!("{id}: {title}")),
            (_, title) => title.clone(),
        };
        Summary { title, ..Summary::default() }
    }
}
