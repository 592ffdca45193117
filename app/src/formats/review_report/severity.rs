//! How grave a finding is.

use std::sync::LazyLock;

use super::FindingSeverity;
use super::layout::Layout;
use super::rules::{MISSING_SEVERITY, SEVERITY_SPELLING, UNKNOWN_SEVERITY};
use super::verdict::is_placeholder;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{
    Choice, PLACEHOLDER, WordList, choose, clean, head, is_emoji, is_none, nearest, normal, with_normal,
    without_struck,
};
use crate::text::Span;

/// The contract's own words, their short forms, and what they are in Korean.
const NAMES: [(&str, FindingLevel); 14] = [
    ("critical", FindingLevel::Critical),
    ("high", FindingLevel::High),
    ("medium", FindingLevel::Medium),
    ("low", FindingLevel::Low),
    ("crit", FindingLevel::Critical),
    ("med", FindingLevel::Medium),
    ("치명적", FindingLevel::Critical),
    ("치명", FindingLevel::Critical),
    ("심각", FindingLevel::Critical),
    ("높음", FindingLevel::High),
    ("중간", FindingLevel::Medium),
    ("보통", FindingLevel::Medium),
    ("낮음", FindingLevel::Low),
    ("경미", FindingLevel::Low),
];

/// Pictures that stand for a severity where no word does.
const SIGNS: [(char, FindingLevel); 7] = [
    ('🔴', FindingLevel::Critical),
    ('🟠', FindingLevel::High),
    ('🟡', FindingLevel::Medium),
    ('🟢', FindingLevel::Low),
    ('🔵', FindingLevel::Low),
    ('⚪', FindingLevel::Low),
    ('🚨', FindingLevel::Critical),
];

/// Pictures of other scales, which rank only where they stand alone in a cell or under a label.
const OTHER_SIGNS: [(char, FindingLevel); 9] = [
    ('⛔', FindingLevel::Critical),
    ('🛑', FindingLevel::Critical),
    ('❌', FindingLevel::High),
    ('❗', FindingLevel::High),
    ('‼', FindingLevel::High),
    ('⚠', FindingLevel::Medium),
    ('ℹ', FindingLevel::Low),
    ('💡', FindingLevel::Low),
    ('📝', FindingLevel::Low),
];

/// Words of other scales, with the level of the contract that comes nearest.
const NEAR: [(&str, &str); 24] = [
    ("blocker", "critical"),
    ("blocking", "critical"),
    ("severe", "critical"),
    ("fatal", "critical"),
    ("p0", "critical"),
    ("show", "critical"),
    ("showstopper", "critical"),
    ("major", "high"),
    ("important", "high"),
    ("error", "high"),
    ("p1", "high"),
    ("moderate", "medium"),
    ("warning", "medium"),
    ("warn", "medium"),
    ("p2", "medium"),
    ("minor", "low"),
    ("info", "low"),
    ("informational", "low"),
    ("note", "low"),
    ("trivial", "low"),
    ("nit", "low"),
    ("nitpick", "low"),
    ("suggestion", "low"),
    ("p3", "low"),
];

/// Between what was and what is.
const ARROWS: [&str; 4] = ["→", "->", "=>", "⇒"];
/// Beside a rank they say that the finding was dealt with.
const CHECKS: [char; 3] = ['✅', '✔', '☑'];
/// What is said of a finding that is no longer open.
const FIXED: [&str; 8] = ["fixed", "resolved", "mended", "addressed", "closed", "해결", "해결됨", "수정됨"];

/// From the lowest to the highest.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FindingLevel {
    Low,
    Medium,
    High,
    Critical,
}

impl FindingSeverity {
    /// The level of the contract that comes nearest, also to a word of another scale.
    pub fn level(&self) -> Option<Self> {
        match self {
            Self::Other(written) => near(written).or_else(|| slip(written)).and_then(known),
            level => Some(level.clone()),
        }
    }
}

impl From<FindingLevel> for FindingSeverity {
    fn from(level: FindingLevel) -> Self {
        match level {
            FindingLevel::Critical => Self::Critical,
            FindingLevel::High => Self::High,
            FindingLevel::Medium => Self::Medium,
            FindingLevel::Low => Self::Low,
        }
    }
}

/// A severity in a cell, or in the value of a label; `None` where the text says that there is none.
pub(super) fn read(written: &str) -> Option<FindingSeverity> {
    read_choice(level_of(written), written)
}

fn read_choice(choice: Choice<FindingLevel>, written: &str) -> Option<FindingSeverity> {
    match choice {
        Choice::Whole(level) | Choice::Among(level) => Some(level.into()),
        Choice::Unknown if is_none(written) || is_placeholder(written) => None,
        Choice::Unknown => Some(FindingSeverity::Other(clean(written))),
    }
}

/// A severity in a text that may say something else, such as `(HIGH)` or `[FIXED - medium]`.
pub(super) fn known(written: &str) -> Option<FindingSeverity> {
    match level_of(written) {
        Choice::Whole(level) | Choice::Among(level) => Some(level.into()),
        Choice::Unknown => None,
    }
}

/// The picture that stands for a severity at the head of a text.
pub(super) fn sign(written: &str) -> Option<FindingSeverity> {
    let first = written.trim_start().chars().next()?;
    SIGNS.iter().find(|(sign, _)| *sign == first).map(|(_, level)| (*level).into())
}

/// The level that a text names; what is struck out counts only where nothing else names one.
fn level_of(written: &str) -> Choice<FindingLevel> {
    let kept = without_struck(written).map(|kept| level_in(&kept));
    let found = match kept {
        Some(found @ (Choice::Whole(_) | Choice::Among(_))) => found,
        Some(Choice::Unknown) | None => level_in(written),
    };
    match found {
        // An edit would lose what was taken back, or that it was fixed.
        Choice::Whole(level) if kept.is_some() || written.contains(CHECKS) => Choice::Among(level),
        found => found,
    }
}

