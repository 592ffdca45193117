//! What may be found in a checklist, each with its reason and its clause.

use crate::delegate::delegate_rules;

delegate_rules! {
    "Delegate output, Checklist Response"
    TOTALS_AGAINST_LIST "totals-against-list" Error
        "checklist: `passed`, `failed` and `warnings`"
        "a check was lost, or one too many was counted"
    COUNT_MISMATCH "count-mismatch" Warning
        "checklist: all that the summary speaks of"
        "a check was lost, or one too many was counted"
}
