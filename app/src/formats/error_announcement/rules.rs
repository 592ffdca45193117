//! What may be found in an announcement of an error, each with its reason and its clause.

use crate::diagnostic::rules;
use crate::reading::{LabelRules, OpenerRules};

rules! {
    HEADING_FORM "heading-form" Warning
        "6.1 Error Announcement, heading: `## Error: {title}`"
        "readers that follow the contract find an error by its heading"
    MISSING_TITLE "missing-title" Error
        "6.1 Error Announcement, Error title (string)"
        "nobody can tell one error from another"
    MISSING_LABEL "missing-label" Error
        "6.1 Error Announcement, required fields: Step, Message, Context"
        "a value that the contract requires is missing"
    LABEL_NAME "label-name" Warning
        "6.1 Error Announcement, required fields: Step, Message, Context, Recovery options"
        "readers that follow the contract find a value by its label"
    LABEL_FORM "label-form" Warning
        "6.1 Error Announcement, required fields: `**Label:** value`"
        "readers that follow the contract look for one form of a label only"
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
    OTHER_STEP "other-step" Warning
        "6.1 Error Announcement, Recovery options against Step"
        "an option that retries or skips another step leaves the error where it is"
}

pub(super) static OPENER_RULES: OpenerRules = OpenerRules { form: &HEADING_FORM, missing: &MISSING_TITLE };

pub(super) static LABEL_RULES: LabelRules =
    LabelRules { missing: &MISSING_LABEL, name: &LABEL_NAME, form: &LABEL_FORM };
