//! What may be found in a chain compilation, each with its reason and its clause.

use crate::chain::{OrderRules, StatusRules, StepRules};
use crate::diagnostic::rules;
use crate::reading::{ColumnRules, LabelRules, TableRules};

rules! {
    HEADING_FORM "heading-form" Warning
        "1.1 Chain Compilation, heading: `## Chain: {title}`"
        "readers that follow the contract find a chain by its heading"
    MISSING_LABEL "missing-label" Error
        "1.1 Chain Compilation, required fields"
        "a value that the contract requires is missing"
    LABEL_NAME "label-name" Warning
        "1.1 Chain Compilation, required fields"
        "readers that follow the contract find a value by its label"
    LABEL_FORM "label-form" Warning
        "1.1 Chain Compilation, required fields: `**Label:** value`"
        "readers that follow the contract look for one form of a label only"

    MISSING_STEPS "missing-steps" Error
        "1.1 Chain Compilation, table: `#`, Action, Model, Key Inputs, Waits For, Status"
        "a chain without steps does nothing"
    MISSING_COLUMN "missing-column" Warning
        "1.1 Chain Compilation, table: columns"
        "rows that lack a column are read with a gap"
    COLUMN_NAME "column-name" Warning
        "1.1 Chain Compilation, table: columns"
        "readers that follow the contract find a column by its name"
    EXTRA_COLUMN "extra-column" Info
        "1.1 Chain Compilation, table: columns"
        "the contract has no such column, so its cells are shown as prose"
    MISSING_CELLS "missing-cells" Warning
        "1.1 Chain Compilation, table: one cell for each column"
        "a row that is too short is read with a gap"
    EXTRA_CELLS "extra-cells" Warning
        "1.1 Chain Compilation, table: one cell for each column"
        "Markdown drops the cells that have no column"
    UNESCAPED_PIPE "unescaped-pipe" Warning
        "1.1 Chain Compilation, table: one cell for each column"
        "Markdown ends a cell at every `|` that is not escaped, even in code"
    OPEN_ROW "open-row" Warning
        "1.1 Chain Compilation, table: rows begin and end with `|`"
        "readers that follow the contract split rows by their outer pipes"
    MISSING_TABLE_RULE "missing-table-rule" Warning
        "1.1 Chain Compilation, table: a `|---|` line below the header"
        "Markdown shows a table without that line as plain text"
    PARTED_TABLE "parted-table" Warning
        "1.1 Chain Compilation, table: rows follow each other"
        "Markdown ends a table at a blank line and shows the rest as plain text"

    MISSING_NUMBER "missing-number" Warning
        "1.1 Chain Compilation, steps, #: step number"
        "other steps and announcements refer to a step by its number"
    MISSING_ACTION "missing-action" Warning
        "1.1 Chain Compilation, steps, Action: action path"
        "nobody can tell what the step does"
    MISSING_STATUS "missing-status" Warning
        "1.1 Chain Compilation, steps, Status: enum (`pending` | `running` | `completed` | `failed` | `skipped`)"
        "nobody can tell how far the step is"
    UNKNOWN_STATUS "unknown-status" Warning
        "1.1 Chain Compilation, steps, Status: enum (`pending` | `running` | `completed` | `failed` | `skipped`)"
        "readers that follow the contract know five words only"
    STATUS_SPELLING "status-spelling" Warning
        "1.1 Chain Compilation, steps, Status: enum (`pending` | `running` | `completed` | `failed` | `skipped`)"
        "readers compare it letter by letter"
    WAITS_SPELLING "waits-spelling" Warning
        "1.1 Chain Compilation, steps, Waits For: `#1`, `#1,#2` or `--`"
        "readers that follow the contract look for `#` before a number"
    UNREADABLE_WAITS "unreadable-waits" Warning
        "1.1 Chain Compilation, steps, Waits For: `#1`, `#1,#2` or `--`"
        "the order of the steps can't be told"

    DUPLICATE_STEP "duplicate-step" Warning
        "1.1 Chain Compilation, steps, #: step number"
        "whoever waits for that number waits for one of two"
    MISSING_STEP "missing-step" Error
        "1.1 Chain Compilation, steps, Waits For against #"
        "a step that waits for one that does not exist never begins"
    CYCLE "cycle" Error
        "1.1 Chain Compilation, steps, Waits For"
        "steps that wait for each other never begin"
    EARLY_STEP "early-step" Warning
        "1.1 Chain Compilation, steps, Status against Waits For"
        "a step that goes on before what it waits for works on what is not there yet"

    MISSING_DESCRIPTIONS "missing-descriptions" Error
        "1.1 Chain Compilation, numbered list: what each step does"
        "people who approve the chain don't know what it will do"
    DESCRIPTION_FORM "description-form" Warning
        "1.1 Chain Compilation, numbered list: `1. **action/** -- what it does`"
        "readers that follow the contract look for the action in bold and a dash"
    QUESTION "question" Info
        "1.1 Chain Compilation, end: `Execute?`"
        "nobody is asked whether the chain may begin"

    EXECUTION_AGAINST_WAITS "execution-against-waits" Warning
        "1.1 Chain Compilation, Execution against Waits For"
        "two orders that differ leave the reader to guess"
    DESCRIPTION_MISMATCH "description-mismatch" Warning
        "1.1 Chain Compilation, numbered list against table"
        "a step that does two things is approved for one of them"
}

pub(super) static LABEL_RULES: LabelRules =
    LabelRules { missing: &MISSING_LABEL, name: &LABEL_NAME, form: &LABEL_FORM };

pub(super) static STEP_RULES: StepRules = StepRules {
    table: TableRules {
        missing_cells: &MISSING_CELLS,
        extra_cells: &EXTRA_CELLS,
        unescaped_pipe: &UNESCAPED_PIPE,
        open_row: &OPEN_ROW,
        missing_table_rule: &MISSING_TABLE_RULE,
        parted_table: &PARTED_TABLE,
    },
    columns: ColumnRules {
        missing_column: &MISSING_COLUMN,
        column_name: &COLUMN_NAME,
        extra_column: &EXTRA_COLUMN,
    },
    status: StatusRules { missing: &MISSING_STATUS, unknown: &UNKNOWN_STATUS, spelling: &STATUS_SPELLING },
    missing_number: &MISSING_NUMBER,
    missing_action: &MISSING_ACTION,
    waits_spelling: &WAITS_SPELLING,
    unreadable_waits: &UNREADABLE_WAITS,
};

pub(super) static ORDER_RULES: OrderRules = OrderRules {
    duplicate_step: &DUPLICATE_STEP,
    missing_step: &MISSING_STEP,
    cycle: &CYCLE,
    early_step: &EARLY_STEP,
};
