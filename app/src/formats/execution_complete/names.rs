//! The labels of a summary.

use super::ExecutionComplete;
use crate::reading::LabelName;

/// All counts in one line.
pub(super) static METRICS: LabelName =
    LabelName { name: "Steps", synonyms: &["metrics", "totals", "step totals"], field: "totalSteps" };

pub(super) fn labels() -> Vec<LabelName> {
    [LabelName::all(ExecutionComplete::FIELDS), vec![METRICS]].concat()
}
