//! What may be found in a search response, each with its reason and its clause.

use crate::delegate::delegate_rules;

delegate_rules! {
    "Delegate output, Search Response"
    LINE_RANGE "line-range" Error
        "results: `lines`, the first and the last"
        "who opens the file there looks at other lines, or at none"
    COUNT_MISMATCH "count-mismatch" Warning
        "results: all that the summary speaks of"
        "a result was lost, or one too many was counted"
}
