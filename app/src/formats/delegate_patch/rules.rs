//! What may be found in a patch, each with its reason and its clause.

use crate::delegate::delegate_rules;

delegate_rules! {
    "Delegate output, Patch Response"
    OVERLAPPING_HUNKS "overlapping-hunks" Error
        "patches: hunks of a file"
        "two changes of the same lines can't both be made"
    LINES_AGAINST_HUNK "lines-against-hunk" Warning
        "patches: `start_line` and `old_lines`"
        "who makes the change takes out more lines than are shown, or fewer"
    IDLE_HUNK "idle-hunk" Warning
        "patches: `old_lines` and `new_lines`"
        "a hunk that changes nothing hides what was meant"
    COUNT_MISMATCH "count-mismatch" Warning
        "patches: all that the summary speaks of"
        "a change was lost, or one too many was counted"
}
