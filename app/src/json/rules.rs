//! What may be wrong with any JSON answer. Each room states the rules with its own contract's name.

use crate::diagnostic::Rule;

#[derive(Debug)]
pub struct JsonRules {
    pub broken_json: &'static Rule,
    pub truncated_json: &'static Rule,
    pub missing_field: &'static Rule,
    pub wrong_type: &'static Rule,
    pub unknown_value: &'static Rule,
}

/// Declares the rules of a room: those of every JSON answer, then its own, in the order of its manual.
macro_rules! json_rules {
    ($contract:literal $($name:ident $id:literal $severity:ident $clause:literal $summary:literal)*) => {
        pub(super) static JSON_RULES: $crate::json::JsonRules = $crate::json::JsonRules {
            broken_json: &BROKEN_JSON,
            truncated_json: &TRUNCATED_JSON,
            missing_field: &MISSING_FIELD,
            wrong_type: &WRONG_TYPE,
            unknown_value: &UNKNOWN_VALUE,
        };

        $crate::json::json_rules! { @declare $contract
            BROKEN_JSON "broken-json" Error "syntax: JSON"
                "a strict reader rejects the whole answer for one wrong character"
            TRUNCATED_JSON "truncated-json" Error "syntax: JSON, complete"
                "what was cut off may have been what matters"
            MISSING_FIELD "missing-field" Error "fields: required"
                "who reads the answer by its fields finds nothing there"
            WRONG_TYPE "wrong-type" Error "fields: types"
                "a value of another type is not read, or read wrongly"
            UNKNOWN_VALUE "unknown-value" Error "fields: enumerations"
                "readers compare the word letter by letter"
            $($name $id $severity $clause $summary)*
        }
    };
    (@declare $contract:literal $($name:ident $id:literal $severity:ident $clause:literal $summary:literal)*) => {
        $(pub(super) static $name: $crate::diagnostic::Rule = $crate::diagnostic::Rule {
            id: $id,
            severity: $crate::diagnostic::Severity::$severity,
            summary: $summary,
            clause: concat!($contract, ", ", $clause),
        };)*

        /// All rules of the room, in the order of its manual.
        pub(super) static ALL: &[&$crate::diagnostic::Rule] = &[$(&$name),*];
    };
}

pub(crate) use json_rules;
