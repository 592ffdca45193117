//! How far a step is.

use serde::Serialize;

use super::rules::{MISSING_STATUS, STATUS_SPELLING, UNKNOWN_STATUS};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::moves::Progress;
use crate::reading::{Choice, choose, clean, is_none, nearest, without_struck};
use crate::text::{Span, Text};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepStatus {
    Known(Progress),
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
            Self::Known(progress) => progress.as_str(),
            Self::Other(written) => written,
        }
    }

    /// Returns `None` for an unknown status.
    pub const fn progress(&self) -> Option<Progress> {
        match self {
            Self::Known(progress) => Some(*progress),
            Self::Other(_) => None,
        }
    }

    /// Returns the status that a text begins with as a sign.
    pub fn of_sign(written: &str) -> Option<Self> {
        sign(written).map(Self::Known)
    }
}

const WORDS: [&str; 5] = ["pending", "running", "completed", "failed", "skipped"];
const EXPECTED: &str = "`pending`, `running`, `completed`, `failed` or `skipped`";

/// Words that agents write, with the contract's own first.
static NAMES: [(&str, Progress); 34] = [
    ("pending", Progress::Pending),
    ("running", Progress::Running),
    ("completed", Progress::Completed),
    ("failed", Progress::Failed),
    ("skipped", Progress::Skipped),
    ("in progress", Progress::Running),
    ("inprogress", Progress::Running),
    ("started", Progress::Running),
    ("active", Progress::Running),
    ("executing", Progress::Running),
    ("ongoing", Progress::Running),
    ("spawned", Progress::Running),
    ("complete", Progress::Completed),
    ("done", Progress::Completed),
    ("finished", Progress::Completed),
    ("success", Progress::Completed),
    ("succeeded", Progress::Completed),
    ("passed", Progress::Completed),
    ("pass", Progress::Completed),
    ("ok", Progress::Completed),
    ("awaiting", Progress::Pending),
    ("waiting", Progress::Pending),
    ("queued", Progress::Pending),
    ("planned", Progress::Pending),
    ("todo", Progress::Pending),
    ("to do", Progress::Pending),
    ("not started", Progress::Pending),
    ("ready", Progress::Pending),
    ("fail", Progress::Failed),
    ("failure", Progress::Failed),
    ("error", Progress::Failed),
    ("skip", Progress::Skipped),
    ("cancelled", Progress::Skipped),
    ("canceled", Progress::Skipped),
];

/// Signs that are a status without a word.
static SIGNS: [(char, Progress); 10] = [
    ('✅', Progress::Completed),
    ('✔', Progress::Completed),
    ('☑', Progress::Completed),
    ('❌', Progress::Failed),
    ('✗', Progress::Failed),
    ('⏳', Progress::Pending),
    ('🟡', Progress::Pending),
    ('🔄', Progress::Running),
    ('▶', Progress::Running),
    ('⏭', Progress::Skipped),
];

fn sign(written: &str) -> Option<Progress> {
    SIGNS.iter().find(|(sign, _)| written.starts_with(*sign)).map(|(_, progress)| *progress)
}

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
        Choice::Unknown => sign(kept.trim()),
    });
    let sign = sign(written);
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
    Some(StepStatus::Known(status))
}
