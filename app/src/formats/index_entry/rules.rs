//! What may be found in the registry of executions, each with its reason and its clause.

crate::diagnostic::rules! {
    NONE_ROW "none-row" Info
        "4.2 INDEX.md Entry: a row is an execution"
        "a registry without executions has no rows"
    MISSING_DATE "missing-date" Error
        "4.2 INDEX.md Entry, Date (YYYY-MM-DD)"
        "the registry is read by date"
    UNREADABLE_DATE "unreadable-date" Error
        "4.2 INDEX.md Entry, Date (YYYY-MM-DD)"
        "a row without a date that can be read is not found by its pattern"
    DATE_SPELLING "date-spelling" Warning
        "4.2 INDEX.md Entry, pattern: `/^\\| (\\d{4}-\\d{2}-\\d{2}) \\|/m`"
        "readers that follow the contract expect the date alone"
    MISSING_DESCRIPTION "missing-description" Error
        "4.2 INDEX.md Entry, Description (brief work title)"
        "nobody can tell what was done"
    MISSING_PATTERN "missing-pattern" Error
        "4.2 INDEX.md Entry, Pattern (chain signature)"
        "flows are found by the patterns that recur"
    MISSING_OUTCOME "missing-outcome" Error
        "4.2 INDEX.md Entry, Outcome (status + metrics + commit hash)"
        "nobody can tell how the chain ended"
    UNKNOWN_STATUS "unknown-status" Warning
        "4.2 INDEX.md Entry, Success: derived from outcome text"
        "whether the chain succeeded is not known"
    STATUS_SPELLING "status-spelling" Warning
        "4.2 INDEX.md Entry, Outcome: `Success` or `Failed`"
        "readers derive success from the first word, letter by letter"
    MISSING_METRICS "missing-metrics" Info
        "4.2 INDEX.md Entry, Metrics: key metrics extracted from outcome"
        "the row says that the work is done, but not how much of it there is"
    COMMIT_PLACE "commit-place" Warning
        "4.2 INDEX.md Entry, Outcome (status + metrics + commit hash)"
        "readers look for the hash in parentheses at the end"
    MISSING_COMMIT "missing-commit" Warning
        "4.2 INDEX.md Entry, Outcome against Pattern"
        "the work can't be found in the history"
    REPEATED_ENTRY "repeated-entry" Warning
        "4.2 INDEX.md Entry: a row is an execution"
        "patterns are counted by rows, and this one counts twice"
}
