//! The words of scales of severity, and the nouns for what has one.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::choice::Choice;
use super::lexicon::Lexicon;

crate::named::named! {
    /// The contract's four levels, from the lowest to the highest.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum SeverityLevel {
        Low = "low",
        Medium = "medium",
        High = "high",
        Critical = "critical",
    }
}

/// The contract's own words, their short forms, and what they are in Korean.
static LEVELS: LazyLock<Lexicon<SeverityLevel>> = LazyLock::new(|| {
    Lexicon::of(&[
        ("critical, crit, 치명적, 치명, 심각", SeverityLevel::Critical),
        ("high, 높음", SeverityLevel::High),
        ("medium, med, 중간, 보통", SeverityLevel::Medium),
        ("low, 낮음, 경미", SeverityLevel::Low),
    ])
});

/// Words of other scales, by the level that comes nearest.
static OTHER_SCALES: LazyLock<Lexicon<SeverityLevel>> = LazyLock::new(|| {
    Lexicon::of(&[
        ("blocker, blocking, severe, fatal, p0, show, showstopper", SeverityLevel::Critical),
        ("major, important, error, p1", SeverityLevel::High),
        ("moderate, warning, warn, p2", SeverityLevel::Medium),
        ("minor, info, informational, note, trivial, nit, nitpick, suggestion, p3", SeverityLevel::Low),
    ])
});

/// What is found in a review.
static FINDING_NOUNS: LazyLock<Lexicon<()>> = LazyLock::new(|| {
    Lexicon::words(
        "finding, findings, issue, issues, problem, problems, concern, concerns, bug, bugs, \
         observation, observations, defect, defects, violation, violations",
    )
});

impl SeverityLevel {
    /// Returns the level that a word of the contract's scale names, in normal form.
    pub fn of_word(word: &str) -> Option<Self> {
        LEVELS.get(word)
    }

    /// Returns the level that comes nearest to a word of another scale, in normal form.
    pub fn near(word: &str) -> Option<Self> {
        OTHER_SCALES.get(word)
    }

    /// Finds the contract's word in a fragment.
    pub fn choose(fragment: &str) -> Choice<Self> {
        LEVELS.choose(fragment)
    }
}

/// Returns whether a word belongs to any scale, ignoring case.
pub fn is_rank(word: &str) -> bool {
    let is_known = |word: &str| SeverityLevel::of_word(word).or(SeverityLevel::near(word)).is_some();
    if word.bytes().any(|letter| letter.is_ascii_uppercase()) {
        is_known(&word.to_ascii_lowercase())
    } else {
        is_known(word)
    }
}

/// Whether a word is a noun for what is found, in normal form: `issue`, `findings`.
pub fn is_finding_noun(word: &str) -> bool {
    FINDING_NOUNS.has(word)
}
