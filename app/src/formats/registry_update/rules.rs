//! What may be found in an update of a registry, each with its reason and its clause.

crate::diagnostic::rules! {
    MISSING_TITLE "missing-title" Error
        "4.1 Registry Update, Brief Title (string)"
        "nobody can tell what the update is for"
    MISSING_OPERATION "missing-operation" Error
        "4.1 Registry Update, Line (operation: added/removed/updated + the line content)"
        "nobody can tell whether the line came or went"
    UNKNOWN_OPERATION "unknown-operation" Error
        "4.1 Registry Update, Line (operation: added/removed/updated + the line content)"
        "nobody can tell whether the line came or went"
    INDEX_LINE "index-line" Warning
        "gate 12, Archive & Index: INDEX.md entry format, as 4.2 has it"
        "the index is read row by row, and the chain would not be found in it"
    OPERATION_SPELLING "operation-spelling" Warning
        "4.1 Registry Update, Line (operation: added/removed/updated + the line content)"
        "readers that follow the contract compare the operation letter by letter"
}
