//! 6.1, Error Announcement: what failed, at which step, and what a person may do about it.

mod check;
mod parse;
mod recognize;
mod recovery;
mod rules;
mod step;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::{Outcome, Summary};
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, LABELS, TEXT};
use crate::recognition::Scan;
use crate::track::Move;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorAnnouncement {
    pub title: Option<String>,
    pub step_number: Option<u32>,
    pub action: Option<String>,
    pub message: Option<String>,
    /// What was being attempted.
    pub context: Option<String>,
    /// The trace, or whatever else is told of the error.
    pub stack_trace: Option<String>,
    pub recovery_options: Vec<String>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("title", FieldType::Text),
    FieldSpec::required("stepNumber", FieldType::Integer),
    FieldSpec::required("action", FieldType::Text),
    FieldSpec::required("message", FieldType::Markdown),
    FieldSpec::required("context", FieldType::Markdown),
    FieldSpec::optional("stackTrace", FieldType::Markdown),
    FieldSpec::required("recoveryOptions", FieldType::List),
];

impl Format for ErrorAnnouncement {
    const SPEC: Spec = Spec {
        id: "6.1",
        slug: "error-announcement",
        name: "Error Announcement",
        producer: "orchestrator",
        gate: 8,
        priority: Some(1),
        pattern: Some(r"^## Error: (.+)$"),
        openers: recognize::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &TEXT, &FENCES],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
        recognize::recognize(scan)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn check(&self, _block: &Block<'_>, sink: &mut Sink) {
        check::check(self, sink);
    }

    fn summary(&self) -> Summary {
        Summary {
            title: self.title.clone().or_else(|| self.message.clone()),
            outcome: Outcome::Fail,
            ..Summary::default()
        }
    }

    fn moves(&self) -> Vec<Move> {
        vec![Move::Failed {
            title: self.title.clone(),
            step: self.step_number,
            action: self.action.clone(),
            message: self.message.clone(),
            options: self.recovery_options.clone(),
        }]
    }
}
