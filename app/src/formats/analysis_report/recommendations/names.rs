//! What headings and labels say of recommendations: that they follow, and how urgent they are.

use std::sync::LazyLock;

use super::super::numbering::Numbering;
use crate::reading::{Lexicon, Stems, clean, may_be_korean, normal};

/// Things that an analysis asks somebody to do.
static ACTS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "actions, steps, changes, fix, fixes, improvements, enhancements, optimizations, \
         refactorings, remediation, remediations, mitigations, measures, tasks, priorities, \
         updates, additions, items, order, ups, consider, todo",
    )
});
/// How urgent something is, and when it is to be done.
static URGENCIES: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "priority, priorities, p0, p1, p2, p3, p4, critical, high, medium, moderate, low, urgent, \
         important, essential, immediate, immediately, short, mid, long, near, now, soon, later, \
         next, today, week, sprint, month, quarter, quick, must, should, could, nice, optional, \
         future, phase, tier, strategic, tactical, blockers",
    )
});
/// What may be beside an urgency without naming what is to be done.
static FILLERS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "term, up, follow, wins, win, have, haves, to, do, action, item, work, this, and, the, or, \
         before, after, release, impact, effort, value, weeks, months, days, severity, level, \
         recommended, recommendations, goals",
    )
});
/// The recommendations in Korean.
const KOREAN: [&str; 8] =
    ["권장 사항", "권장사항", "권고 사항", "권고사항", "추천 사항", "개선 제안", "제안 사항", "개선 방안"];
/// A longer name is a sentence.
const LONGEST: usize = 120;

/// How surely a heading opens the recommendations; less is surer.
pub(super) fn rank(heading: &str) -> Option<u8> {
    if heading.len() > LONGEST {
        return None;
    }
    if may_be_korean(heading) && KOREAN.iter().any(|known| heading.contains(known)) {
        return KOREAN.contains(&name(heading).as_str()).then_some(SURELY);
    }
    if !STEMS.may_be_in(heading) {
        return None;
    }
    let name = name(heading);
    let mut words = name.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    let (first, last) =
        (words.clone().next().unwrap_or_default(), words.clone().next_back().unwrap_or_default());
    let is_proposal = matches!(first, "recommended" | "suggested" | "proposed") && ACTS.has(last);
    match name.as_str() {
        "recommendations" | "recommendation" => Some(0),
        _ if name.ends_with("recommendations") => Some(1),
        _ if name.contains("recommendations") => Some(2),
        "action items" | "action plan" | "actionable next steps" | "suggestions" => Some(SURELY),
        _ if is_proposal => Some(SURELY),
        _ if words.any(|word| word == "recommendation") => Some(SURELY + 1),
        _ => None,
    }
}

/// How a word begins in each heading that recommends; most headings have none.
const STEMS: Stems<4> = Stems::of(&["reco", "acti", "sugg", "prop"]);

/// From this rank on a heading does not speak of recommendations in the contract's word.
pub(super) const SURELY: u8 = 3;

/// As the contract writes it.
pub(super) fn is_plain(heading: &str) -> bool {
    clean(heading) == "Recommendations"
}

/// Says when things are to be done and not what: `High Priority`, `12.1 Immediate (this week)`, `P0 — Critical`.
pub(super) fn is_urgency(heading: &str) -> bool {
    if heading.len() > LONGEST {
        return false;
    }
    let name = name(heading);
    let words = || name.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    URGENCIES.has_any(words())
        && words().all(|word| {
            is_number(word)
                || URGENCIES.has(word)
                || FILLERS.has(word)
                || ACTS.has(word) && word != "fix"
                || word == "fix" && matches!(words().next(), Some("must" | "should" | "could"))
        })
}

/// Announces things to do: `High Priority:`, `Consider:`, `Actions:`.
pub(super) fn announces_acts(label: &str) -> bool {
    let name = name(label);
    is_urgency(label) || name.rsplit(' ').next().is_some_and(|last| ACTS.has(last))
}

/// Without number, comment and marks, in lower case.
fn name(heading: &str) -> String {
    let title = Numbering::without_number(heading);
    let uncommented = title.split('(').next().unwrap_or(title);
    let name = normal(uncommented);
    let name = name.trim_end_matches(|edge: char| !edge.is_alphanumeric());
    name.trim_start_matches(|edge: char| !edge.is_alphabetic()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::{SURELY, announces_acts, is_urgency, rank};

    #[test]
    fn headings_open_the_recommendations() {
        for (heading, expected) in [
            ("💡 RECOMMENDATIONS:", Some(0)),
            ("Debt & Recommendations", Some(1)),
            ("Recommendations for the store", Some(2)),
            ("Proposed Changes (by file)", Some(SURELY)),
            ("Final Recommendation", Some(SURELY + 1)),
            ("권장 사항이 아닌 것", None),
            ("Recommended layout", None),
            ("Next Steps", None),
        ] {
            assert_eq!(rank(heading), expected, "{heading}");
        }
    }

    #[test]
    fn urgencies_say_when() {
        for heading in [
            "12.1 Immediate (this week)",
            "P0 — Critical",
            "🔴 Must Fix",
            "Long-term Improvements",
            "Phase 2 Priorities (P1-P2)",
            "Priority 1 (before the release)",
        ] {
            assert!(is_urgency(heading), "{heading}");
        }
        for heading in
            ["Immediate Fix", "Priority 1: Fix the closure", "Option A", "Rationale", "High contrast"]
        {
            assert!(!is_urgency(heading), "{heading}");
        }
        assert!(announces_acts("Consider"));
        assert!(announces_acts("Optimizations"));
        assert!(!announces_acts("Rationale"));
    }
}
