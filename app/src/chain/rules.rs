//! What may be wrong with the steps of a chain.

use crate::diagnostic::rule_set;

rule_set! {
    STEPS "steps" "Steps" "steps.md":
    MISSING_STEPS "missing-steps" Error
        "table: `#`, Action, Model, Key Inputs, Waits For, Status"
        "nobody can tell what the chain does, or how far it is"
    MISSING_NUMBER "missing-number" Warning
        "steps, #: step number"
        "other steps and announcements refer to a step by its number"
    MISSING_ACTION "missing-action" Warning
        "steps, Action: action path"
        "nobody can tell what the step does"
    ACTION_PATH "action-path" Warning
        "gate 7, Execute Step: validate action paths, as `code/backend/`"
        "an action is looked up by its path"
    MISSING_STATUS "missing-status" Warning
        "steps, Status: enum (`pending` | `running` | `completed` | `failed` | `skipped`)"
        "nobody can tell how far the step is"
    UNKNOWN_STATUS "unknown-status" Warning
        "steps, Status: enum (`pending` | `running` | `completed` | `failed` | `skipped`)"
        "readers that follow the contract know five words only"
    STATUS_SPELLING "status-spelling" Warning
        "steps, Status: enum (`pending` | `running` | `completed` | `failed` | `skipped`)"
        "readers compare it letter by letter"
    DUPLICATE_STEP "duplicate-step" Warning
        "steps, #: step number"
        "whoever refers to that number refers to one of two"
}

rule_set! {
    WAITS "waits" "Order of steps" "waits.md":
    WAITS_SPELLING "waits-spelling" Warning
        "steps, Waits For: `#1`, `#1,#2` or `--`"
        "readers that follow the contract look for `#` before a number"
    UNREADABLE_WAITS "unreadable-waits" Warning
        "steps, Waits For: `#1`, `#1,#2` or `--`"
        "the order of the steps is unknown"
    MISSING_STEP "missing-step" Error
        "steps, Waits For against #"
        "a step that waits for one that does not exist never begins"
    CYCLE "cycle" Error
        "steps, Waits For"
        "steps that wait for each other never begin"
    EARLY_STEP "early-step" Warning
        "steps, Status against Waits For"
        "a step that begins before what it waits for works on what is not there yet"
}
