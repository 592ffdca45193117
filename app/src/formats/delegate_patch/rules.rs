//! What may be found in a patch, each with its reason and its clause.

crate::diagnostic::rules! {
    OVERLAPPING_HUNKS "overlapping-hunks" Error
        "Delegate output, Patch Response, patches: hunks of a file"
        "two changes of the same lines can't both be made"
    LINES_AGAINST_HUNK "lines-against-hunk" Warning
        "Delegate output, Patch Response, patches: `start_line` and `old_lines`"
        "who makes the change takes out more lines than are shown, or fewer"
    IDLE_HUNK "idle-hunk" Warning
        "Delegate output, Patch Response, patches: `old_lines` and `new_lines`"
        "a hunk that changes nothing hides what was meant"
}
