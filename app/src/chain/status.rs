//! How far a step is.

use serde::Serialize;

use super::rules::{MISSING_STATUS, STATUS_SPELLING, UNKNOWN_STATUS};
use crate::format::prelude::*;
use crate::moves::Progress::{self, Completed, Failed, Pending, Running, Skipped};
use crate::reading::{Choice, choose_by, clean, is_none, nearest, without_struck};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum StepStatus {
    Known(Progress),
    /// Kept as written.
    Other(String),
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
}

/// Returns the status that a text begins with as a sign.
pub fn of_sign(written: &str) -> Option<Progress> {
    let first = written.chars().next()?;
    NAMES.iter().find(|(_, _, signs)| signs.contains(&first)).map(|(status, ..)| *status)
}

/// The contract's words.
pub const STATUSES: &[&str] = &["pending", "running", "completed", "failed", "skipped"];
const EXPECTED: &str = "`pending`, `running`, `completed`, `failed` or `skipped`";

/// Words that agents write, the contract's own first, and signs that are a status without a word.
static NAMES: [(Progress, &[&str], &[char]); 5] = [
    (
        Pending,
        &["pending", "awaiting", "waiting", "queued", "planned", "todo", "to do", "not started", "ready"],
        &['⏳', '🟡'],
    ),
    (
        Running,
        &["running", "in progress", "inprogress", "started", "active", "executing", "ongoing", "spawned"],
        &['🔄', '▶'],
    ),
    (
        Completed,
        &["completed", "complete", "done", "finished", "success", "succeeded", "passed", "pass", "ok"],
        &['✅', '✔', '☑'],
    ),
    (Failed, &["failed", "fail", "failure", "error"], &['❌', '✗']),
    (Skipped, &["skipped", "skip", "cancelled", "canceled"], &['⏭']),
];

fn of_words(written: &str) -> Choice<Progress> {
    choose_by(written, |word| {
        NAMES.iter().find(|(_, words, _)| words.contains(&word)).map(|(status, ..)| *status)
    })
}

/// Reads a cell and reports its issues; `row` is where a missing one is reported.
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
    // Struck-out words count only if nothing else names a status.
    let kept = without_struck(written).and_then(|kept| match of_words(&kept) {
        Choice::Whole(known) | Choice::Among(known) => Some(known),
        Choice::Unknown => of_sign(kept.trim()),
    });
    let sign = of_sign(written);
    let choice = kept.map_or_else(|| of_words(written), Choice::Among);
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
            let unknown = Diagnostic::new(&UNKNOWN_STATUS, cell, format!("unknown status `{written}`"));
            let unknown = unknown.field(field).expected(EXPECTED).found(written);
            sink.report(match nearest(written, STATUSES) {
                Some(near) => unknown.fix(format!("Write `{near}`"), cell, near),
                None => unknown,
            });
            return Some(StepStatus::Other(clean(written)));
        }
    };
    if written != status.as_str() {
        let what = format!("`{}`", status.as_str());
        let spelling = Diagnostic::spelling(&STATUS_SPELLING, cell, &what, written, status.as_str());
        // If there are other words, an edit would lose them.
        sink.report(spelling.field(field).fixed_if(is_whole));
    }
    Some(StepStatus::Known(status))
}
