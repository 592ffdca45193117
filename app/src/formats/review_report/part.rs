//! The parts of a report, and the names by which they go.

use std::sync::LazyLock;

use super::names::names_findings;
use crate::reading::{WordList, last_word, numbered_title, uncommented, with_normal};

/// What a section of a report holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
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

impl Part {
    /// The name that the contract gives the section.
    pub const fn contract_name(self) -> Option<&'static str> {
        match self {
            Self::Verdict => Some("Verdict"),
            Self::Score => Some("Score"),
            Self::Summary => Some("Summary"),
            Self::Findings => Some("Findings"),
            Self::Fixes => Some("Fixes Applied"),
            Self::Flags => Some("Flags for Human"),
            Self::SomeFindings | Self::Other => None,
        }
    }
}

pub(super) const VERDICT: &[&str] =
    &["verdict", "overall verdict", "final verdict", "review verdict", "판정", "최종 판정", "종합 판정"];
pub(super) const SCORE: &[&str] = &[
    "score",
    "quality score",
    "overall score",
    "review score",
    "overall quality score",
    "final score",
    "code quality score",
    "rating",
    "overall rating",
    "점수",
    "총점",
    "품질 점수",
    "종합 점수",
];
pub(super) const SUMMARY: &[&str] = &[
    "summary",
    "executive summary",
    "overview",
    "review summary",
    "overall summary",
    "summary of review",
    "요약",
    "개요",
    "총평",
];
const FINDINGS: &[&str] = &[
    "findings",
    "detailed findings",
    "review findings",
    "code review findings",
    "key findings",
    "all findings",
    "findings table",
    "detailed findings table",
    "findings summary",
    "summary of findings",
    "issues found",
    "issues",
    "issues summary",
    "summary of issues",
    "issues identified",
    "identified issues",
    "findings and recommendations",
    "findings & recommendations",
    "발견 사항",
    "발견사항",
    "지적 사항",
    "지적사항",
    "문제점",
    "발견된 문제",
    "이슈",
];
const FIXES: &[&str] = &[
    "fixes applied",
    "applied fixes",
    "fixes",
    "fixes made",
    "fixes implemented",
    "changes applied",
    "fixed issues",
    "what was fixed",
    "적용된 수정",
    "적용한 수정",
    "수정 내역",
];
const FLAGS: &[&str] = &[
    "flags for human",
    "flags for human review",
    "flags for human decision",
    "flags for humans",
    "flags",
    "human flags",
    "human review flags",
    "flagged for human",
    "flagged for human review",
    "human review needed",
    "needs human review",
    "items for human review",
    "사람 확인 필요",
    "담당자 확인 필요",
    "확인 필요 사항",
];
const FINDING_NOUNS: &[&str] =
    &["issues", "findings", "observations", "problems", "concerns", "defects", "bugs", "violations"];
const FINDING_RANKS: &[&str] = &[
    "critical",
    "blocking",
    "blocker",
    "high",
    "major",
    "important",
    "medium",
    "moderate",
    "minor",
    "low",
    "trivial",
    "non",
    "other",
    "remaining",
    "open",
    "priority",
    "severity",
    "potential",
    "additional",
];

/// What a rank may be followed by that stands alone.
const RANK_NOUNS: [&str; 2] = ["priority", "severity"];
const RANKS_ALONE: [&str; 34] = [
    "non blocking",
    "nonblocking",
    "errors",
    "warnings",
    "suggestions",
    "suggestions for improvement",
    "critical",
    "high",
    "medium",
    "low",
    "major",
    "important",
    "moderate",
    "minor",
    "optional",
    "blocking",
    "blocker",
    "blockers",
    "must fix",
    "must fix before merge",
    "should fix",
    "nice to have",
    "nit",
    "nits",
    "nitpicks",
    "p0",
    "p1",
    "p2",
    "p3",
    "치명적",
    "심각",
    "높음",
    "중간",
    "낮음",
];

/// A longer heading is a sentence.
const LONGEST_HEADING: usize = 200;
/// The longest of [`NAMES`].
const LONGEST_NAME: usize = "findings and recommendations".len();
static NAMES: [(&[&str], Part); 6] = [
    (VERDICT, Part::Verdict),
    (SCORE, Part::Score),
    (SUMMARY, Part::Summary),
    (FINDINGS, Part::Findings),
    (FIXES, Part::Fixes),
    (FLAGS, Part::Flags),
];

/// What the name of a section says; numbering, emoji and comments in parentheses aside.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub part: Part,
    /// It is called after what was found, as `Frontend Findings` is.
    pub names_findings: bool,
}

