//! What may be found in the verdict of a code review, each with its reason and its clause.

use crate::gate::gate_rules;

gate_rules! {
    "Reaper ADR-0009, code-review"
    EMITTED_GATE_STATUS "emitted-gate-status" Warning
        "fields: the reviewer does not emit `gate_status`"
        "the orchestrator computes the verdict; a stated one may differ from it"
    NOTHING_REVIEWED "nothing-reviewed" Error
        "fields: files_reviewed"
        "a review that looked at nothing says nothing"
}
