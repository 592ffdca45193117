//! 5.1, Review Report: what a review found, and whether the work may go on.

mod check;
mod columns;
mod entries;
mod findings;
mod fixes;
mod headings;
mod lines;
mod names;
mod parse;
mod prose;
mod recognize;
mod report_sections;
mod rules;
mod score;
mod section_kind;
mod sentences;
mod severity;
mod stated;
mod summary;
mod title;
mod verdict;
#[cfg(feature = "viewers")]
mod view;

use serde::Serialize;

use crate::format::prelude::*;
use crate::reading::{FENCES, OtherCell, SeverityLevel, TABLES, TEXT, in_a_row};

record! {
    pub struct ReviewReport as camelCase {
        scope: Option<String> = required Text,
        title: Option<String> = required Text,
        verdict: Option<Verdict> = required Enum(&["APPROVED", "NEEDS_CHANGES"]),
        /// What follows the verdict: "with recommendations".
        verdict_qualifier: Option<String> = optional Text,
        score: Option<u8> = required Percent,
        summary: Option<String> = required Markdown,
        findings: Vec<Finding> = required Table(Finding::FIELDS),
        fixes_applied: Vec<FixApplied> = optional Table(FixApplied::FIELDS),
        flags_for_human: Vec<Flag> = optional Table(self::Flag::FIELDS),
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    Approved,
    NeedsChanges,
    /// Kept as written.
    #[serde(untagged)]
    Other(String),
}

impl Verdict {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Approved => "APPROVED",
            Self::NeedsChanges => "NEEDS_CHANGES",
            Self::Other(written) => written,
        }
    }
}

record! {
    pub struct Finding as camelCase {
        number: Option<u32> = required Integer; Column(&[
            "#", "no", "number", "id", "num", "nr", "№", "finding #", "issue #", "ref", "item", "finding id",
            "issue id", "번호", "순번",
        ]),
        file: Option<String> = required Place; Column(&[
            "File", "files", "file path", "filename", "path", "location", "file(s)", "file/location", "file:line",
            "where", "source", "module", "component", "document", "artifact", "area", "파일", "파일명", "경로",
            "파일 경로", "파일:라인", "파일/라인", // Beside a file it is the line.
            "위치",
        ]),
        line: Option<Lines> = required Record(Lines::FIELDS); Column(&[
            "Line", "lines", "line(s)", "line #", "line number", "line numbers", "line no", "line range",
            "line/range", "loc", "ln", "row", "position", "라인", "줄", "행", "위치", "줄 번호", "줄번호",
            "라인 번호", "행 번호",
        ]),
        /// The Line cell, where it holds more than one number or range: `24, 98`, `Headers`.
        #[serde(skip_serializing_if = "Option::is_none")]
        line_as_written: Option<String> = deviation Text,
        severity: Option<FindingSeverity> = required Enum(&["critical", "high", "medium", "low"]); Column(&[
            "Severity", "sev", "severity level", "priority", "level", "criticality", "risk", "impact", "rank",
            "심각도", "등급", "위험도", "중요도", "우선순위",
        ]),
        description: Option<String> = required Markdown; Column(&[
            "Description", "issue", "finding", "problem", "issue description", "finding description", "details",
            "detail", "concern", "violation", "observation", "title", "summary", "comment", "message", "what",
            "설명", "내용", "문제", "문제점", "이슈", "지적 사항",
        ]),
        suggestion: Option<String> = required Markdown; Column(&[
            "Suggestion", "suggestions", "suggested fix", "recommendation", "recommendations", "recommended fix",
            "proposed fix", "recommended action", "suggested action", "suggested change", "fix", "solution",
            "proposed solution", "suggested solution", "resolution", "remediation", "mitigation", "action",
            "how to fix", "제안", "수정 제안", "개선안", "권장 사항", "권장사항", "해결책", "해결 방안", "수정안",
            "개선 방안", "조치",
        ]),
        /// Cells of columns that the contract does not have.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        other_cells: Vec<OtherCell> = deviation List(&Any(&[])),
        ..
        /// The report marks it as fixed in the same run.
        #[serde(skip)]
        is_fixed: bool,
    }

