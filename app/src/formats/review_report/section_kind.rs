//! The kinds of sections and labels in a report, and the names by which they go.

use std::sync::LazyLock;

use crate::reading::{Lexicon, Stems, is_finding_noun, normal, numbered_title, uncommented};

/// What a section of a report holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum SectionKind {
    Verdict,
    Score,
    Summary,
    Findings,
    /// `Minor Issues`, `Critical Findings (must fix)`: holds findings where no section of that name does.
    SomeFindings,
    Fixes,
    Flags,
    Other,
}

impl SectionKind {
    /// The name that the contract gives the section, and the field that it fills.
    const fn contract(self) -> (Option<&'static str>, &'static str) {
        match self {
            Self::Verdict => (Some("Verdict"), "verdict"),
            Self::Score => (Some("Score"), "score"),
            Self::Summary => (Some("Summary"), "summary"),
            Self::Findings => (Some("Findings"), "findings"),
            Self::SomeFindings => (None, "findings"),
            Self::Fixes => (Some("Fixes Applied"), "fixesApplied"),
            Self::Flags => (Some("Flags for Human"), "flagsForHuman"),
            Self::Other => (None, "title"),
        }
    }

    pub const fn contract_name(self) -> Option<&'static str> {
        self.contract().0
    }

    pub const fn field(self) -> &'static str {
        self.contract().1
    }

    /// Returns the kind that a label names, such as `Quality Score` before a value.
    pub fn of_label(label: &str) -> Self {
        NAMES.meaning(label).unwrap_or(Self::Other)
    }

    /// Returns the kind that a section's name means, in the form that [`section_name`] gives.
    pub fn of_name(name: &str) -> Self {
        let is_of_findings = |(ranks, noun): (&str, &str)| {
            is_finding_noun(noun) && ranks.split(' ').all(|rank| FINDING_RANKS.has(rank))
        };
        let is_some = || {
            is_rank_alone(name) || name.ends_with('s') && name.rsplit_once(' ').is_some_and(is_of_findings)
        };
        NAMES.get(name).unwrap_or_else(|| if is_some() { Self::SomeFindings } else { Self::Other })
    }
}

static NAMES: LazyLock<Lexicon<SectionKind>> = LazyLock::new(|| {
    Lexicon::of(&[
        (
            "verdict, overall verdict, final verdict, review verdict, 판정, 최종 판정, 종합 판정",
            SectionKind::Verdict,
        ),
        (
            "score, quality score, overall score, review score, overall quality score, final score, \
             code quality score, rating, overall rating, 점수, 총점, 품질 점수, 종합 점수",
            SectionKind::Score,
        ),
        (
            "summary, executive summary, overview, review summary, overall summary, summary of review, \
             tl;dr, tldr, 요약, 개요, 총평",
            SectionKind::Summary,
        ),
        (
            "findings, detailed findings, review findings, code review findings, key findings, all findings, \
             findings table, detailed findings table, findings summary, summary of findings, issues found, \
             issues, issues summary, summary of issues, issues identified, identified issues, \
             findings and recommendations, findings & recommendations, \
             발견 사항, 발견사항, 지적 사항, 지적사항, 문제점, 발견된 문제, 이슈",
            SectionKind::Findings,
        ),
        (
            "fixes applied, applied fixes, fixes, fixes made, fixes implemented, changes applied, \
             fixed issues, what was fixed, 적용된 수정, 적용한 수정, 수정 내역",
            SectionKind::Fixes,
        ),
        (
            "flags for human, flags for human review, flags for human decision, flags for humans, flags, \
             human flags, human review flags, flagged for human, flagged for human review, \
             human review needed, needs human review, items for human review, \
             사람 확인 필요, 사람이 확인할 사항, 담당자 확인 필요, 확인 필요 사항",
            SectionKind::Flags,
        ),
    ])
});

/// Words before a noun for findings.
static FINDING_RANKS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "critical, blocking, blocker, high, major, important, medium, moderate, minor, low, trivial, non, \
         other, remaining, open, priority, severity, potential, additional",
    )
});

/// Ranks that need no noun.
static RANKS_ALONE: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "critical, high, medium, low, major, important, moderate, minor, optional, blocking, blocker, \
         blockers, non blocking, nonblocking, errors, warnings, suggestions, suggestions for improvement, \
         must fix, must fix before merge, should fix, nice to have, nit, nits, nitpicks, p0, p1, p2, p3, \
         치명적, 심각, 높음, 중간, 낮음",
    )
});

/// Words for findings of another review, or ones that are no longer open.
static OTHER_FINDINGS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "previous, prior, earlier, past, resolved, fixed, closed, known, existing, preexisting, deferred, of",
    )
});

/// Groups that hold praise, not findings, are named with one of these.
const PRAISE: [&str; 10] = [
    "strength", "positive", "praise", "passed", "verified", "what s good", "what's good", "what works",
    "good ", "well done",
];

/// Few names have letters of one of these.
const OF_PRAISE: Stems<8> = Stems::of(&PRAISE);

/// A longer name of a section of findings is a sentence.
const MOST_WORDS: usize = 4;

/// Whether a section is named after what this review found: `frontend findings`.
pub(super) fn names_findings(name: &str) -> bool {
    let mut words = name.split([' ', '-']).filter(|word| !word.is_empty());
    let are_findings = |noun: &str| noun.ends_with('s') && is_finding_noun(noun);
    let is_named = words.clone().next_back().is_some_and(are_findings) && !praises(name);
    is_named && words.clone().count() <= MOST_WORDS && !words.any(|word| OTHER_FINDINGS.has(word))
}

/// `Critical`, `Medium Priority`, `Must fix`, `Low / Nits`: a rank that needs no noun, or several.
fn is_rank_alone(name: &str) -> bool {
    name.split(['/', '&']).map(str::trim).all(|name| {
        let rank = name.strip_suffix(" priority").or_else(|| name.strip_suffix(" severity"));
        RANKS_ALONE.has(rank.unwrap_or(name))
    })
}

/// The name without numbering and comment, in lower case: `4. Fixes Applied (mode: fix)` is `fixes applied`.
pub(super) fn section_name(heading: &str) -> String {
    let mut name = normal(uncommented(numbered_title(heading).title));
    name.truncate(name.trim_end_matches(':').trim_end().len());
    name
}

/// Whether a group of that name holds praise, not findings.
pub(super) fn praises(name: &str) -> bool {
    OF_PRAISE.may_be_in(name) && PRAISE.iter().any(|praise| name.contains(praise))
}
