//! The words of the contracts.

/// How sure a delegate may be.
pub const CONFIDENCE: &[&str] = &["high", "medium", "low"];
/// The parts of an analysis.
pub(super) const ADVICE: [&str; 6] =
    ["problem", "root_cause", "impact", "trade_offs", "recommendation", "reasoning"];
/// The tags before an action.
pub(super) const ACTIONS: [&str; 4] = ["[edit]", "[create]", "[delete]", "[run]"];
/// The tags before a check.
pub(super) const STATES: [&str; 4] = ["[pass]", "[fail]", "[warn]", "[skip]"];
/// The kinds of error that the contract names.
pub const ERROR_TYPES: &[&str] = &["timeout", "parse_error", "insufficient_context", "unsupported"];