    #[derive(Copy, Eq)]
    pub struct Lines {
        start: u32 = required Integer,
        end: u32 = required Integer,
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum FindingSeverity {
    Level(SeverityLevel),
    /// Kept as written: `info`, `minor`.
    Other(String),
}

impl FindingSeverity {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Level(level) => level.as_str(),
            Self::Other(written) => written,
        }
    }
}

record! {
    pub struct FixApplied as camelCase {
        file: Option<String> = required Place; Column(&[
            "File", "files", "file path", "path", "location", "file(s)", "where", "component", "파일", "위치",
        ]),
        fix: Option<String> = required Markdown; Column(&[
            "Fix", "fix applied", "change", "changes", "change made", "what changed", "description", "action",
            "fix description", "applied fix", "details", "resolution", "수정", "수정 내용", "내용",
        ]),
        #[serde(skip_serializing_if = "Vec::is_empty")]
        other_cells: Vec<OtherCell> = deviation List(&Any(&[])),
    }

    pub struct Flag as camelCase {
        issue: Option<String> = required Markdown; Column(&[
            "Issue", "flag", "item", "question", "concern", "topic", "decision", "finding", "description", "title",
            "이슈", "항목", "문제", "문제점", "사안", "내용", "확인 사항",
        ]),
        reason: Option<String> = required Markdown; Column(&[
            "Why Human Needed", "이유", "사유", "why", "reason", "why human", "why human is needed", "why flagged",
            "rationale", "why human review needed", "justification", "why needed", "notes", "context", "details",
        ]),
        #[serde(skip_serializing_if = "Vec::is_empty")]
        other_cells: Vec<OtherCell> = deviation List(&Any(&[])),
    }
}

impl Format for ReviewReport {
    const SPEC: Spec = spec! {
        id: "5.1",
        slug: "review-report",
        unread_findings: Some(&rules::UNREAD_FINDINGS),
        contradictions: &[&rules::APPROVED_OVER_OPEN_FINDING, &rules::CONFLICTING_VERDICT],
        kind: Kind::Report,
        name: "Review Report",
        revisions: &[Revision::Current, Revision::RevA, Revision::Legacy, Revision::Free],
        hints: Hints {
            score: Some("score"),
            severity: Some("findings[].severity"),
            ..Hints::titled(&["scope", "title"]).judged("verdict", &["APPROVED"], &["NEEDS_CHANGES"])
        },
        producer: "review/",
        gate: 9,
        priority: Some(1),
        openers: recognize::OPENERS,
        recognizer: Recognizer::Code(recognize::recognize),
        is_example: |_, outline, span| recognize::is_example(outline, span),
        sets: &[&TABLES, &TEXT, &FENCES],
    };
    const PARSE: Parse<Self> = parse::parse;
    const CHECK: Check<Self> = check::check;

    const SUMMARY: Summarize<Self> = |value| {
        let severities = value.findings.iter().map(|finding| finding.severity.as_ref());
        let tally = severities.map(|severity| severity.map(FindingSeverity::as_str)).collect();
        Summary {
            title: value.scope.clone().or_else(|| value.title.clone()),
            verdict: value.verdict.as_ref().map(|verdict| verdict.as_str().to_owned()),
            state: Self::SPEC.hints.state(value.verdict.as_ref().map(Verdict::as_str)),
            score: value.score,
            tally,
            ..Summary::default()
        }
    };

    fn questions(&self) -> Vec<Question> {
        let question = |(row, flag): (u32, &Flag)| {
            let words = [flag.issue.as_deref(), flag.reason.as_deref()];
            let words = in_a_row(&words.into_iter().flatten().collect::<Vec<_>>());
            (!words.is_empty()).then_some(Question { words, row: Some(("flagsForHuman", row)) })
        };
        (0..).zip(&self.flags_for_human).filter_map(question).collect()
    }

    fn findings(&self) -> Vec<StatedFinding> {
        let stated = |finding: &Finding| StatedFinding {
            number: finding.number,
            file: finding.file.clone(),
            lines: finding.line.map(|lines| (lines.start, lines.end)),
            severity: finding.severity.as_ref().map(|severity| severity.as_str().to_owned()),
            level: finding.level(),
            words: finding.description.clone().or_else(|| finding.suggestion.clone()).unwrap_or_default(),
        };
        self.findings.iter().map(stated).collect()
    }
}
