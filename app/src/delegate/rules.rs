//! The rules of all delegate responses; each room states them with its own section of the contract.

use crate::diagnostic::Rule;
use crate::json::JsonRules;

#[derive(Debug)]
pub struct DelegateRules {
    pub json: &'static JsonRules,
    pub field_name: &'static Rule,
    pub unknown_field: &'static Rule,
    pub markdown_answer: &'static Rule,
    pub answer_in_string: &'static Rule,
}

macro_rules! delegate_rules {
    ($contract:literal $($name:ident $id:literal $severity:ident $clause:literal $summary:literal)*) => {
        pub(super) static DELEGATE_RULES: $crate::delegate::DelegateRules = $crate::delegate::DelegateRules {
            json: &JSON_RULES,
            field_name: &FIELD_NAME,
            unknown_field: &UNKNOWN_FIELD,
            markdown_answer: &MARKDOWN_ANSWER,
            answer_in_string: &ANSWER_IN_STRING,
        };

        $crate::json::json_rules! { $contract
            FIELD_NAME "field-name" Warning "fields: names"
                "who reads the answer by the contract's names finds nothing under another"
            UNKNOWN_FIELD "unknown-field" Info "fields: names"
                "readers of the contract pass over what it does not name"
            MARKDOWN_ANSWER "markdown-answer" Info "syntax: JSON"
                "the contract asks for JSON, which programs read without guessing"
            ANSWER_IN_STRING "answer-in-string" Warning "syntax: one JSON object"
                "a reader of fields finds a string and no field in it"
            $($name $id $severity $clause $summary)*
        }
    };
}

pub(crate) use delegate_rules;
