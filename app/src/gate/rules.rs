//! The rules of all gates; each room states them with its own contract's name.

use crate::diagnostic::Rule;
use crate::json::JsonRules;

#[derive(Debug)]
pub struct GateRules {
    pub json: &'static JsonRules,
    pub no_verdict: &'static Rule,
    pub older_shape: &'static Rule,
    pub field_name: &'static Rule,
    pub answer_in_string: &'static Rule,
    pub invalid_inputs: &'static Rule,
    pub verdict_against_counts: &'static Rule,
    pub conflicting_verdicts: &'static Rule,
    pub scope_violation: &'static Rule,
    pub no_evidence: &'static Rule,
}

macro_rules! gate_rules {
    ($contract:literal $($name:ident $id:literal $severity:ident $clause:literal $summary:literal)*) => {
        pub(super) static GATE_RULES: $crate::gate::GateRules = $crate::gate::GateRules {
            json: &JSON_RULES,
            no_verdict: &NO_VERDICT,
            older_shape: &OLDER_SHAPE,
            field_name: &FIELD_NAME,
            answer_in_string: &ANSWER_IN_STRING,
            invalid_inputs: &INVALID_INPUTS,
            verdict_against_counts: &VERDICT_AGAINST_COUNTS,
            conflicting_verdicts: &CONFLICTING_VERDICTS,
            scope_violation: &SCOPE_VIOLATION,
            no_evidence: &NO_EVIDENCE,
        };

        $crate::json::json_rules! { $contract
            NO_VERDICT "no-verdict" Error "universal contract fields: pass or fail"
                "pass and fail are read from fields only, and no field says it"
            OLDER_SHAPE "older-shape" Warning "universal contract fields"
                "readers of the current contract look for the verdict at the top"
            FIELD_NAME "field-name" Warning "fields: names"
                "readers find a field by its name, letter by letter"
            ANSWER_IN_STRING "answer-in-string" Warning "syntax: one JSON object"
                "a reader of fields finds a string and no field in it"
            INVALID_INPUTS "invalid-inputs" Error "red flags: invalid inputs"
                "a gate that had no valid inputs has checked nothing"
            VERDICT_AGAINST_COUNTS "verdict-against-counts" Error "red flags: logical inconsistency"
                "one of the two is made up, and nobody knows which"
            CONFLICTING_VERDICTS "conflicting-verdicts" Error "red flags: logical inconsistency"
                "two fields state the verdict, and differ"
            SCOPE_VIOLATION "scope-violation" Error "red flags: scope violation"
                "the agent worked outside of its boundaries"
            NO_EVIDENCE "no-evidence" Warning "red flags: missing evidence"
                "the answer names no command that shows its work"
            $($name $id $severity $clause $summary)*
        }
    };
}

pub(crate) use gate_rules;
