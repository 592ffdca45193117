//! Reaper's security audit: is there an issue that must be fixed first?

#[cfg(feature = "viewers")]
mod view;

use std::sync::LazyLock;

use crate::format::prelude::*;
use crate::gate::{self, Contract, Evidence, GATES, Gate, GateAnswer, GateKind, GateOptions, Judge};
use crate::json::{ANSWERS, JSON};
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

static CONTRACT: LazyLock<Contract> = LazyLock::new(|| Contract::of(ReaperSecurityAuditor::FIELDS, &[]));

impl Format for ReaperSecurityAuditor {
    const SPEC: Spec = spec! {
        id: "reaper/security-auditor",
        slug: "reaper-security-auditor",
        name: "Security Audit Verdict",
        producer: "reaper:security-auditor",
        sets: &[&JSON, &ANSWERS, &GATES, &TEXT],
        ..gate::SPEC
    };

    const PARSE: Parse<Self> = |block, sink| (Self::JUDGE)(block, &GateOptions::default(), sink);
    const SUMMARY: Summarize<Self> = |value| value.answer.summary();
}

impl Gate for ReaperSecurityAuditor {
    const JUDGE: Judge<Self> = |block, options, sink| {
        let (json, answer, audit) = gate::read_answer(GateKind::SecurityAuditor, block, &CONTRACT, sink);
        let mut audit = Self { answer, ..audit };
        let (contract, answer) = (&CONTRACT.adr, &mut audit.answer);
        gate::check(&mut Evidence { json: &json, contract, options, answer, sink }, |_| {});
        audit
    };

    fn answer(&self) -> &GateAnswer {
        &self.answer
    }
}
