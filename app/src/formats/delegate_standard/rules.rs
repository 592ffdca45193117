//! What may be found in a standard response, each with its reason and its clause.

use crate::delegate::delegate_rules;

delegate_rules! {
    "Delegate output, Standard Response Format"
    COUNT_MISMATCH "count-mismatch" Warning
        "findings: all that the summary speaks of"
        "a finding was lost, or one too many was counted"
}
