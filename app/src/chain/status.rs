//! How far a step is.

use serde::Serialize;

use super::rules::{MISSING_STATUS, STATUS_SPELLING, UNKNOWN_STATUS};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::moves::Progress;
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

    /// Returns the status that a text begins with as a sign.
    pub fn of_sign(written: &str) -> Option<Self> {
        SIGNS.iter().find(|(sign, _)| written.starts_with(*sign)).map(|(_, status)| status.clone())
    }

    /// Returns how far the step is; `None` for an unknown status.
    pub const fn progress(&self) -> Option<Progress> {
        match self {
            Self::Pending => Some(Progress::Pending),
            Self::Running => Some(Progress::Running),
            Self::Completed => Some(Progress::Completed),
            Self::Failed => Some(Progress::Failed),
            Self::Skipped => Some(Progress::Skipped),
            Self::Other(_) => None,
        }
    }

    /// Nothing more will happen to the step, and it did not fail.
    pub const fn is_settled(&self) -> bool {
        matches!(self, Self::Completed | Self::Skipped)
    }
}

const WORDS: [&str; 5] = ["pending", "running", "completed", "failed", "skipped"];
const EXPECTED: &str = "`pending`, `running`, `completed`, `failed` or `skipped`";

/// Words that agents write, with the contract's own first.
static NAMES: [(&str, StepStatus); 34] = [
    ("pending", StepStatus::Pending),
    ("running", StepStatus::Running),
    ("completed", StepStatus::Completed),
    ("failed", StepStatus::Failed),
    ("skipped", StepStatus::Skipped),
    ("in progress", StepStatus::Running),
    ("inprogress", StepStatus::Running),
    ("started", StepStatus::Running),
    ("active", StepStatus::Running),
    ("executing", StepStatus::Running),
    ("ongoing", StepStatus::Running),
    ("spawned", StepStatus::Running),
    ("complete", StepStatus::Completed),
    ("done", StepStatus::Completed),
    ("finished", StepStatus::Completed),
    ("success", StepStatus::Completed),
    ("succeeded", StepStatus::Completed),
    ("passed", StepStatus::Completed),
    ("pass", StepStatus::Completed),
    ("ok", StepStatus::Completed),
    ("awaiting", StepStatus::Pending),
    ("waiting", StepStatus::Pending),
    ("queued", StepStatus::Pending),
    ("planned", StepStatus::Pending),
    ("todo", StepStatus::Pending),
    ("to do", StepStatus::Pending),
    ("not started", StepStatus::Pending),
    ("ready", StepStatus::Pending),
    ("fail", StepStatus::Failed),
    ("failure", StepStatus::Failed),
    ("error", StepStatus::Failed),
    ("skip", StepStatus::Skipped),
    ("cancelled", StepStatus::Skipped),
    ("canceled", StepStatus::Skipped),
];

/// Signs that are a status without a word.
static SIGNS: [(char, StepStatus); 10] = [
    ('✅', StepStatus::Completed),
    ('✔', StepStatus::Completed),
    ('☑', StepStatus::Completed),
    ('❌', StepStatus::Failed),
    ('✗', StepStatus::Failed),
    ('⏳', StepStatus::Pending),
    ('🟡', StepStatus::Pending),
    ('🔄', StepStatus::Running),
    ('▶', StepStatus::Running),
    ('⏭', StepStatus::Skipped),
];

/// Reads a cell and says what deviates; `row` is where a missing one is reported.
pub(super) fn read_cell(
    text: &Text,
    cell: Option<Span>,
    row: Span,
    path: FieldPath,
    sink: &mut Sink,
) -> Option<StepStatus> {
    let written = cell.map(|cell| text.read(cell)).unwrap_or_default();
    let written = written.trim();
    let field = path.to_string();
    // What is struck out counts only where nothing else names a status.
    let kept = without_struck(written).and_then(|kept| match choose(&kept, &NAMES) {
        Choice::Whole(known) | Choice::Among(known) => Some(known),
        Choice::Unknown => StepStatus::of_sign(kept.trim()),
    });
    let sign = StepStatus::of_sign(written);
    let choice = kept.map_or_else(|| choose(written, &NAMES), Choice::Among);
    let Some(cell) = cell.filter(|cell| !cell.is_empty() && (sign.is_some() || !is_none(written))) else {
        let place = cell.filter(|cell| !cell.is_empty()).unwrap_or(row);
        sink.report(
            Diagnostic::new(&MISSING_STATUS, place, "the step has no status").field(field).expected(EXPECTED),
        );
        return None;
    };
    sink.field(path, cell);
    let (status, is_whole) = match (choice, sign) {
        (Choice::Whole(known), _) => (known, true),
        (Choice::Among(known), _) => (known, false),
        (Choice::Unknown, Some(known)) => (known, clean(written).is_empty()),
        (Choice::Unknown, None) => {
            let mut unknown = Diagnostic::new(&UNKNOWN_STATUS, cell, format!("unknown status `{written}`"))
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
    if written != status.as_str() {
        let message = format!("`{}` is written `{written}`", status.as_str());
        let spelling = Diagnostic::new(&STATUS_SPELLING, cell, message)
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
