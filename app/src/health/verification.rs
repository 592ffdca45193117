//! What reports of healing claim, held against what was measured.

use serde::{Deserialize, Serialize};

use super::{DAY, GateHour, HOUR_MS, Sum};
use crate::document::{DocumentHead, State};

/// The formats of a diagnosis and of a verification.
pub const DIAGNOSIS: &str = "5.4";
pub const VERIFICATION: &str = "5.5";

/// A diagnosis (5.4) or a verification (5.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct HealingReport {
    pub document: String,
    pub format: String,
    pub title: String,
    pub at_ms: i64,
    /// The gate that it names.
    pub gate: Option<u32>,
    pub state: State,
    /// The score that it states for after the healing.
    pub claimed: Option<u8>,
    /// What was measured at the gate in the 24 hours before it, and in those after it.
    pub before: Sum,
    pub after: Sum,
}

/// Points by which a claimed score may differ from the measured one.
const TOLERANCE: f64 = 5.0;

impl HealingReport {
    /// Returns the report of a document.
    pub fn of(head: &DocumentHead, hours: &[GateHour]) -> Option<Self> {
        let is_report = |format: &str| matches!(format, DIAGNOSIS | VERIFICATION);
        let block = head.blocks.iter().find(|block| !block.fenced && is_report(&block.format))?;
        let title = block.summary.title.clone().unwrap_or_else(|| head.title.clone());
        let at_ms = head.at_ms();
        let gate = gate_of(&title);
        let hour = at_ms.div_euclid(HOUR_MS);
        let measured = |from: i64, to: i64| {
            let mut sum = Sum::default();
            let of_gate = |found: &&GateHour| Some(found.gate) == gate && (from..to).contains(&found.hour);
            hours.iter().filter(of_gate).for_each(|found| sum.add(found.sum));
            sum
        };
        Some(Self {
            document: head.id.clone(),
            format: block.format.clone(),
            title,
            at_ms,
            gate,
            state: block.summary.state,
            claimed: block.summary.score,
            before: measured(hour - DAY, hour),
            // The report itself and what came in its hour may be of before or of after.
            after: measured(hour + 1, hour + 1 + DAY),
        })
    }

    /// Returns whether what was measured after it is worse than it claims, or `None` without a claim or data.
    pub fn is_contradicted(&self) -> Option<bool> {
        let (claimed, measured) = (f64::from(self.claimed?), self.after.score()?);
        Some(measured < claimed - TOLERANCE)
    }

    /// Returns whether it is about a rule at a gate.
    pub fn is_about(&self, rule: &str, gate: u32) -> bool {
        self.gate == Some(gate) && self.title.contains(rule)
    }
}

/// Returns the number of the gate that a title names, such as `Gate 9: unknown-severity`.
fn gate_of(title: &str) -> Option<u32> {
    let lower = title.to_ascii_lowercase();
    let (_, rest) = lower.split_once("gate")?;
    let rest = rest.trim_start_matches(|next: char| !next.is_ascii_digit());
    let digits = rest.split(|next: char| !next.is_ascii_digit()).next()?;
    digits.parse().ok().filter(|gate| (1..=14).contains(gate))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{BlockHead, Summary};

    fn report(title: &str, claimed: u8, after: &[(i64, u64)]) -> HealingReport {
        let summary = Summary { title: Some(title.to_owned()), score: Some(claimed), ..Summary::default() };
        let block = BlockHead { format: VERIFICATION.to_owned(), summary, ..BlockHead::default() };
        let head =
            DocumentHead { received_ms: 100 * HOUR_MS, blocks: vec![block], ..DocumentHead::default() };
        let hour = |(hour, lost): &(i64, u64)| GateHour {
            hour: *hour,
            gate: 9,
            format: "5.1".to_owned(),
            sum: Sum { traces: 1, failed: 0, lost: *lost },
        };
        HealingReport::of(&head, &after.iter().map(hour).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_claim_is_held_against_what_was_measured_after_it() {
        assert_eq!(report("gate 9 · chain-1", 95, &[(101, 0)]).is_contradicted(), Some(false));
        assert_eq!(
            report("gate 9 · chain-1", 95, &[(101, 10)]).is_contradicted(),
            Some(false),
            "within tolerance"
        );
        assert_eq!(report("gate 9 · chain-1", 95, &[(101, 40)]).is_contradicted(), Some(true));
        assert_eq!(report("gate 9 · chain-1", 95, &[(100, 40)]).is_contradicted(), None, "of its own hour");
        assert_eq!(report("chain-1", 95, &[(101, 40)]).is_contradicted(), None, "it names no gate");
    }

    #[test]
    fn titles_name_gates() {
        assert_eq!(
            ["Gate 9: x", "gate-12 · y", "Gate 15", "chain"].map(gate_of),
            [Some(9), Some(12), None, None]
        );
    }
}
