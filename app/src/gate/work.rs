//! Whether an answer shows the work that it claims.

use super::contract::is_of_adr;
use super::evidence::Evidence;
use super::kind::{GateKind, is_older};
use super::rules::{MISSING_EVIDENCE, NO_EVIDENCE};
use crate::diagnostic::Diagnostic;
use crate::json::{Json, Kind};

/// What shows the work in the ADR's shape.
const OF_ADR: [&str; 2] = ["commands_executed", "verification_evidence"];

/// An answer in the ADR's shape that shows no work is redeployed; one in another shape may have no field for it.
pub(super) fn work(evidence: &mut Evidence<'_, '_>) {
    let json = evidence.json;
    let shows = |keys: &[&str]| keys.iter().filter_map(|key| json.get(key)).any(is_stated);
    if shows(&OF_ADR) || evidence.is_cut() {
        return;
    }
    if is_of_adr(json) && !is_older(json) {
        let message =
            "results without work that shows them: neither `commands_executed` nor `verification_evidence`"
                .to_owned();
        evidence.red_flag(&MISSING_EVIDENCE, OF_ADR, message);
        return;
    }
    let (others, message): (&[&str], _) = match evidence.answer.kind {
        GateKind::TestRunner => (&["evidence"], "no command that was run is named"),
        GateKind::CodeReview => (
            &["evidence", "files_reviewed", "review_analysis"],
            "neither a file that was reviewed nor a command is named",
        ),
        GateKind::SecurityAuditor => {
            (&["evidence", "tool_execution_status"], "no tool or command that was run is named")
        }
    };
    if !shows(others) {
        evidence.sink.report(Diagnostic::new(&NO_EVIDENCE, json.span.take(1), message));
    }
}

fn is_stated(value: &Json<'_>) -> bool {
    match &value.kind {
        Kind::List(items) => !items.is_empty(),
        Kind::Object(members) => !members.is_empty(),
        _ => value.text().is_some_and(|text| !text.trim().is_empty()),
    }
}
