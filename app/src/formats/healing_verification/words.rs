//! The closed lists of a verification.

use crate::reading::Word;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Success,
    Partial,
    Failed,
    Escalate,
}

impl Word for Verdict {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Success, "SUCCESS", &["successful", "succeeded", "healed"]),
        (Self::Partial, "PARTIAL", &["partial success", "partially healed"]),
        (Self::Failed, "FAILED", &["fail", "failure"]),
        (Self::Escalate, "ESCALATE", &["escalated", "escalation"]),
    ];
}

/// What the health protocol does next.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    Learn,
    Rerun,
    Investigate,
    Rollback,
}

impl Word for NextStep {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Learn, "LEARN", &[]),
        (Self::Rerun, "RE-RUN", &["rerun"]),
        (Self::Investigate, "INVESTIGATE", &[]),
        (Self::Rollback, "ROLLBACK", &["roll back"]),
    ];
}
