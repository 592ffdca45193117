//! How grave a finding is.

use std::sync::LazyLock;

use super::report_sections::ReportSections;
use super::rules::{MISSING_SEVERITY, SEVERITY_SPELLING, UNKNOWN_SEVERITY};
use super::{Finding, FindingSeverity};
use crate::format::prelude::*;
use crate::reading::{
    Choice, Lexicon, PLACEHOLDER, SeverityLevel, clean, head, holds_placeholder, is_emoji, is_none, nearest,
    normal, without_struck,
};

/// Pictures that mean a severity where no word does.
const SIGNS: [(&str, SeverityLevel); 4] = [
    ("🔴🚨", SeverityLevel::Critical),
    ("🟠", SeverityLevel::High),
    ("🟡", SeverityLevel::Medium),
    ("🟢🔵⚪", SeverityLevel::Low),
];

/// Pictures of other scales, which rank only where they are alone in a cell or under a label.
const OTHER_SIGNS: [(&str, SeverityLevel); 4] = [
    ("⛔🛑", SeverityLevel::Critical),
    ("❌❗‼", SeverityLevel::High),
    ("⚠", SeverityLevel::Medium),
    ("ℹ💡📝", SeverityLevel::Low),
];

/// Between what was and what is.
const ARROWS: [&str; 4] = ["→", "->", "=>", "⇒"];
/// Beside a rank they mark the finding as done.
const CHECKS: [char; 3] = ['✅', '✔', '☑'];
/// States of a finding that is no longer open.
static FIXED: LazyLock<Lexicon<()>> =
    LazyLock::new(|| Lexicon::words("fixed, resolved, mended, addressed, closed, 해결, 해결됨, 수정됨"));

const EXPECTED: &str = "`critical`, `high`, `medium` or `low`";

impl FindingSeverity {
    /// The level of the contract that comes nearest, also to a word of another scale.
    pub fn level(&self) -> Option<SeverityLevel> {
        match self {
            Self::Level(level) => Some(*level),
            Self::Other(written) => near(written).or_else(|| slip(written)),
        }
    }
}

impl Finding {
    pub fn level(&self) -> Option<SeverityLevel> {
        self.severity.as_ref()?.level()
    }
}

/// Reads a severity in a cell, or in the value of a label; `None` where the text denies one.
pub(super) fn read(written: &str) -> Option<FindingSeverity> {
    let denies = || is_none(written) || holds_placeholder(written);
    known(written).or_else(|| (!denies()).then(|| FindingSeverity::Other(clean(written))))
}

/// Reads a severity in a text that may say something else, such as `(HIGH)` or `[FIXED - medium]`.
pub(super) fn known(written: &str) -> Option<FindingSeverity> {
    match level_of(written) {
        Choice::Whole(level) | Choice::Among(level) => Some(FindingSeverity::Level(level)),
        Choice::Unknown => None,
    }
}

/// The level of a picture.
pub(super) fn sign(picture: char) -> Option<FindingSeverity> {
    let sign = SIGNS.iter().find(|(signs, _)| signs.contains(picture));
    sign.map(|(_, level)| FindingSeverity::Level(*level))
}

/// The level that a text names; what is struck out counts only where nothing else names one.
fn level_of(written: &str) -> Choice<SeverityLevel> {
    let kept = without_struck(written).map(|kept| level_in(&kept));
    let is_changed = kept.is_some() || written.contains(CHECKS);
    match kept.filter(|kept| *kept != Choice::Unknown).unwrap_or_else(|| level_in(written)) {
        // An edit would lose what was taken back, or that it was fixed.
        Choice::Whole(level) if is_changed => Choice::Among(level),
        found => found,
    }
}

