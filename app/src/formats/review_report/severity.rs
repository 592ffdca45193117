//! How grave a finding is.

use super::FindingSeverity;
use super::layout::Layout;
use super::rules::{MISSING_SEVERITY, PLACEHOLDER, SEVERITY_SPELLING, UNKNOWN_SEVERITY};
use super::verdict::is_placeholder;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{Choice, choose, clean, is_none, nearest, normal};
use crate::text::Span;

const NAMES: [(&str, FindingLevel); 4] = [
    ("critical", FindingLevel::Critical),
    ("high", FindingLevel::High),
    ("medium", FindingLevel::Medium),
    ("low", FindingLevel::Low),
];

/// Words of other scales, with the level of the contract that comes nearest.
const NEAR: [(&str, &str); 28] = [
    ("blocker", "critical"),
    ("blocking", "critical"),
    ("severe", "critical"),
    ("fatal", "critical"),
    ("p0", "critical"),
    ("show", "critical"),
    ("showstopper", "critical"),
    ("심각", "critical"),
    ("major", "high"),
    ("important", "high"),
    ("error", "high"),
    ("p1", "high"),
    ("높음", "high"),
    ("moderate", "medium"),
    ("warning", "medium"),
    ("warn", "medium"),
    ("p2", "medium"),
    ("중간", "medium"),
    ("minor", "low"),
    ("info", "low"),
    ("informational", "low"),
    ("note", "low"),
    ("trivial", "low"),
    ("nit", "low"),
    ("nitpick", "low"),
    ("suggestion", "low"),
    ("p3", "low"),
    ("낮음", "low"),
];

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum FindingLevel {
    Critical,
    High,
    Medium,
    Low,
}

impl FindingSeverity {
    /// The level of the contract that comes nearest, also to a word of another scale.
    pub fn level(&self) -> Option<Self> {
        match self {
            Self::Other(written) => near(written).and_then(known),
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
    match choose(written, &NAMES) {
        Choice::Whole(level) | Choice::Among(level) => Some(level.into()),
        Choice::Unknown if is_none(written) || is_placeholder(written) => None,
        Choice::Unknown => Some(FindingSeverity::Other(clean(written))),
    }
}

/// A severity in a text that may say something else, such as `(HIGH)` or `[FIXED - medium]`.
pub(super) fn known(written: &str) -> Option<FindingSeverity> {
    match choose(written, &NAMES) {
        Choice::Whole(level) | Choice::Among(level) => Some(level.into()),
        Choice::Unknown => None,
    }
}

/// A word of any scale.
pub(super) fn is_rank(word: &str) -> bool {
    let word = word.to_lowercase();
    NAMES.iter().any(|(name, _)| *name == word) || NEAR.iter().any(|(name, _)| *name == word)
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
    let severity = read(&written);
    let place = cell.filter(|cell| !cell.is_empty()).unwrap_or(row);
    let field = path.to_string();
    let Some(severity) = severity else {
        let (rule, message) = if is_placeholder(&written) {
            (&PLACEHOLDER, "the severity is a placeholder")
        } else {
            (&MISSING_SEVERITY, "the finding has no severity")
        };
        sink.report(
            Diagnostic::new(rule, place, message)
                .field(field)
                .expected("`critical`, `high`, `medium` or `low`"),
        );
        return None;
    };
    sink.field(path, place);
    let trimmed = written.trim();
    match (&severity, choose(trimmed, &NAMES)) {
        (FindingSeverity::Other(word), _) => {
            let mut unknown = Diagnostic::new(&UNKNOWN_SEVERITY, place, format!("unknown severity `{word}`"))
                .field(field)
                .expected("`critical`, `high`, `medium` or `low`")
                .found(trimmed);
            if let Some(near) = near(word) {
                unknown = unknown.fix(format!("Write `{near}`"), place, near);
            }
            sink.report(unknown);
        }
        (known, choice) if trimmed != known.as_str() => {
            let mut spelling = Diagnostic::new(
                &SEVERITY_SPELLING,
                place,
                format!("`{}` is written `{trimmed}`", known.as_str()),
            )
            .field(field)
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

fn near(word: &str) -> Option<&'static str> {
    let word = normal(word);
    let first = word.split(' ').next().unwrap_or_default();
    NEAR.iter()
        .find(|(name, _)| *name == first)
        .map(|(_, near)| *near)
        .or_else(|| nearest(&word, &["critical", "high", "medium", "low"]))
}
