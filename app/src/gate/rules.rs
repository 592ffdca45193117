//! What may be wrong with the answer of any gate.

crate::diagnostic::rule_set! {
    GATES "gates" "Gates" "gates.md":
    NO_VERDICT "no-verdict" Error
        "universal contract fields: pass or fail"
        "pass and fail are read from fields only, and no field says it"
    OLDER_SHAPE "older-shape" Warning
        "universal contract fields"
        "readers of the current contract look for the verdict at the top"
    INVALID_INPUTS "invalid-inputs" Error
        "red flags: invalid inputs"
        "a gate that had no valid inputs has checked nothing"
    MISSING_EVIDENCE "missing-evidence" Error
        "red flags: missing evidence"
        "the agent claims results without showing work"
    VERDICT_AGAINST_COUNTS "verdict-against-counts" Error
        "red flags: logical inconsistency"
        "one of the two is made up, and nobody knows which"
    CONFLICTING_VERDICTS "conflicting-verdicts" Error
        "red flags: logical inconsistency"
        "two fields state the verdict, and differ"
    CONFLICTING_VALUES "conflicting-values" Error
        "red flags: logical inconsistency"
        "one of the two is made up, and readers take the last"
    SCOPE_VIOLATION "scope-violation" Error
        "red flags: scope violation"
        "the agent worked outside of its boundaries"
    NO_EVIDENCE "no-evidence" Warning
        "red flags: missing evidence"
        "the answer names no command that shows its work"
}
