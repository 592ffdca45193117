//! Reaper's security audit: is there an issue that must be fixed first?

#[cfg(feature = "ssr")]
mod view;

use std::sync::LazyLock;

use crate::format::prelude::*;
use crate::gate::{self, Evidence, GATES, GateAnswer, GateKind, NO_EVIDENCE};
use crate::json::{self, ANSWERS, JSON, Property};
use crate::reading::TEXT;

record! {
    pub struct ReaperSecurityAuditor from JSON {
        #[serde(flatten, skip_deserializing)]
        answer: GateAnswer = required Flat(GateAnswer::FIELDS),
        /// The overall risk, where the answer states it.
        risk_level: Option<String> = deviation Text => or_at(&["security_assessment.overall_risk_level"]),
        /// Findings below those that block.
        warnings: Vec<String> = deviation List(&Any(&[])) => or_at(&["validation_status.warnings"]),
    }
}

static CONTRACT: LazyLock<Vec<Property>> = LazyLock::new(|| json::contract(ReaperSecurityAuditor::FIELDS));

impl Format for ReaperSecurityAuditor {
    const SPEC: Spec = spec! {
        id: "reaper/security-auditor",
        slug: "reaper-security-auditor",
        name: "Security Audit Verdict",
        producer: "reaper:security-auditor",
        sets: &[&JSON, &ANSWERS, &GATES, &TEXT],
        ..gate::SPEC
    };

    const PARSE: Parse<Self> = |block, sink| {
        let (json, answer, audit) = gate::read_answer(GateKind::SecurityAuditor, block, &CONTRACT, sink);
        let mut audit = Self { answer, ..audit };
        let mut evidence = Evidence { json: &json, contract: &CONTRACT, answer: &mut audit.answer, sink };
        gate::check(&mut evidence);
        let shows_work = ["commands_executed", "verification_evidence", "evidence", "tool_execution_status"];
        if !shows_work.iter().any(|key| json.get(key).is_some()) && !evidence.is_cut() {
            let message = "no tool or command that was run is named";
            evidence.sink.report(Diagnostic::new(&NO_EVIDENCE, json.span.take(1), message));
        }
        audit
    };
    const SUMMARY: Summarize<Self> = |value| value.answer.summary();
}
