//! What may be found in a learning that is put before a person, each with its reason and its clause.

use crate::diagnostic::rules;
use crate::reading::LabelRules;

rules! {
    HEADING "heading-spelling" Warning
        "3.2 Learning Surface, pattern: `/^## Agent Learning$/m`"
        "a learning that is not found by its heading is lost"
    MISSING_VALUE "missing-value" Error
        "3.2 Learning Surface, fields: From, Issue, Root cause, Suggested fix"
        "nobody can decide on a learning of which a part is missing"
    MISSING_MODEL "missing-model" Error
        "3.2 Learning Surface, From (action/ and model)"
        "what one model has to learn another may know"
    LABEL_NAME "label-name" Warning
        "3.2 Learning Surface, fields: From, Issue, Root cause, Suggested fix"
        "readers find a value by its label"
    LABEL_FORM "label-form" Warning
        "3.2 Learning Surface, example: `**From:** review/ (sonnet)`"
        "readers that follow the contract look for a label in bold, with its value on the same line"
}

pub(super) static LABEL_RULES: LabelRules =
    LabelRules { missing: &MISSING_VALUE, name: &LABEL_NAME, form: &LABEL_FORM };
