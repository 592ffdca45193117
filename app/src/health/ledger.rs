//! The points that are missing from a score, by the record that took them.

use serde::{Deserialize, Serialize};

use super::Sum;
use crate::trace::Trace;

/// The records of a window that took most, and what the others took together. Their losses add up to 100 − score.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Ledger {
    pub sum: Sum,
    /// The records that took most, first.
    pub records: Vec<Trace>,
}

impl Ledger {
    /// Returns the points that a record takes from the score of the window.
    pub fn share(&self, lost: u64) -> f64 {
        if self.sum.traces == 0 { 0.0 } else { lost as f64 / self.sum.traces as f64 }
    }

    /// Returns the points that the listed records take, of those that all records lost.
    pub fn listed(&self) -> u64 {
        self.records.iter().map(Trace::lost).sum()
    }

    /// Returns the points that the other records of the window take.
    pub fn rest(&self) -> u64 {
        self.sum.lost.saturating_sub(self.listed())
    }

    /// Returns the score with the issues of the first records resolved.
    pub fn resolved(&self, count: usize) -> Option<f64> {
        let lost: u64 = self.records.iter().take(count).map(Trace::lost).sum();
        Sum { lost: self.sum.lost.saturating_sub(lost), ..self.sum }.score()
    }
}
