//! The labels of an entry, as the contract has them and as entries write them.

use std::ops::Range;

use crate::reading::{LabelName, Scope, find_label};

pub(super) static CONTEXT: LabelName = LabelName::new("Context", "context", &["when", "situation"]);
pub(super) static PROBLEM: LabelName = LabelName::new(
    "Problem",
    "issue",
    &[
        "issue", "what happened", "what went wrong", "symptom", "observation", "finding", "learning",
        "description",
    ],
);
pub(super) static ROOT_CAUSE: LabelName = LabelName::new(
    "Root Cause",
    "rootCause",
    &["root causes", "cause", "why", "underlying cause", "why it happened", "reason"],
);
pub(super) static SOLUTION: LabelName = LabelName::new(
    "Solution",
    "fix",
    &[
        "fix", "fixes", "fix options", "suggested fix", "proposed fix", "applied fix", "fix applied",
        "resolution", "suggestion", "recommendation", "how to prevent", "prevention", "mitigation", "remedy",
        "lesson",
    ],
);
pub(super) static DATE: LabelName = LabelName::new("Date", "date", &["logged", "learned"]);
pub(super) static SOURCE: LabelName = LabelName::new("Source", "source", &[]);
/// The contract has neither of these.
pub(super) static FROM: LabelName = LabelName::new("From", "from", &["agent"]);
pub(super) static STATUS: LabelName = LabelName::new("Status", "status", &["state"]);

/// The names that prove an entry: problem, cause and cure. Others are in too many texts.
static PROOFS: [LabelName; 3] = [
    LabelName::new("Problem", "issue", &["issue", "what happened", "symptom", "observation"]),
    LabelName::new("Root Cause", "rootCause", &["root causes", "cause", "why"]),
    LabelName::new(
        "Solution",
        "fix",
        &["fix", "fixes", "fix options", "suggested fix", "proposed fix", "resolution", "suggestion"],
    ),
];

/// How many of an entry's labels are in a list, and whether they tell the whole story.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Evidence {
    pub known: usize,
    /// A problem, its cause and its cure, dated, with where it comes from.
    pub is_whole: bool,
}

impl Evidence {
    pub fn of(body: &Scope<'_>, range: Range<usize>) -> Self {
        let mut labels = body.labels(range);
        // No glance sees these, so that no entry is known by them.
        labels.retain(|label| !label.follows_stop);
        let has = |name: &LabelName| find_label(&labels, name).is_some();
        let told = PROOFS.each_ref().map(has);
        // A date and a status alone are below any heading.
        if !told.contains(&true) {
            return Self::default();
        }
        let origin = [has(&SOURCE), has(&FROM)];
        let is_dated = has(&DATE);
        let rest = [has(&CONTEXT), is_dated, has(&STATUS)];
        let known = told.iter().chain(&origin).chain(&rest).filter(|is_there| **is_there).count();
        let is_whole = told == [true; 3] && is_dated && origin.contains(&true);
        Self { known, is_whole }
    }
}
