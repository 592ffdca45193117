//! Reads the audit's few fields, and those of the older shape.

use super::ReaperSecurityAuditor;
use crate::block::Block;
use crate::diagnostic::{Diagnostic, Sink};
use crate::gate::{self, Evidence, GateKind, NO_EVIDENCE, Places, read_answer};
use crate::json::Shape::{Any, Choice, Flag, List, Object, Text};
use crate::json::{Property, optional, required};

const PROPERTIES: &[Property] = &[
    required("gate_status", Choice(&["PASS", "FAIL"])),
    optional("all_checks_passed", Flag),
    optional("task_id", Text),
    optional("working_dir", Text),
    required("summary", Text),
    required("blocking_issues", List(&Any)),
    optional("files_modified", List(&Text)),
    optional("commands_executed", List(&Any)),
    optional("pre_work_validation", Object(INPUTS)),
];
const INPUTS: &[Property] = &[required("pre_work_validation.validation_passed", Flag)];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ReaperSecurityAuditor {
    let (json, answer) = read_answer(GateKind::SecurityAuditor, block, PROPERTIES, sink);
    let mut places = Places { json: &json, sink };
    let mut audit = ReaperSecurityAuditor {
        answer,
        risk_level: places.text("risk_level", &["security_assessment.overall_risk_level"]),
        warnings: places.sentences("warnings", &["validation_status.warnings"]),
    };
    let mut evidence = Evidence { json: &json, answer: &mut audit.answer, sink };
    gate::check(&mut evidence);
    let shows_work = ["commands_executed", "verification_evidence", "evidence", "tool_execution_status"];
    if !shows_work.iter().any(|key| json.get(key).is_some()) && !evidence.is_cut() {
        let message = "no tool or command that was run is named";
        evidence.sink.report(Diagnostic::new(&NO_EVIDENCE, json.span.take(1), message));
    }
    audit
}
