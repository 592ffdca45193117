//! What may be found in a skipped second opinion, each with its reason and its clause.

crate::diagnostic::rules! {
    ACTION_FORM "action-form" Warning
        "2.3 Second Opinion Skip, action: `second-opinion/`"
        "readers compare it letter by letter"
    SKIPPED_SPELLING "skipped-spelling" Warning
        "2.3 Second Opinion Skip, result: `SKIPPED`"
        "readers compare it letter by letter"
    MISSING_REASON "missing-reason" Error
        "2.3 Second Opinion Skip, reason, in parentheses"
        "nobody can tell whether it matters"
    REASON_FORM "reason-form" Warning
        "2.3 Second Opinion Skip, reason, in parentheses"
        "readers that follow the contract look for the parentheses"
}
