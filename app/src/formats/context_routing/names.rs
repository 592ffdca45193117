//! The labels of a routing.

use crate::reading::LabelName;

pub(super) const CONTEXT: usize = 0;
pub(super) const FLOW: usize = 1;
pub(super) const ACTIONS: usize = 2;
pub(super) const CONFIDENCE: usize = 3;
pub(super) const DISAMBIGUATED: usize = 4;
pub(super) const EXPLANATION: usize = 5;

pub(super) static LABELS: [LabelName; 6] = [
    LabelName { name: "Context", synonyms: &["department", "workbench", "target context"], field: "context" },
    LabelName { name: "Flow", synonyms: &["selected flow", "recommended flow"], field: "flow" },
    LabelName {
        name: "Actions",
        synonyms: &["action list", "action", "recommended actions", "chain"],
        field: "actions",
    },
    LabelName {
        name: "Confidence",
        synonyms: &["confidence score", "match confidence"],
        field: "confidence",
    },
    LabelName {
        name: "Disambiguated",
        synonyms: &["disambiguation", "disambiguation required"],
        field: "disambiguated",
    },
    LabelName {
        name: "Explanation",
        synonyms: &["reason", "reasoning", "rationale", "why"],
        field: "explanation",
    },
];
