//! What may be found in a step completion, each with its reason and its clause.

crate::diagnostic::rules! {
    OTHER_ENDING "other-ending" Warning
        "2.1 Step Completion, opener: `>> Step {N} complete:`; 6.1 announces what failed"
        "readers that follow the contract take the step for one that has not ended"
    MISSING_ACTION "missing-action" Error
        "2.1 Step Completion, action path"
        "nobody can tell which action is complete"
    ACTION_FORM "action-form" Warning
        "2.1 Step Completion, action path: with a trailing slash"
        "readers that follow the contract tell an action by its slash"
    MISSING_RESULT "missing-result" Error
        "2.1 Step Completion, one-line result"
        "nobody can tell what the step brought"
    MISSING_NEXT_STEP "missing-next-step" Warning
        "2.1 Step Completion, next step number or “Done”"
        "nobody can tell whether the chain goes on"
    NEXT_STEP_FORM "next-step-form" Warning
        "2.1 Step Completion, next step: `Continuing to Step {M}...` or `Continuing to Done...`"
        "readers that follow the contract look for these words at the end of the line"
    SAME_STEP "same-step" Warning
        "2.1 Step Completion, next step against step number"
        "a step that is complete does not begin again"
}
