//! 4.1, Registry Update: a line that was added to a registry file, removed from it, or changed in it.

mod line;
mod names;
mod operation;
mod parse;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::declaration::record;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Format, Spec};
use crate::reading::{HEADINGS, LABEL_NAMES, LABELS, TEXT};

record! {
    pub struct RegistryUpdate {
        title: Option<String> = required Text,
        file: Option<String> = required Place,
        /// `added`, `removed` or `updated`; any other word as written.
        operation: Option<String> = required Enum(&["added", "removed", "updated"]),
        line: Option<String> = required Text,
    }
}

impl Format for RegistryUpdate {
    const SPEC: Spec = Spec {
        id: "4.1",
        slug: "registry-update",
        name: "Registry Update",
        gate: 12,
        priority: Some(2),
        pattern: Some(r"^## Registry Update: (.+)$"),
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
        Summary { title: self.title.clone(), verdict: self.operation.clone(), ..Summary::default() }
    }
}
