//! What may be found in a checklist, each with its reason and its clause.

crate::diagnostic::rules! {
    TOTALS_AGAINST_LIST "totals-against-list" Error
        "Delegate output, Checklist Response, checklist: `passed`, `failed` and `warnings`"
        "a check was lost, or one too many was counted"
}
