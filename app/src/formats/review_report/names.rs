//! The names by which a report's parts go.

use crate::reading::{cleaned, numbered_title, uncommented, with_normal};

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

const VERDICT: &[&str] =
    &["verdict", "overall verdict", "final verdict", "review verdict", "판정", "최종 판정", "종합 판정"];
const SCORE: &[&str] = &[
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
const SUMMARY: &[&str] = &[
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

const RANKS_ALONE: [&str; 26] = [
    "critical",
    "high",
    "medium",
    "low",
    "major",
    "moderate",
    "minor",
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

/// What a review is called in Korean.
const KOREAN_REVIEWS: [&str; 2] = ["리뷰", "검토"];
const KOREAN_SCORES: [&str; 2] = ["점수", "총점"];

/// Words that say that a text is a review, and nothing of what it reviews.
const FORM_WORDS: &[&str] = &[
    "review",
    "report",
    "summary",
    "results",
    "result",
    "code",
    "final",
    "pr",
    "pull",
    "request",
    "peer",
    "security",
    "quick",
    "full",
    "re",
    "코드",
    "리뷰",
    "검토",
    "보고서",
    "리포트",
    "결과",
    "요약",
    "최종",
];

/// True of `Code Review Report`; not of `Store Review`.
pub(super) fn is_form(words: &str) -> bool {
    with_normal(words, |words| words.split(' ').all(|word| FORM_WORDS.contains(&word)))
}

/// A longer heading is a sentence.
const LONGEST_HEADING: usize = 200;
/// The longest of [`NAMES`].
const LONGEST_NAME: usize = "findings and recommendations".len();
const NAMES: [(&[&str], Part); 6] = [
    (VERDICT, Part::Verdict),
    (SCORE, Part::Score),
    (SUMMARY, Part::Summary),
    (FINDINGS, Part::Findings),
    (FIXES, Part::Fixes),
    (FLAGS, Part::Flags),
];

/// What the name of a section says; numbering, emoji and comments in parentheses aside.
pub(super) fn part(heading: &str) -> Part {
    if heading.len() > LONGEST_HEADING {
        return Part::Other;
    }
    with_section_name(heading, |name| part_of_name(name, heading))
}

/// Whether a name may be that of a verdict or a score, told without reading it.
pub(super) fn may_name_value(name: &str) -> bool {
    !name.is_ascii() || [&b"verdict"[..], b"score", b"rating"].iter().any(|word| mentions(name, word))
}

/// As [`part`], where the name that [`with_section_name`] gives is known.
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

/// `Critical`, `Medium Priority`, `Must fix`: a rank that needs no noun.
fn is_rank_alone(name: &str) -> bool {
    let rank = name.strip_suffix(" priority").or_else(|| name.strip_suffix(" severity")).unwrap_or(name);
    RANKS_ALONE.contains(&rank)
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

/// A label such as `Verdict` or `Quality Score` before a value.
pub(super) fn is_verdict_key(key: &str) -> bool {
    with_normal(key, |key| VERDICT.contains(&key))
}

/// Labels that may stand for the verdict, where their value is one.
pub(super) fn may_be_verdict_key(key: &str) -> bool {
    let others = [
        "status",
        "review status",
        "overall status",
        "approval status",
        "result",
        "review result",
        "decision",
        "review decision",
        "outcome",
        "recommendation",
        "final recommendation",
        "overall recommendation",
        "overall assessment",
        "assessment",
        "overall",
        "conclusion",
        "결론",
        "검토 결과",
        "리뷰 결과",
    ];
    with_normal(key, |key| others.contains(&key))
}

pub(super) fn is_score_key(key: &str) -> bool {
    with_normal(key, |key| SCORE.contains(&key))
}

/// True of what stands before the colon of a heading that opens a report: `Code Review`, `Review Summary`.
pub(super) fn names_a_review(label: &str) -> bool {
    let cleaned = cleaned(label);
    if !mentions_review(&cleaned) {
        return false;
    }
    let words = cleaned.to_lowercase();
    let mut parts = words.split(|character: char| !character.is_alphanumeric());
    let is_review = parts.any(|word| word == "review") || mentions_review_in_korean(&words);
    let others = [
        "second opinion",
        "critique",
        "audit",
        "analysis",
        "plan",
        "checklist",
        "guide",
        "template",
        "process",
        "prompt",
        "instruction",
        "reviewed",
        "files",
        "structure",
        "format",
        "계획",
        "가이드",
        "체크리스트",
        "템플릿",
        "요청",
    ];
    is_review && !others.iter().any(|other| words.contains(other))
}

/// What every heading that opens a report says; most headings don't.
pub(super) fn mentions_review(cleaned: &str) -> bool {
    mentions(cleaned, b"review") || mentions_review_in_korean(cleaned)
}

fn mentions_review_in_korean(words: &str) -> bool {
    !words.is_ascii() && KOREAN_REVIEWS.iter().any(|review| words.contains(review))
}

/// What is in each name of the section.
pub(super) fn mentions_score(cleaned: &str) -> bool {
    let in_korean = || !cleaned.is_ascii() && KOREAN_SCORES.iter().any(|score| cleaned.contains(score));
    mentions(cleaned, b"score") || mentions(cleaned, b"rating") || in_korean()
}

/// Whether a word stands there, in whatever case.
pub(super) fn mentions(cleaned: &str, word: &[u8]) -> bool {
    let first = word.first().map(u8::to_ascii_lowercase);
    cleaned
        .as_bytes()
        .windows(word.len())
        .any(|part| part.first().map(u8::to_ascii_lowercase) == first && part.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_NAME, NAMES, Part, part};

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
            assert_eq!(part(heading), expected, "{heading}");
        }
    }
}
