//! 4.3, Learning Entry: what went wrong once, why, and how to prevent it.

mod headings;
mod labels;
mod parse;
mod recognize;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::reading::{LABEL_NAMES, TEXT};
use crate::recognition::Scan;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LearningEntry {
    /// `L029`; the contract has none, and ids repeat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub action_type: Option<String>,
    pub title: Option<String>,
    /// As written where it is no date.
    pub date: Option<String>,
    /// Who learned it and when, as entries say that state no source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    pub context: Option<String>,
    pub issue: Option<String>,
    pub root_cause: Option<String>,
    pub fix: Option<String>,
    /// `Open`, or `Closed` with a reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    pub source: Option<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::deviation("id", FieldType::Text),
    FieldSpec::required("actionType", FieldType::Text),
    FieldSpec::required("title", FieldType::Text),
    FieldSpec::required("date", FieldType::Date),
    FieldSpec::deviation("from", FieldType::Text),
    FieldSpec::required("context", FieldType::Markdown),
    FieldSpec::required("issue", FieldType::Markdown),
    FieldSpec::required("rootCause", FieldType::Markdown),
    FieldSpec::required("fix", FieldType::Markdown),
    FieldSpec::deviation("status", FieldType::Text),
    FieldSpec::required("source", FieldType::Text),
];

impl Format for LearningEntry {
    const SPEC: Spec = Spec {
        id: "4.3",
        slug: "learning-entry",
        name: "Learning Entry",
        producer: "orchestrator",
        gate: 13,
        priority: Some(4),
        pattern: Some(r"^### (.+)$"),
        openers: recognize::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&LABEL_NAMES, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    // A report that closes with learnings goes on below them.
    const IS_ANNOUNCEMENT: bool = true;

    fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
        recognize::recognize(scan)
    }

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