impl Name {
    pub fn read(heading: &str) -> Self {
        if !may_be_named(heading) {
            return Self { part: Part::Other, names_findings: false };
        }
        with_section_name(heading, |name| Self {
            part: part_of_name(name, heading),
            names_findings: names_findings(name),
        })
    }
}

/// Whether a heading ends as one of the names does, told without reading its number, its marks and its comment.
fn may_be_named(heading: &str) -> bool {
    static LAST_WORDS: LazyLock<WordList> = LazyLock::new(|| {
        let names = NAMES.iter().flat_map(|(names, _)| names.iter()).chain(&RANKS_ALONE);
        let last_words = names.filter_map(|name| name.rsplit(' ').next());
        WordList::of(last_words.chain(FINDING_NOUNS.iter().copied()).chain(RANK_NOUNS))
    });
    // What stands in brackets in front may hold a parenthesis of its own.
    if heading.contains('[') {
        return true;
    }
    let word = last_word(uncommented(heading));
    word.is_empty() || LAST_WORDS.has(word)
}

/// The part of a report that a section is, where the name that [`with_section_name`] gives is known.
pub(super) fn part_of_name(name: &str, heading: &str) -> Part {
    if heading.len() > LONGEST_HEADING {
        return Part::Other;
    }
    if name.len() <= LONGEST_NAME
        && let Some((_, part)) = NAMES.iter().find(|(names, _)| names.contains(&name))
    {
        return *part;
    }
    if is_rank_alone(name) {
        return Part::SomeFindings;
    }
    let Some((rank, noun)) = name.rsplit_once(' ') else { return Part::Other };
    let is_ranked = || rank.split(' ').all(|word| FINDING_RANKS.contains(&word));
    if FINDING_NOUNS.contains(&noun) && is_ranked() { Part::SomeFindings } else { Part::Other }
}

/// `Critical`, `Medium Priority`, `Must fix`, `Low / Nits`: a rank that needs no noun, or several.
fn is_rank_alone(name: &str) -> bool {
    name.split(['/', '&']).all(|name| {
        let name = name.trim();
        let noun = |noun: &&str| name.strip_suffix(*noun)?.strip_suffix(' ');
        let rank = RANK_NOUNS.iter().find_map(noun).unwrap_or(name);
        RANKS_ALONE.contains(&rank)
    })
}

/// The name without numbering and comment, in lower case: `4. Fixes Applied (mode: fix)` is `fixes applied`.
pub(super) fn section_name(heading: &str) -> String {
    with_section_name(heading, str::to_owned)
}

pub(super) fn with_section_name<R>(heading: &str, read: impl FnOnce(&str) -> R) -> R {
    let title = numbered_title(heading).title;
    with_normal(uncommented(title), |name| read(name.trim_end_matches(':').trim_end()))
}

/// Titles of groups that hold praise, not findings.
pub(super) fn is_praise(heading: &str) -> bool {
    with_section_name(heading, praises)
}

/// As [`is_praise`], where the name that [`with_section_name`] gives is known.
pub(super) fn praises(name: &str) -> bool {
    const PRAISE: [&str; 10] = [
        "strength",
        "positive",
        "praise",
        "passed",
        "verified",
        "what s good",
        "what's good",
        "what works",
        "good ",
        "well done",
    ];
    let is_praise = |words: &[u8]| {
        matches!(words.first(), Some(b's' | b'p' | b'v' | b'w' | b'g'))
            && PRAISE.iter().any(|praise| words.starts_with(praise.as_bytes()))
    };
    (0..name.len()).any(|at| name.as_bytes().get(at..).is_some_and(is_praise))
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_NAME, NAMES, Name, Part};

    #[test]
    fn no_name_is_longer_than_the_longest() {
        let longest = NAMES.iter().flat_map(|(names, _)| names.iter()).map(|name| name.len()).max();
        assert_eq!(longest, Some(LONGEST_NAME));
    }

    #[test]
    fn sections_are_known_by_their_names() {
        let cases = [
            ("Summary", Part::Summary),
            ("4. Fixes Applied (if mode = review-and-fix)", Part::Fixes),
            ("🚩 Flags for Human Review", Part::Flags),
            ("**Findings**", Part::Findings),
            ("Minor Issues (Non-Blocking)", Part::SomeFindings),
            ("High Priority Findings", Part::SomeFindings),
            ("Verification of Previous Findings", Part::Other),
            ("Positive Observations", Part::Other),
            ("Type Coverage Score: 95%", Part::Other),
        ];
        for (heading, expected) in cases {
            assert_eq!(Name::read(heading).part, expected, "{heading}");
        }
    }
}
