//! Other names of the fields of responses.

use crate::json::Synonyms;

pub const SYNONYMS: Synonyms = &[
    ("message", &["description", "text", "issue", "title", "detail", "details"]),
    ("file", &["path", "filename", "file_path"]),
    ("line", &["line_number", "lines"]),
    ("lines", &["line_range", "range", "line"]),
    ("details", &["detail", "explanation", "description", "reason", "message"]),
    ("item", &["check", "name", "title"]),
    ("status", &["result", "state"]),
    ("snippet", &["excerpt", "code", "text", "content"]),
    ("note", &["reason", "why", "description"]),
    ("action", &["type", "kind"]),
    ("target", &["file", "path", "command"]),
    ("description", &["reason", "detail", "details", "message"]),
    ("start_line", &["line", "start"]),
    ("old_lines", &["old", "before", "removed"]),
    ("new_lines", &["new", "after", "added"]),
    ("option", &["name", "title"]),
    ("patches", &["patch", "diff", "diffs", "changes"]),
    ("hunks", &["diff", "patch", "unified_diff", "changes"]),
];