/// Of two levels side by side, as in `Medium/High`, the higher one; of `high → low` the one that it came to.
fn level_in(written: &str) -> Choice<FindingLevel> {
    let found = choose(written, &NAMES);
    let sign = |signs: &[(char, FindingLevel)]| {
        signs.iter().find(|(sign, _)| written.contains(*sign)).map(|(_, level)| *level)
    };
    match found {
        Choice::Whole(_) => found,
        Choice::Among(first) => Choice::Among(match second_of_two(written) {
            Some(next) if ARROWS.iter().any(|arrow| written.contains(arrow)) => next,
            Some(next) => first.max(next),
            None => first,
        }),
        Choice::Unknown if written.contains(|word: char| word.is_alphanumeric() && !is_emoji(word)) => found,
        // What a picture of another scale stands for is for the author to say.
        Choice::Unknown => {
            sign(&SIGNS).map(Choice::Whole).or_else(|| sign(&OTHER_SIGNS).map(Choice::Among)).unwrap_or(found)
        }
    }
}

/// Whether a cell says of its rank that the finding is fixed: `critical → fixed`, `high (fixed)`, `~~low~~ ✅`.
pub(super) fn says_fixed(written: &str) -> bool {
    let is_struck = || written.contains("~~") && written.contains(CHECKS);
    with_normal(head(written, 120), |written| {
        let mut words = written.split(|edge: char| !edge.is_alphanumeric());
        words.clone().any(|word| FIXED.contains(&word))
            && !words.any(|word| matches!(word, "not" | "to" | "be"))
    }) || is_struck()
}

/// The level right behind the first one, be it behind `/`, `-`, `or` or `to`.
fn second_of_two(written: &str) -> Option<FindingLevel> {
    with_normal(head(written, 120), |written| {
        let level = |word: &str| NAMES.iter().find(|(name, _)| *name == word).map(|(_, level)| *level);
        let mut words = written.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
        words.find_map(level)?;
        words.find(|word| !matches!(*word, "or" | "to" | "and")).and_then(level)
    })
}

/// A word of any scale.
pub(super) fn is_rank(word: &str) -> bool {
    static RANKS: LazyLock<WordList> = LazyLock::new(|| {
        let near = NEAR.iter().map(|(name, _)| *name);
        WordList::of(NAMES.iter().map(|(name, _)| *name).chain(near))
    });
    // No capital is needed for a name that is not of ASCII, and it has none.
    RANKS.has(word) || !word.is_ascii() && NAMES.iter().any(|(name, _)| *name == word)
}

/// Reads the severity of a table's row and says what deviates.
pub(super) fn read_cell(
    layout: &Layout<'_>,
    cell: Option<Span>,
    row: Span,
    path: FieldPath,
    sink: &mut Sink,
) -> Option<FindingSeverity> {
    let written = cell.map(|cell| layout.read_span(cell)).unwrap_or_default();
    let trimmed = written.trim();
    let choice = level_of(trimmed);
    let severity = read_choice(choice, trimmed);
    let place = cell.filter(|cell| !cell.is_empty()).unwrap_or(row);
    let field = || path.to_string();
    let Some(severity) = severity else {
        let (rule, message) = if is_placeholder(&written) {
            (&PLACEHOLDER, "the severity is a placeholder")
        } else {
            (&MISSING_SEVERITY, "the finding has no severity")
        };
        sink.report(
            Diagnostic::new(rule, place, message)
                .field(field())
                .expected("`critical`, `high`, `medium` or `low`"),
        );
        return None;
    };
    sink.field(path, place);
    match (&severity, choice) {
        (FindingSeverity::Other(word), _) => {
            let mut unknown = unknown(word, place, path).found(trimmed);
            // A word of another scale is kept: which level it stands for is for the author to say.
            if let Some(meant) = slip(word).filter(|_| near(word).is_none()) {
                unknown = unknown.fix(format!("Write `{meant}`"), place, meant);
            }
            sink.report(unknown);
        }
        (known, choice) if trimmed != known.as_str() => {
            let mut spelling = Diagnostic::new(
                &SEVERITY_SPELLING,
                place,
                format!("`{}` is written `{trimmed}`", known.as_str()),
            )
            .field(field())
            .expected(known.as_str())
            .found(trimmed);
            // Among other words, an edit would lose what they say.
            if let Choice::Whole(_) = choice {
                spelling = spelling.fix(format!("Write `{}`", known.as_str()), place, known.as_str());
            }
            sink.report(spelling);
        }
        _ => {}
    }
    Some(severity)
}

/// A word that is none of the contract's levels.
pub(super) fn unknown(word: &str, place: Span, path: FieldPath) -> Diagnostic {
    let message = near(word).map_or_else(
        || format!("unknown severity `{word}`"),
        |near| format!("unknown severity `{word}`; `{near}` comes nearest"),
    );
    Diagnostic::new(&UNKNOWN_SEVERITY, place, message)
        .field(path.to_string())
        .expected("`critical`, `high`, `medium` or `low`")
}

/// The level that comes nearest to a word of another scale.
fn near(word: &str) -> Option<&'static str> {
    let word = normal(word);
    let first = word.split(' ').next().unwrap_or_default();
    NEAR.iter().find(|(name, _)| *name == first).map(|(_, near)| *near)
}

/// The contract's word that was meant: `mediun`, `highs`.
fn slip(word: &str) -> Option<&'static str> {
    nearest(word, &["critical", "high", "medium", "low"])
}
