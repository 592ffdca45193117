//! 4.1, Registry Update: a line that was added to a registry file, removed from it, or changed in it.

mod line;
mod operation;
mod parse;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, FieldSpec, Format, Spec};
use crate::reading::{HEADINGS, LABEL_NAMES, LABELS, TEXT};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RegistryUpdate {
    pub title: Option<String>,
    pub file: Option<String>,
    /// `added`, `removed` or `updated`; any other word as written.
    pub operation: Option<String>,
    pub line: Option<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("title", FieldType::Text),
    FieldSpec::required("file", FieldType::Place),
    FieldSpec::required("operation", FieldType::Enum(&["added", "removed", "updated"])),
    FieldSpec::required("line", FieldType::Text),
];

impl Format for RegistryUpdate {
    const SPEC: Spec = Spec {
        id: "4.1",
        slug: "registry-update",
        name: "Registry Update",
        producer: "orchestrator",
        gate: 12,
        priority: Some(2),
        pattern: Some(r"^## Registry Update: (.+)$"),
        openers: parse::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        Summary { title: self.title.clone(), verdict: self.operation.clone(), ..Summary::default() }
    }
}
