//! What may be found in the verdict of a code review, each with its reason and its clause.

crate::diagnostic::rules! {
    EMITTED_GATE_STATUS "emitted-gate-status" Warning
        "Reaper ADR-0009, code-review, fields: the reviewer does not emit `gate_status`"
        "the orchestrator computes the verdict; a stated one may differ from it"
    NOTHING_REVIEWED "nothing-reviewed" Error
        "Reaper ADR-0009, code-review, fields: files_reviewed"
        "a review that looked at nothing says nothing"
}
