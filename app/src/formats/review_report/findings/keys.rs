//! The labels under which a finding gives its parts.

use std::sync::LazyLock;

use crate::formats::review_report::report_sections::{Pair, ReportSections};
use crate::markdown::key_value;
use crate::reading::Lexicon;
use crate::text::Span;

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
    Details,
}

static KEYS: LazyLock<Lexicon<Key>> = LazyLock::new(|| {
    Lexicon::of(&[
        ("id, #, number, 번호", Key::Number),
        (
            "location, file, files, path, where, file/line, file:line, affected file, affected files, \
             locations, 파일, 위치, 경로",
            Key::Place,
        ),
        ("line, lines, line(s), line number, line numbers, 라인, 줄", Key::Line),
        ("severity, priority, level, severity level, 심각도, 중요도, 우선순위", Key::Severity),
        (
            "suggestion, recommendation, suggested fix, recommended fix, proposed fix, fix, fix applied, \
             suggested, solution, resolution, remediation, 제안, 해결책, 수정 제안, 권장 사항",
            Key::Suggestion,
        ),
        ("issue, problem, description, finding, title, 설명, 문제, 내용", Key::Description),
        ("impact, evidence, root cause, observation, current, status, analysis, 영향, 원인", Key::Details),
    ])
});

impl Key {
    pub fn of(sections: &ReportSections<'_>, pair: &Pair) -> Option<Self> {
        Self::named(&sections.read(pair.key))
    }

    /// Returns what the label holds that a line begins with.
    pub fn of_line(sections: &ReportSections<'_>, line: Span) -> Option<Self> {
        let label = key_value(sections.text.source(), line)?;
        Self::named(&sections.read(label.key))
    }

    pub fn named(label: &str) -> Option<Self> {
        KEYS.meaning(label)
    }
}
