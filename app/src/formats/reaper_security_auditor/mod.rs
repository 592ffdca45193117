//! Reaper's security audit: is there an issue that must be fixed first?

mod parse;
#[cfg(feature = "ssr")]
mod view;

use crate::block::Block;
use crate::declaration::record;
use crate::diagnostic::Sink;
use crate::document::Summary;
use crate::format::{Format, Spec};
use crate::gate::{self, GATES, GateAnswer};
use crate::json::{ANSWERS, JSON};
use crate::reading::TEXT;

record! {
    pub struct ReaperSecurityAuditor {
        #[serde(flatten)]
        answer: GateAnswer = required Flat(GateAnswer::FIELDS),
        /// The overall risk, where the answer states it.
        risk_level: Option<String> = deviation Text,
        /// Findings below those that block.
        warnings: Vec<String> = deviation List,
    }
}

impl Format for ReaperSecurityAuditor {
    const SPEC: Spec = Spec {
        id: "reaper/security-auditor",
        slug: "reaper-security-auditor",
        name: "Security Audit Verdict",
        producer: "reaper:security-auditor",
        fields: Self::FIELDS,
        sets: &[&JSON, &ANSWERS, &GATES, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.json"),
        ..gate::SPEC
    };

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        self.answer.summary()
    }
}
