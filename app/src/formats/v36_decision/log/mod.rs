//! Checks the records of a log together: the trail of each task, and the links between decisions.

mod links;
pub(super) mod machine;
mod trail;

use super::V36Decision;
use crate::diagnostic::Diagnostic;
use crate::log::Record;

type Records<'r, 'p> = &'r [Record<'p, V36Decision>];
type Report<'r> = &'r mut dyn FnMut(usize, Diagnostic);

pub(super) fn check(records: Records<'_, '_>, report: Report<'_>) {
    links::check(records, report);
    trail::check(records, report);
}
