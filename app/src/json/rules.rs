//! What may be wrong with any JSON answer.

use crate::diagnostic::rule_set;

rule_set! {
    JSON "json" "JSON" "json.md":
    BROKEN_JSON "broken-json" Error
        "syntax: JSON"
        "a strict reader rejects the whole answer for one wrong character"
    TRUNCATED_JSON "truncated-json" Error
        "syntax: JSON, complete"
        "what was cut off may have been what matters"
    MISSING_FIELD "missing-field" Error
        "fields: required"
        "readers that look for the field find nothing"
    WRONG_TYPE "wrong-type" Error
        "fields: types"
        "a value of another type is not read, or read wrongly"
    UNKNOWN_VALUE "unknown-value" Error
        "fields: enumerations"
        "readers compare the word letter by letter"
}

rule_set! {
    ANSWERS "answers" "Answers in JSON" "answers.md":
    FIELD_NAME "field-name" Warning
        "fields: names"
        "readers find a field by its name, letter by letter"
    ANSWER_IN_STRING "answer-in-string" Warning
        "syntax: one JSON object"
        "a reader of fields finds a string and no field in it"
}

rule_set! {
    UNKNOWN_FIELDS "unknown-fields" "Fields that no contract has" "unknown_fields.md":
    UNKNOWN_FIELD "unknown-field" Info
        "fields: names"
        "readers of the contract ignore what it does not name"
}
