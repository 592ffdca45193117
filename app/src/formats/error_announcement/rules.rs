//! What may be found in an announcement of an error, each with its reason and its clause.

crate::diagnostic::rules! {
    MISSING_TITLE "missing-title" Error
        "6.1 Error Announcement, Error title (string)"
        "nobody can tell one error from another"
    MISSING_NUMBER "missing-number" Error
        "6.1 Error Announcement, Step (step number and action/)"
        "nobody can tell which step to retry"
    MISSING_ACTION "missing-action" Error
        "6.1 Error Announcement, Step (step number and action/)"
        "nobody can tell what failed"
    STEP_FORM "step-form" Warning
        "6.1 Error Announcement, Step: `{step number} — {action/}`"
        "readers that follow the contract look for number and action on one line"
    MISSING_OPTIONS "missing-options" Error
        "6.1 Error Announcement, Recovery options (list: Retry, Skip, Cancel)"
        "whoever reads the error can't decide what to do"
    OTHER_OPTION "other-option" Warning
        "6.1 Error Announcement, Recovery options (list: Retry, Skip, Cancel)"
        "the dashboard offers what it knows how to do"
    OTHER_STEP "other-step" Warning
        "6.1 Error Announcement, Recovery options against Step"
        "an option that retries or skips another step leaves the error where it is"
}
