//! What contradicts the verdict of a review.

use super::rules::{EMITTED_GATE_STATUS, NOTHING_REVIEWED};
use super::{CONTRACT, ReaperCodeReview};
use crate::diagnostic::{Diagnostic, Sink};
use crate::gate::{self, Evidence, GateOptions, GateVerdict, VERDICT_AGAINST_COUNTS};
use crate::json::{Json, Kind};

pub(super) fn check(json: &Json<'_>, review: &mut ReaperCodeReview, options: &GateOptions, sink: &mut Sink) {
    let violations = review.scope_violations.len();
    let mut evidence = Evidence { json, contract: &CONTRACT.adr, options, answer: &mut review.answer, sink };
    gate::check(&mut evidence, |evidence| check_review(evidence, violations));
}

fn check_review(evidence: &mut Evidence<'_, '_>, violations: usize) {
    let json = evidence.json;
    let verdict = evidence.verdict_place();
    if let Some(status) = json.get("gate_status") {
        let message = "the reviewer states the verdict, which is for the orchestrator to compute";
        evidence
            .sink
            .report(Diagnostic::new(&EMITTED_GATE_STATUS, status.span, message).field("gate_status"));
    }
    let passed = evidence.answer.verdict == GateVerdict::Pass;
    if passed && violations > 0 && json.get("scope_violations").is_some() {
        let message = format!("passed over {}", crate::reading::counted(violations, "scope violation"));
        evidence.contradiction(&VERDICT_AGAINST_COUNTS, [verdict, "scope_violations"], message);
    }
    let is_blank = |file: &Json<'_>| file.text().is_some_and(|file| file.trim().is_empty());
    let lists_none = json.get("files_reviewed").is_some_and(|files| match &files.kind {
        Kind::List(items) => items.iter().all(is_blank),
        _ => is_blank(files),
    });
    if lists_none && !evidence.may_go_on("files_reviewed") {
        let message = "a review of no file".to_owned();
        evidence.red_flag(&NOTHING_REVIEWED, ["files_reviewed", verdict], message);
    }
}
