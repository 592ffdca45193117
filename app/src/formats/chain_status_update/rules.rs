//! What may be found in a chain status update, each with its reason and its clause.

crate::diagnostic::rules! {
    REV_A_HEADING "rev-a-heading" Warning
        "1.3 Chain Status Update, heading: `## Chain: {title} -- Updated` (rev a: `## Chain Status: {title}`)"
        "the current revision has another heading, and its readers look for that"
    MISSING_CHANGES "missing-changes" Error
        "1.3 Chain Status Update, changes: free text that says what has changed"
        "readers have to compare two tables to find out"
}
