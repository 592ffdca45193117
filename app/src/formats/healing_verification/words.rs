//! The closed lists of a verification.

use crate::reading::words;

words! {
    Verdict:
    Success "SUCCESS" ["successful", "succeeded", "healed"],
    Partial "PARTIAL" ["partial success", "partially healed"],
    Failed "FAILED" ["fail", "failure"],
    Escalate "ESCALATE" ["escalated", "escalation"],
}

words! {
    /// What the health protocol does next.
    NextStep:
    Learn "LEARN" [],
    Rerun "RE-RUN" ["rerun"],
    Investigate "INVESTIGATE" [],
    Rollback "ROLLBACK" ["roll back"],
}
