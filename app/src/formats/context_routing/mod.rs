//! 6.2, Context Routing (Department Routing): where a request is sent, and why.

mod actions;
mod confidence;
mod names;
mod parse;
mod recognize;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use crate::format::prelude::*;
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, LABELS, TEXT};

record! {
    pub struct ContextRouting as camelCase {
        request: Option<String> = required Text,
        /// `work`, `explore`…, or a workbench of the project's own.
        context: Option<String> = required Markdown;
            Label(&["Context", "department", "workbench", "target context"]),
        /// A flow, "Composed from actions", or "No match".
        flow: Option<String> = required Text; Label(&["Flow", "selected flow", "recommended flow"]),
        actions: Vec<String> = required List(&Text);
            Label(&["Actions", "action list", "action", "recommended actions", "chain"]),
        /// The whole entries, where they say more than the action's name.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        actions_as_written: Vec<String> = deviation List(&Text),
        explanation: Option<String> = required Markdown;
            Label(&["Explanation", "reason", "reasoning", "rationale", "why"]),
        /// From 0 to 1.
        confidence: Option<f64> = required Number;
            Label(&["Confidence", "confidence score", "match confidence"]) => or_null(),
        /// Whether a person had to choose among several contexts.
        disambiguated: Option<bool> = required Flag;
            Label(&["Disambiguated", "disambiguation", "disambiguation required"]),
    }
}

impl Format for ContextRouting {
    const SPEC: Spec = spec! {
        id: "6.2",
        slug: "context-routing",
        name: "Context Routing",
        revisions: &[Revision::Current, Revision::RevA, Revision::Legacy],
        hints: Hints::titled(&["request"]).judged("context", &[], &[]),
        gate: 2,
        priority: Some(5),
        pattern: Some(r"^## Routing: (.+)$"),
        openers: recognize::OPENERS,
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &TEXT, &FENCES],
    };
    const PARSE: Parse<Self> = parse::parse;
    const SUMMARY: Summarize<Self> =
        |value| Summary::titled(value.request.clone()).with_verdict(value.context.clone());

    fn moves(&self) -> Vec<Move> {
        vec![Move::Routed {
            request: self.request.clone(),
            context: self.context.clone(),
            flow: self.flow.clone(),
        }]
    }
}
