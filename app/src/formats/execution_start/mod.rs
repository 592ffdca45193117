//! 1.2, Execution Start: a line that says that a step begins, and which model takes it.

mod parse;
mod recognize;
mod rules;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;

use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::markdown::{Glance, Outline};
use crate::text::Text;
use crate::track::Move;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionStart {
    /// That of the heading `## Executing:` above the line.
    pub title: Option<String>,
    pub step_number: Option<u32>,
    pub action: Option<String>,
    pub model: Option<String>,
    /// In milliseconds since 1970 (UTC), where the text states it.
    pub timestamp: Option<u64>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::optional("title"),
    FieldSpec::required("stepNumber"),
    FieldSpec::required("action"),
    FieldSpec::required("model"),
    FieldSpec::optional("timestamp"),
];

impl Format for ExecutionStart {
    const SPEC: Spec = Spec {
        id: "1.2",
        slug: "execution-start",
        name: "Execution Start",
        producer: "orchestrator",
        gate: 7,
        fields: FIELDS,
        rules: rules::ALL,
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    const IS_ANNOUNCEMENT: bool = true;

    fn may_be_in(glance: &Glance<'_>) -> bool {
        glance.has_label(&["spawning step"]) && glance.says("spawning step")
    }

    fn recognize(text: &Text, outline: &Outline) -> Vec<Recognition> {
        recognize::recognize(text, outline)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        let number = self.step_number.map_or("?".to_owned(), |number| number.to_string());
        let action = self.action.as_deref().unwrap_or_default();
        Summary { title: Some(format!("Step {number} begins: {action}")), ..Summary::default() }
    }

    fn moves(&self) -> Vec<Move> {
        vec![Move::Started {
            title: self.title.clone(),
            step: self.step_number,
            action: self.action.clone(),
            model: self.model.clone(),
        }]
    }

    #[cfg(feature = "ssr")]
    fn view(&self, _context: &crate::ui::ViewContext) -> leptos::prelude::AnyView {
        leptos::prelude::IntoAny::into_any(view::ExecutionStartViewer(view::ExecutionStartViewerProps {
            start: self.clone(),
        }))
    }
}
