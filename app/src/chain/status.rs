//! How far a step is.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::reading::{Choice, choose, clean, is_none, nearest, without_struck};
use crate::text::{Span, Text};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepStatus {
    Pending,
    Running,
    Completed,
    Failed,
    Skipped,
    /// Kept as written.
    Other(String),
}

impl Serialize for StepStatus {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl StepStatus {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Other(written) => written,
        }
    }

    /// What a sign says that stands alone.
    pub fn of_sign(written: &str) -> Option<Self> {
        let known = SIGNS.iter().find(|(sign, _)| written.starts_with(*sign))?.1;
        Some(known.into())
    }

    /// Nothing more will happen to the step, and it did not fail.
    pub const fn is_settled(&self) -> bool {
        matches!(self, Self::Completed | Self::Skipped)
    }
}

#[derive(Debug)]
pub struct StatusRules {
    pub missing: &'static Rule,
    pub unknown: &'static Rule,
    pub spelling: &'static Rule,
}

#[derive(Copy, Clone)]
enum Known {
    Pending,
    Running,
    Completed,
    Failed,
    Skipped,
}

impl From<Known> for StepStatus {
    fn from(known: Known) -> Self {
        match known {
            Known::Pending => Self::Pending,
            Known::Running => Self::Running,
            Known::Completed => Self::Completed,
            Known::Failed => Self::Failed,
            Known::Skipped => Self::Skipped,
        }
    }
}

const WORDS: [&str; 5] = ["pending", "running", "completed", "failed", "skipped"];
const EXPECTED: &str = "`pending`, `running`, `completed`, `failed` or `skipped`";

/// Words that agents write, with the contract's own first.
const NAMES: [(&str, Known); 34] = [
    ("pending", Known::Pending),
    ("running", Known::Running),
    ("completed", Known::Completed),
    ("failed", Known::Failed),
    ("skipped", Known::Skipped),
    ("in progress", Known::Running),
    ("inprogress", Known::Running),
    ("started", Known::Running),
    ("active", Known::Running),
    ("executing", Known::Running),
    ("ongoing", Known::Running),
    ("spawned", Known::Running),
    ("complete", Known::Completed),
    ("done", Known::Completed),
    ("finished", Known::Completed),
    ("success", Known::Completed),
    ("succeeded", Known::Completed),
    ("passed", Known::Completed),
    ("pass", Known::Completed),
    ("ok", Known::Completed),
    ("awaiting", Known::Pending),
    ("waiting", Known::Pending),
    ("queued", Known::Pending),
    ("planned", Known::Pending),
    ("todo", Known::Pending),
    ("to do", Known::Pending),
    ("not started", Known::Pending),
    ("ready", Known::Pending),
    ("fail", Known::Failed),
    ("failure", Known::Failed),
    ("error", Known::Failed),
    ("skip", Known::Skipped),
    ("cancelled", Known::Skipped),
    ("canceled", Known::Skipped),
];

/// Signs that stand alone in a cell.
const SIGNS: [(char, Known); 10] = [
    ('✅', Known::Completed),
    ('✔', Known::Completed),
    ('☑', Known::Completed),
    ('❌', Known::Failed),
    ('✗', Known::Failed),
    ('⏳', Known::Pending),
    ('🟡', Known::Pending),
    ('🔄', Known::Running),
    ('▶', Known::Running),
    ('⏭', Known::Skipped),
];

/// Reads a cell and says what deviates; `row` is where a missing one is reported.
pub(super) fn read_cell(
    text: &Text,
    cell: Option<Span>,
    row: Span,
    path: FieldPath,
    rules: &StatusRules,
    sink: &mut Sink,
) -> Option<StepStatus> {
    let written = cell.map(|cell| text.read(cell)).unwrap_or_default();
    let written = written.trim();
    let field = path.to_string();
    let sign_of =
        |text: &str| SIGNS.iter().find(|(sign, _)| text.starts_with(*sign)).map(|(_, known)| *known);
    // What is struck out counts only where nothing else names a status.
    let kept = without_struck(written).and_then(|kept| match choose(&kept, &NAMES) {
        Choice::Whole(known) | Choice::Among(known) => Some(known),
        Choice::Unknown => sign_of(kept.trim()),
    });
    let sign = sign_of(written);
    let choice = kept.map_or_else(|| choose(written, &NAMES), Choice::Among);
    let Some(cell) = cell.filter(|cell| !cell.is_empty() && (sign.is_some() || !is_none(written))) else {
        let place = cell.filter(|cell| !cell.is_empty()).unwrap_or(row);
        sink.report(
            Diagnostic::new(rules.missing, place, "the step has no status").field(field).expected(EXPECTED),
        );
        return None;
    };
    sink.field(path, cell);
    let (known, is_whole) = match (choice, sign) {
        (Choice::Whole(known), _) => (known, true),
        (Choice::Among(known), _) => (known, false),
        (Choice::Unknown, Some(known)) => (known, clean(written).is_empty()),
        (Choice::Unknown, None) => {
            let mut unknown = Diagnostic::new(rules.unknown, cell, format!("unknown status `{written}`"))
                .field(field)
                .expected(EXPECTED)
                .found(written);
            if let Some(near) = nearest(written, &WORDS) {
                unknown = unknown.fix(format!("Write `{near}`"), cell, near);
            }
            sink.report(unknown);
            return Some(StepStatus::Other(clean(written)));
        }
    };
    let status = StepStatus::from(known);
    if written != status.as_str() {
        let message = format!("`{}` is written `{written}`", status.as_str());
        let spelling = Diagnostic::new(rules.spelling, cell, message)
            .field(field)
            .expected(status.as_str())
            .found(written);
        // Among other words, an edit would lose what they say.
        sink.report(if is_whole {
            spelling.fix(format!("Write `{}`", status.as_str()), cell, status.as_str())
        } else {
            spelling
        });
    }
    Some(status)
}
