//! The labels under which a finding says its parts.

use crate::formats::review_report::layout::{Layout, Pair};
use crate::reading::with_normal;

/// What a label of a finding holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Number,
    Place,
    Line,
    Severity,
    Suggestion,
    /// What the finding is; the only words of one that has no title.
    Description,
    /// More of what the finding is.
    Telling,
}

const KEYS: [(&[&str], Key); 7] = [
    (&["id", "#", "number", "번호"], Key::Number),
    (
        &[
            "location",
            "file",
            "files",
            "path",
            "where",
            "file/line",
            "file:line",
            "affected file",
            "affected files",
            "locations",
            "파일",
            "위치",
            "경로",
        ],
        Key::Place,
    ),
    (&["line", "lines", "line(s)", "line number", "line numbers", "라인", "줄"], Key::Line),
    (&["severity", "priority", "level", "severity level", "심각도", "중요도", "우선순위"], Key::Severity),
    (
        &[
            "suggestion",
            "recommendation",
            "suggested fix",
            "recommended fix",
            "proposed fix",
            "fix",
            "fix applied",
            "suggested",
            "solution",
            "resolution",
            "remediation",
            "제안",
            "해결책",
            "수정 제안",
            "권장 사항",
        ],
        Key::Suggestion,
    ),
    (&["issue", "problem", "description", "finding", "title", "설명", "문제", "내용"], Key::Description),
    (
        &["impact", "evidence", "root cause", "observation", "current", "status", "analysis", "영향", "원인"],
        Key::Telling,
    ),
];

impl Key {
    pub fn of(layout: &Layout<'_>, pair: &Pair) -> Option<Self> {
        Self::named(&layout.read_span(pair.key))
    }

    pub fn named(label: &str) -> Option<Self> {
        with_normal(label, |label| KEYS.iter().find(|(names, _)| names.contains(&label)).map(|(_, key)| *key))
    }
}