/// Of two levels side by side, as in `Medium/High`, the higher one; of `high → low` the one that it came to.
fn level_in(written: &str) -> Choice<SeverityLevel> {
    let found = SeverityLevel::choose(written);
    let sign = |signs: &[(&str, SeverityLevel)]| {
        let sign = signs.iter().find(|(signs, _)| signs.chars().any(|sign| written.contains(sign)));
        sign.map(|(_, level)| *level)
    };
    match found {
        Choice::Whole(_) => found,
        Choice::Among(first) => Choice::Among(match second_of_two(written) {
            Some(next) if ARROWS.iter().any(|arrow| written.contains(arrow)) => next,
            Some(next) => first.max(next),
            None => first,
        }),
        Choice::Unknown if written.contains(|word: char| word.is_alphanumeric() && !is_emoji(word)) => found,
        // What a picture of another scale means is for the author to decide.
        Choice::Unknown => {
            sign(&SIGNS).map(Choice::Whole).or_else(|| sign(&OTHER_SIGNS).map(Choice::Among)).unwrap_or(found)
        }
    }
}

/// Whether a cell marks its finding as fixed: `critical → fixed`, `high (fixed)`, `~~low~~ ✅`.
pub(super) fn says_fixed(written: &str) -> bool {
    let normal = normal(head(written, 120));
    let mut words = normal.split(|edge: char| !edge.is_alphanumeric());
    FIXED.has_any(words.clone()) && !words.any(|word| matches!(word, "not" | "to" | "be"))
        || written.contains("~~") && written.contains(CHECKS)
}

/// Returns the level directly after the first one, separated from it by `/`, `-`, `or` or `to`.
fn second_of_two(written: &str) -> Option<SeverityLevel> {
    let written = normal(head(written, 120));
    let mut words = written.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    words.find_map(SeverityLevel::of_word)?;
    words.find(|word| !matches!(*word, "or" | "to" | "and")).and_then(SeverityLevel::of_word)
}

/// Reads the severity of a table's row and reports deviations.
pub(super) fn read_cell(
    sections: &ReportSections<'_>,
    cell: Option<Span>,
    row: Span,
    path: FieldPath,
    sink: &mut Sink,
) -> Option<FindingSeverity> {
    let written = cell.map(|cell| sections.read(cell)).unwrap_or_default();
    let written = written.trim();
    let place = cell.filter(|cell| !cell.is_empty()).unwrap_or(row);
    let Some(severity) = read(written) else {
        let (rule, message) = if holds_placeholder(written) {
            (&PLACEHOLDER, "the severity is a placeholder")
        } else {
            (&MISSING_SEVERITY, "the finding has no severity")
        };
        sink.report(Diagnostic::new(rule, place, message).field(path).expected(EXPECTED));
        return None;
    };
    sink.field(path, place);
    let known = severity.as_str();
    if let FindingSeverity::Other(word) = &severity {
        // A word of another scale is kept: which level it means is for the author to decide.
        let meant = slip(word).filter(|_| near(word).is_none()).map_or("", SeverityLevel::as_str);
        let unknown = unknown(word, place, path).found(written);
        sink.report(unknown.fix(format!("Write `{meant}`"), place, meant).fixed_if(!meant.is_empty()));
    } else if written != known {
        let message = format!("`{known}` is written `{written}`");
        let spelling = Diagnostic::new(&SEVERITY_SPELLING, place, message).field(path);
        // Among other words, an edit would lose what they say.
        let is_whole = matches!(level_of(written), Choice::Whole(_));
        sink.report(spelling.written_as(known, written, is_whole));
    }
    Some(severity)
}

/// Describes a word that is none of the contract's levels.
pub(super) fn unknown(word: &str, place: Span, path: FieldPath) -> Diagnostic {
    let nearest = near(word).map(|near| format!("; `{}` comes nearest", near.as_str()));
    let message = format!("unknown severity `{word}`{}", nearest.unwrap_or_default());
    Diagnostic::new(&UNKNOWN_SEVERITY, place, message).field(path).expected(EXPECTED)
}

/// The level that comes nearest to a word of another scale.
fn near(word: &str) -> Option<SeverityLevel> {
    SeverityLevel::near(normal(word).split(' ').next().unwrap_or_default())
}

/// The level that was meant: `mediun`, `highs`.
fn slip(word: &str) -> Option<SeverityLevel> {
    nearest(word, &["critical", "high", "medium", "low"]).and_then(SeverityLevel::of_word)
}
