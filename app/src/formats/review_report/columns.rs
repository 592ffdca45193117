//! The columns of a report's tables, in the contract's order.

use super::{Finding, FixApplied, Flag};
use crate::reading::LabelName;

pub(super) const NUMBER: usize = 0;
pub(super) const FILE: usize = 1;
pub(super) const LINE: usize = 2;
pub(super) const SEVERITY: usize = 3;
pub(super) const DESCRIPTION: usize = 4;
pub(super) const SUGGESTION: usize = 5;

pub(super) static FINDING_COLUMNS: [LabelName; 6] = LabelName::declared(Finding::FIELDS);
pub(super) static FIX_COLUMNS: [LabelName; 2] = LabelName::declared(FixApplied::FIELDS);
pub(super) static FLAG_COLUMNS: [LabelName; 2] = LabelName::declared(Flag::FIELDS);
