//! What may be found in a learning, each with its reason and its clause.

crate::diagnostic::rules! {
    LEGACY_HEADING "legacy-heading" Warning
        "4.3 LEARNINGS.md Entry, pattern: `/^### (.+)$/m`, followed by `#### {Issue Title}`"
        "learnings are looked up by the action they concern"
    HEADING_LEVEL "heading-level" Warning
        "4.3 LEARNINGS.md Entry, pattern: `/^### (.+)$/m`, followed by `#### {Issue Title}`"
        "readers that follow the contract look for headings of these levels only"
    MISSING_ACTION "missing-action" Error
        "4.3 LEARNINGS.md Entry, Action Type (string, e.g., \"code/\", \"review/\")"
        "learnings are looked up by the action they concern"
    ACTION_SPELLING "action-spelling" Warning
        "4.3 LEARNINGS.md Entry, Action Type (string, e.g., \"code/\", \"review/\")"
        "an action is named by its folder, and compared letter by letter"
    MISSING_CONTEXT "missing-context" Error
        "4.3 LEARNINGS.md Entry, Context (when this happens)"
        "nobody can tell when the learning applies"
    MISSING_PROBLEM "missing-problem" Error
        "4.3 LEARNINGS.md Entry, Problem (what goes wrong)"
        "nobody can tell what went wrong"
    MISSING_ROOT_CAUSE "missing-root-cause" Error
        "4.3 LEARNINGS.md Entry, Root Cause (why it fails)"
        "without its cause a problem comes back in another shape"
    MISSING_SOLUTION "missing-solution" Error
        "4.3 LEARNINGS.md Entry, Solution (how to prevent)"
        "a learning that prevents nothing is a complaint"
    MISSING_DATE "missing-date" Error
        "4.3 LEARNINGS.md Entry, Date (YYYY-MM-DD)"
        "nobody can tell whether the learning still holds"
    UNREADABLE_DATE "unreadable-date" Error
        "4.3 LEARNINGS.md Entry, Date (YYYY-MM-DD)"
        "learnings are sorted by date"
    DATE_SPELLING "date-spelling" Warning
        "4.3 LEARNINGS.md Entry, Date (YYYY-MM-DD)"
        "readers that follow the contract expect the date alone"
    MISSING_SOURCE "missing-source" Error
        "4.3 LEARNINGS.md Entry, Source (action/ in chain description)"
        "nobody can go back to where it was learned"
    SOURCE_UNDER_FROM "source-under-from" Warning
        "4.3 LEARNINGS.md Entry, Source (action/ in chain description)"
        "readers that follow the contract look for the label `Source`"
    EXTRA_LABEL "extra-label" Info
        "4.3 LEARNINGS.md Entry, fields: Context, Problem, Root Cause, Solution, Date, Source"
        "readers that follow the contract pass over what is there"
}
