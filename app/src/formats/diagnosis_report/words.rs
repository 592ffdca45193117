//! The closed lists of a diagnosis.

use crate::reading::Word;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Severity {
    Critical,
    High,
    Medium,
    Low,
}

impl Word for Severity {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Critical, "critical", &["blocker"]),
        (Self::High, "high", &["major"]),
        (Self::Medium, "medium", &["moderate"]),
        (Self::Low, "low", &["minor"]),
    ];
}

/// How sure the diagnosis is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Level {
    High,
    Medium,
    Low,
}

impl Word for Level {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] =
        &[(Self::High, "high", &[]), (Self::Medium, "medium", &["moderate"]), (Self::Low, "low", &[])];
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
}

impl Word for Answer {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] =
        &[(Self::Yes, "yes", &["true", "y"]), (Self::No, "no", &["false", "n"])];
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Classification {
    ParserBug,
    OrchestratorDrift,
    ContractOutdated,
    AgentDrift,
    TemplateMismatch,
}

impl Word for Classification {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::ParserBug, "parser_bug", &["parser defect"]),
        (Self::OrchestratorDrift, "orchestrator_drift", &[]),
        (Self::ContractOutdated, "contract_outdated", &["outdated contract", "contract drift"]),
        (Self::AgentDrift, "agent_drift", &[]),
        (Self::TemplateMismatch, "template_mismatch", &["template drift"]),
    ];
}

/// Whether a change was made before the violations started.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    Before,
    After,
}

impl Word for Relation {
    const WORDS: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Before, "before", &["before violations started", "before the violations started"]),
        (Self::After, "after", &["after violations started", "after the violations started"]),
    ];
}
