//! The closed lists of a diagnosis.

use crate::reading::words;

words! {
    Severity:
    Critical "critical" ["blocker"],
    High "high" ["major"],
    Medium "medium" ["moderate"],
    Low "low" ["minor"],
}

words! {
    /// How sure the diagnosis is.
    Level:
    High "high" [],
    Medium "medium" ["moderate"],
    Low "low" [],
}

words! {
    Answer:
    Yes "yes" ["true", "y"],
    No "no" ["false", "n"],
}

words! {
    Classification:
    ParserBug "parser_bug" ["parser defect"],
    OrchestratorDrift "orchestrator_drift" [],
    ContractOutdated "contract_outdated" ["outdated contract", "contract drift"],
    AgentDrift "agent_drift" [],
    TemplateMismatch "template_mismatch" ["template drift"],
}

words! {
    /// Whether a change was made before the violations started.
    Relation:
    Before "before" ["before violations started", "before the violations started"],
    After "after" ["after violations started", "after the violations started"],
}
