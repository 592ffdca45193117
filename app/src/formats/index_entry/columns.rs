//! The columns of the registry, in the contract's order.

use super::Entry;
use crate::reading::{LabelName, Stems};

pub(super) const DATE: usize = 0;
pub(super) const DESCRIPTION: usize = 1;
pub(super) const PATTERN: usize = 2;
pub(super) const OUTCOME: usize = 3;
/// Not of the contract, which has the commits in the outcome.
pub(super) const COMMITS: usize = 4;

/// Those of the names of an outcome.
pub(super) const OUTCOMES: Stems<3> = Stems::of(&["outc", "resu", "stat"]);

pub(super) static COLUMNS: [LabelName; 5] = LabelName::declared(Entry::FIELDS);

#[cfg(test)]
mod tests {
    use super::{COLUMNS, OUTCOME, OUTCOMES};

    #[test]
    fn no_name_of_an_outcome_is_ruled_out() {
        let outcome = &COLUMNS[OUTCOME];
        for name in outcome.synonyms.iter().chain([&outcome.name]) {
            assert!(OUTCOMES.may_be_in(name), "{name}");
        }
    }
}
