//! Checks the records of a log together: the trail of each task, and the links between decisions.

mod links;
pub(super) mod machine;
mod trail;

use super::V36Decision;
use crate::log::{Notes, Record};
use crate::side_by_side::join;

type Records<'r, 'p> = &'r [Record<'p, V36Decision>];

pub(super) fn check(records: Records<'_, '_>) -> Notes {
    let (mut notes, trail) = join(records.len(), || links::check(records), || trail::check(records));
    notes.extend(trail);
    notes
}
