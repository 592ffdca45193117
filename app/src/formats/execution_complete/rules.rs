//! What may be found in the summary of a chain, each with its reason and its clause.

crate::diagnostic::rules! {
    MISSING_TITLE "missing-title" Error
        "1.4 Execution Complete, Brief Title (string)"
        "nobody can tell which chain is done"
    UNREADABLE_COUNT "unreadable-count" Warning
        "1.4 Execution Complete, metrics: integers"
        "a claim without a number can't be held against the table"

    MISSING_RESULT "missing-result" Warning
        "1.4 Execution Complete, steps, Result: what the step brought"
        "a step without a result can't be told from one that did nothing"

    COUNT_MISMATCH "count-mismatch" Warning
        "1.4 Execution Complete, totalSteps, completedSteps, failedSteps against the table"
        "either a row is missing or the figure is made up"
    FAILED_STEP "failed-step" Warning
        "1.4 Execution Complete, heading `## Done:` against Status"
        "a chain with a step that failed has not brought what was asked"
    UNFINISHED_STEP "unfinished-step" Warning
        "1.4 Execution Complete, heading `## Done:` against Status"
        "a chain with a step that never ended is not done"
}
