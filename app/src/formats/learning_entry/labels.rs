//! The labels of an entry, and what they prove.

use std::ops::Range;

use super::LearningEntry;
use crate::reading::{LabelName, Scope, find_label};

const NAMES: [LabelName; 8] = LabelName::declared(LearningEntry::FIELDS);
pub(super) static DATE: LabelName = NAMES[0];
pub(super) static FROM: LabelName = NAMES[1];
pub(super) static CONTEXT: LabelName = NAMES[2];
pub(super) static PROBLEM: LabelName = NAMES[3];
pub(super) static ROOT_CAUSE: LabelName = NAMES[4];
pub(super) static SOLUTION: LabelName = NAMES[5];
pub(super) static STATUS: LabelName = NAMES[6];
pub(super) static SOURCE: LabelName = NAMES[7];

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

/// How many of an entry's labels are present, and whether they make a whole entry.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Evidence {
    pub known: usize,
    /// A problem, its cause and its cure, dated, with where it comes from.
    pub is_whole: bool,
}

impl Evidence {
    pub fn of(body: &Scope<'_>, range: Range<usize>) -> Self {
        let mut labels = body.labels(range);
        // Labels behind a comma or a semicolon are easily missed, so they don't identify an entry.
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
