//! What may be wrong with any response of a delegate.

use crate::diagnostic::rule_set;

rule_set! {
    DELEGATES "delegates" "Responses of delegates" "delegates.md":
    MARKDOWN_ANSWER "markdown-answer" Info
        "syntax: JSON"
        "the contract asks for JSON, which programs read without guessing"
}

rule_set! {
    CLAIMS "claims" "Claimed totals" "claims.md":
    COUNT_MISMATCH "count-mismatch" Warning
        "summary against the list"
        "an entry was lost, or one too many was counted"
}
