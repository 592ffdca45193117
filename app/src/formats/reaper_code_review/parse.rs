//! Reads what was reviewed, and looks for what contradicts the verdict.

use super::ReaperCodeReview;
use super::rules::{EMITTED_GATE_STATUS, NOTHING_REVIEWED};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, Sink};
use crate::gate::{
    self, Evidence, GateKind, GateVerdict, NO_EVIDENCE, Places, VERDICT_AGAINST_COUNTS, read_answer,
};
use crate::json::Shape::{Any, Choice, Flag, List, Object, Text};
use crate::json::{Json, Kind, Property, optional, required};

const PROPERTIES: &[Property] = &[
    optional("task_id", Text),
    optional("working_dir", Text),
    required("summary", Text),
    required("blocking_issues", List(&Any)),
    optional("non_blocking_notes", List(&Any)),
    required("plan_coverage", Choice(&["full", "partial", "not_checked"])),
    required("scope_violations", List(&Any)),
    required("files_reviewed", List(&Text)),
    optional("files_modified", List(&Text)),
    optional("commands_executed", List(&Any)),
    optional("pre_work_validation", Object(INPUTS)),
];
const INPUTS: &[Property] = &[required("pre_work_validation.validation_passed", Flag)];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ReaperCodeReview {
    let (json, answer) = read_answer(GateKind::CodeReview, block, PROPERTIES, sink);
    let mut places = Places { json: &json, sink };
    let mut review = ReaperCodeReview {
        answer,
        plan_coverage: places.text("plan_coverage", &[]),
        files_reviewed: places.sentences("files_reviewed", &["review_analysis.files_reviewed"]),
        scope_violations: places.sentences("scope_violations", &["plan_validation.scope_deviations"]),
        non_blocking_notes: places.sentences("non_blocking_notes", &["validation_status.warnings"]),
    };
    check(&json, &mut review, sink);
    review
}

fn check(json: &Json<'_>, review: &mut ReaperCodeReview, sink: &mut Sink) {
    let mut evidence = Evidence { json, answer: &mut review.answer, sink };
    gate::check(&mut evidence);
    let verdict = evidence.verdict_place();
    if let Some(status) = json.get("gate_status") {
        let message = "the reviewer states the verdict, which is for the orchestrator to compute";
        evidence
            .sink
            .report(Diagnostic::new(&EMITTED_GATE_STATUS, status.span, message).field("gate_status"));
    }
    let passed = evidence.answer.verdict == GateVerdict::Pass;
    let violations = review.scope_violations.len();
    if passed && violations > 0 && json.get("scope_violations").is_some() {
        let message = format!("passed over {}", crate::reading::counted(violations, "scope violation"));
        evidence.contradiction(&VERDICT_AGAINST_COUNTS, verdict, "scope_violations", message);
    }
    let lists_none = json
        .get("files_reviewed")
        .is_some_and(|files| matches!(&files.kind, Kind::List(items) if items.is_empty()));
    if lists_none && !evidence.may_go_on("files_reviewed") {
        let message = "a review of no file".to_owned();
        evidence.red_flag(&NOTHING_REVIEWED, "files_reviewed", verdict, message);
    }
    let shows_work =
        ["commands_executed", "verification_evidence", "evidence"].iter().any(|key| json.get(key).is_some());
    if !shows_work && review.files_reviewed.is_empty() && !evidence.is_cut() {
        let message = "neither a file that was reviewed nor a command is named";
        evidence.sink.report(Diagnostic::new(&NO_EVIDENCE, json.span.take(1), message));
    }
}
