//! The labels of a routing.

use crate::reading::LabelName;

pub(super) static LABELS: [LabelName; 6] = [
    LabelName::new("Context", "context", &["department", "workbench", "target context"]),
    LabelName::new("Flow", "flow", &["selected flow", "recommended flow"]),
    LabelName::new("Actions", "actions", &["action list", "action", "recommended actions", "chain"]),
    LabelName::new("Confidence", "confidence", &["confidence score", "match confidence"]),
    LabelName::new("Disambiguated", "disambiguated", &["disambiguation", "disambiguation required"]),
    LabelName::new("Explanation", "explanation", &["reason", "reasoning", "rationale", "why"]),
];
