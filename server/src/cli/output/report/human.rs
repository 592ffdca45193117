//! What a person reads below the drawings: what was found by rule, and the result.

use super::Shown;
use crate::cli::output::broken_rules::{BrokenRule, BrokenRules};
use crate::cli::output::summary::Summary;

/// Returns the lines below the drawings.
pub fn below(rules: &BrokenRules, summary: &Summary, shown: Shown) -> String {
    if shown == Shown::Findings {
        return String::new();
    }
    let rules = rules.sorted();
    let mut lines = Vec::new();
    // Where each rule was broken once, the drawings are as short.
    if shown == Shown::Counts || rules.iter().any(|broken| broken.count > 1) {
        lines = BrokenRule::describe(&rules);
        lines.extend((!rules.is_empty()).then(String::new));
    }
    lines.push(summary.describe());
    lines.join("\n") + "\n"
}
