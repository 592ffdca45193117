//! What may be found in an update of a registry, each with its reason and its clause.

use crate::diagnostic::rules;
use crate::reading::LabelRules;

rules! {
    HEADING_SPELLING "heading-spelling" Warning
        "4.1 Registry Update, pattern: `/^## Registry Update: (.+)$/m`"
        "an update that is not found by its heading is not announced"
    MISSING_TITLE "missing-title" Error
        "4.1 Registry Update, Brief Title (string)"
        "nobody can tell what the update is for"
    MISSING_VALUE "missing-value" Error
        "4.1 Registry Update, fields: File, Line"
        "nobody can tell what was changed"
    MISSING_OPERATION "missing-operation" Error
        "4.1 Registry Update, Line (operation: added/removed/updated + the line content)"
        "nobody can tell whether the line came or went"
    UNKNOWN_OPERATION "unknown-operation" Error
        "4.1 Registry Update, Line (operation: added/removed/updated + the line content)"
        "nobody can tell whether the line came or went"
    OPERATION_SPELLING "operation-spelling" Warning
        "4.1 Registry Update, Line (operation: added/removed/updated + the line content)"
        "readers that follow the contract compare the operation letter by letter"
    LABEL_NAME "label-name" Warning
        "4.1 Registry Update, fields: File, Line"
        "readers find a value by its label"
    LABEL_FORM "label-form" Warning
        "4.1 Registry Update, example: `**File:** INDEX.md`"
        "readers that follow the contract look for a label in bold, with its value on the same line"
}

pub(super) static LABEL_RULES: LabelRules =
    LabelRules { missing: &MISSING_VALUE, name: &LABEL_NAME, form: &LABEL_FORM };
