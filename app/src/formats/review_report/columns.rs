//! The columns of a report's tables, in the contract's order, and the other names they go by.

use crate::diagnostic::Sink;
use crate::markdown::Table;
use crate::reading::{ColumnName, Columns, report_columns, report_headless, report_table};

use super::report_sections::ReportSections;

pub(super) const NUMBER: usize = 0;
pub(super) const FILE: usize = 1;
pub(super) const LINE: usize = 2;
pub(super) const SEVERITY: usize = 3;
pub(super) const DESCRIPTION: usize = 4;
pub(super) const SUGGESTION: usize = 5;

/// The columns of the findings table, in the contract's order.
pub(super) static FINDING_COLUMNS: [ColumnName; 6] = [
    ColumnName {
        name: "#",
        synonyms: &[
            "no", "number", "id", "num", "nr", "№", "finding #", "issue #", "ref", "item", "finding id",
            "issue id", "번호", "순번",
        ],
    },
    ColumnName {
        name: "File",
        synonyms: &[
            "files", "file path", "filename", "path", "location", "file(s)", "file/location", "file:line",
            "where", "source", "module", "component", "document", "artifact", "area", "파일", "파일명",
            "경로", "파일 경로", "파일:라인", "파일/라인", // Beside a file it is the line.
            "위치",
        ],
    },
    ColumnName {
        name: "Line",
        synonyms: &[
            "lines", "line(s)", "line #", "line number", "line numbers", "line no", "line range",
            "line/range", "loc", "ln", "row", "position", "라인", "줄", "행", "위치", "줄 번호", "줄번호",
            "라인 번호", "행 번호",
        ],
    },
    ColumnName {
        name: "Severity",
        synonyms: &[
            "sev", "severity level", "priority", "level", "criticality", "risk", "impact", "rank", "심각도",
            "등급", "위험도", "중요도", "우선순위",
        ],
    },
    ColumnName {
        name: "Description",
        synonyms: &[
            "issue", "finding", "problem", "issue description", "finding description", "details", "detail",
            "concern", "violation", "observation", "title", "summary", "comment", "message", "what", "설명",
            "내용", "문제", "문제점", "이슈", "지적 사항",
        ],
    },
    ColumnName {
        name: "Suggestion",
        synonyms: &[
            "suggestions", "suggested fix", "recommendation", "recommendations", "recommended fix",
            "proposed fix", "recommended action", "suggested action", "suggested change", "fix", "solution",
            "proposed solution", "suggested solution", "resolution", "remediation", "mitigation", "action",
            "how to fix", "제안", "수정 제안", "개선안", "권장 사항", "권장사항", "해결책", "해결 방안",
            "수정안", "개선 방안", "조치",
        ],
    },
];

pub(super) static FIX_COLUMNS: [ColumnName; 2] = [
    ColumnName {
        name: "File",
        synonyms: &[
            "files", "file path", "path", "location", "file(s)", "where", "component", "파일", "위치",
        ],
    },
    ColumnName {
        name: "Fix",
        synonyms: &[
            "fix applied", "change", "changes", "change made", "what changed", "description", "action",
            "fix description", "applied fix", "details", "resolution", "수정", "수정 내용", "내용",
        ],
    },
];

pub(super) static FLAG_COLUMNS: [ColumnName; 2] = [
    ColumnName {
        name: "Issue",
        synonyms: &[
            "flag", "item", "question", "concern", "topic", "decision", "finding", "description", "title",
            "이슈", "항목", "문제", "문제점", "사안", "내용", "확인 사항",
        ],
    },
    ColumnName {
        name: "Why Human Needed",
        synonyms: &[
            "이유", "사유", "why", "reason", "why human", "why human is needed", "why flagged", "rationale",
            "why human review needed", "justification", "why needed", "notes", "context", "details",
        ],
    },
];

/// Reports how a table is written: without a header, or without the line below it, with columns that are missing, that
/// bear another name, or that the contract does not have.
pub(super) fn report_shape(
    sections: &ReportSections<'_>,
    table: Table,
    columns: &Columns,
    names: &[ColumnName],
    field: &str,
    sink: &mut Sink,
) {
    let (text, outline) = (sections.text, sections.outline);
    if columns.is_headless() {
        report_headless(text, outline, table, columns, names, field, sink);
        return;
    }
    report_table(text, outline, table, field, sink);
    report_columns(text, outline, table, columns, names, field, sink);
}
