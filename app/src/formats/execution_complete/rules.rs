//! What may be found in the summary of a chain, each with its reason and its clause.

use crate::chain::StatusRules;
use crate::diagnostic::rules;
use crate::reading::{ColumnRules, LabelRules, OpenerRules, TableRules};

rules! {
    HEADING_FORM "heading-form" Warning
        "1.4 Execution Complete, heading: `## Done: {title}`"
        "readers that follow the contract find the summary by its heading"
    MISSING_TITLE "missing-title" Error
        "1.4 Execution Complete, Brief Title (string)"
        "nobody can tell which chain is done"
    MISSING_LABEL "missing-label" Error
        "1.4 Execution Complete, required fields: Logs, Learnings"
        "a value that the contract requires is missing"
    LABEL_NAME "label-name" Warning
        "1.4 Execution Complete, required fields: Logs, Learnings"
        "readers that follow the contract find a value by its label"
    LABEL_FORM "label-form" Warning
        "1.4 Execution Complete, required fields: `**Label:** value`"
        "readers that follow the contract look for one form of a label only"
    UNREADABLE_COUNT "unreadable-count" Warning
        "1.4 Execution Complete, metrics: integers"
        "a claim without a number can't be held against the table"

    MISSING_STEPS "missing-steps" Error
        "1.4 Execution Complete, table: `#`, Action, Status, Result"
        "nobody can tell what the chain did"
    MISSING_COLUMN "missing-column" Warning
        "1.4 Execution Complete, table: columns"
        "rows that lack a column are read with a gap"
    COLUMN_NAME "column-name" Warning
        "1.4 Execution Complete, table: columns"
        "readers that follow the contract find a column by its name"
    EXTRA_COLUMN "extra-column" Info
        "1.4 Execution Complete, table: columns"
        "the contract has no such column, so its cells are shown as prose"
    MISSING_CELLS "missing-cells" Warning
        "1.4 Execution Complete, table: one cell for each column"
        "a row that is too short is read with a gap"
    EXTRA_CELLS "extra-cells" Warning
        "1.4 Execution Complete, table: one cell for each column"
        "Markdown drops the cells that have no column"
    UNESCAPED_PIPE "unescaped-pipe" Warning
        "1.4 Execution Complete, table: one cell for each column"
        "Markdown ends a cell at every `|` that is not escaped, even in code"
    OPEN_ROW "open-row" Warning
        "1.4 Execution Complete, table: rows begin and end with `|`"
        "readers that follow the contract split rows by their outer pipes"
    MISSING_TABLE_RULE "missing-table-rule" Warning
        "1.4 Execution Complete, table: a `|---|` line below the header"
        "Markdown shows a table without that line as plain text"
    PARTED_TABLE "parted-table" Warning
        "1.4 Execution Complete, table: rows follow each other"
        "Markdown ends a table at a blank line and shows the rest as plain text"

    MISSING_NUMBER "missing-number" Warning
        "1.4 Execution Complete, steps, #: step number"
        "other texts refer to a step by its number"
    MISSING_ACTION "missing-action" Warning
        "1.4 Execution Complete, steps, Action: action path"
        "nobody can tell what the step did"
    MISSING_STATUS "missing-status" Warning
        "1.4 Execution Complete, steps, Status: enum (`pending` | `running` | `completed` | `failed` | `skipped`)"
        "nobody can tell how the step ended"
    UNKNOWN_STATUS "unknown-status" Warning
        "1.4 Execution Complete, steps, Status: enum (`pending` | `running` | `completed` | `failed` | `skipped`)"
        "readers that follow the contract know five words only"
    STATUS_SPELLING "status-spelling" Warning
        "1.4 Execution Complete, steps, Status: enum (`pending` | `running` | `completed` | `failed` | `skipped`)"
        "readers compare it letter by letter"
    MISSING_RESULT "missing-result" Warning
        "1.4 Execution Complete, steps, Result: what the step brought"
        "a step without a result can't be told from one that did nothing"

    DUPLICATE_STEP "duplicate-step" Warning
        "1.4 Execution Complete, steps, #: step number"
        "whoever speaks of that number speaks of one of two"
    COUNT_MISMATCH "count-mismatch" Warning
        "1.4 Execution Complete, totalSteps, completedSteps, failedSteps against the table"
        "either a row is missing or the figure is made up"
    UNFINISHED_STEP "unfinished-step" Warning
        "1.4 Execution Complete, heading `## Done:` against Status"
        "a chain with a step that failed or never ended is not done"
}

pub(super) static OPENER_RULES: OpenerRules = OpenerRules { form: &HEADING_FORM, missing: &MISSING_TITLE };

pub(super) static LABEL_RULES: LabelRules =
    LabelRules { missing: &MISSING_LABEL, name: &LABEL_NAME, form: &LABEL_FORM };

pub(super) static TABLE_RULES: TableRules = TableRules {
    missing_cells: &MISSING_CELLS,
    extra_cells: &EXTRA_CELLS,
    unescaped_pipe: &UNESCAPED_PIPE,
    open_row: &OPEN_ROW,
    missing_table_rule: &MISSING_TABLE_RULE,
    parted_table: &PARTED_TABLE,
};

pub(super) static COLUMN_RULES: ColumnRules =
    ColumnRules { missing_column: &MISSING_COLUMN, column_name: &COLUMN_NAME, extra_column: &EXTRA_COLUMN };

pub(super) static STATUS_RULES: StatusRules =
    StatusRules { missing: &MISSING_STATUS, unknown: &UNKNOWN_STATUS, spelling: &STATUS_SPELLING };
