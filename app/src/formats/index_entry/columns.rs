//! The columns of the registry, in the contract's order.

use super::Entry;
use crate::reading::LabelName;

pub(super) const DATE: usize = 0;
pub(super) const DESCRIPTION: usize = 1;
pub(super) const PATTERN: usize = 2;
pub(super) const OUTCOME: usize = 3;
/// Not of the contract, which has the commits in the outcome.
pub(super) const COMMITS: usize = 4;

pub(super) static COLUMNS: [LabelName; 5] = LabelName::declared(Entry::FIELDS);
