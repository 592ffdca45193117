//! The columns of a table of steps: those that the fields of a record declare, and others.

use crate::format::prelude::*;
use crate::markdown::{Outline, Table};
use crate::reading::{Columns, LabelName, OtherColumns, report_columns};

pub struct StepColumns {
    names: Vec<LabelName>,
    known: Columns,
    pub(super) others: OtherColumns,
}

impl StepColumns {
    pub(super) fn find(text: &Text, outline: &Outline, table: Table, fields: &'static [FieldSpec]) -> Self {
        let names = LabelName::columns(fields);
        let known = Columns::find(text, outline, table, &names);
        Self { names, others: OtherColumns::of(outline, table, &known), known }
    }

    /// Returns the place of a field's column.
    pub(super) fn place(&self, field: &str) -> Option<usize> {
        self.known.place(self.names.iter().position(|name| name.field == field)?)
    }

    pub(super) fn has(&self, field: &str) -> bool {
        self.place(field).is_some()
    }

    /// Returns whether the table names actions and, for each, who does it, what it produced, or how far it is.
    pub(super) fn are_of_steps(&self) -> bool {
        let is_numbered = self.has("stepNumber") && self.has("status");
        self.has("action")
            && (is_numbered || ["model", "waitsFor", "result"].iter().any(|field| self.has(field)))
    }

    pub(super) fn report(&self, text: &Text, outline: &Outline, table: Table, sink: &mut Sink) {
        report_columns(text, outline, table, &self.known, &self.names, "steps", sink);
    }
}
