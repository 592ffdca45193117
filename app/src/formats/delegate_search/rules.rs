//! What may be found in a search response, each with its reason and its clause.

crate::diagnostic::rules! {
    LINE_RANGE "line-range" Error
        "Delegate output, Search Response, results: `lines`, the first and the last"
        "who opens the file there looks at other lines, or at none"
}
