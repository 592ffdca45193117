//! The columns of a report's tables, in the contract's order.

use crate::diagnostic::Sink;
use crate::markdown::Table;
use crate::reading::{Columns, LabelName, report_columns, report_headless, report_table};

use super::report_sections::ReportSections;
use super::{Finding, FixApplied, Flag};

pub(super) const NUMBER: usize = 0;
pub(super) const FILE: usize = 1;
pub(super) const LINE: usize = 2;
pub(super) const SEVERITY: usize = 3;
pub(super) const DESCRIPTION: usize = 4;
pub(super) const SUGGESTION: usize = 5;

pub(super) static FINDING_COLUMNS: [LabelName; 6] = LabelName::declared(Finding::FIELDS);
pub(super) static FIX_COLUMNS: [LabelName; 2] = LabelName::declared(FixApplied::FIELDS);
pub(super) static FLAG_COLUMNS: [LabelName; 2] = LabelName::declared(Flag::FIELDS);

/// Reports how a table is written: without a header, or without the line below it, with columns that are missing, that
/// bear another name, or that the contract does not have.
pub(super) fn report_shape(
    sections: &ReportSections<'_>,
    table: Table,
    columns: &Columns,
    names: &[LabelName],
    field: &str,
    sink: &mut Sink,
) {
    let (text, outline) = (sections.text, sections.outline);
    if columns.is_headless() {
        report_headless(text, outline, table, columns, names, field, sink);
        return;
    }
    report_table(text, outline, table, field, sink);
    report_columns(text, outline, table, columns, names, field, sink);
}
