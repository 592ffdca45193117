//! What may be found in a verification, each with its reason and its clause.

use crate::diagnostic::rules;
use crate::reading::{ColumnRules, LabelRules, PartRules, ReportRules, RowRules, TableRules, WordRules};

rules! {
    HEADING_SPELLING "heading-spelling" Warning
        "5.5 Healing Verification, structure: `# Healing Verification Report`"
        "readers find a verification by its heading"
    MISSING_VALUE "missing-value" Error
        "5.5 Healing Verification, required structure: labels"
        "nobody can tell from the rest whether the gate is healed"
    LABEL_NAME "label-name" Warning
        "5.5 Healing Verification, required structure: labels"
        "readers find a value by its label"
    LABEL_FORM "label-form" Warning
        "5.5 Healing Verification, required structure: `**Label:** value`"
        "readers find a value by its label"
    UNKNOWN_WORD "unknown-word" Error
        "5.5 Healing Verification, enumerations: verdict, status, protocol next step"
        "what happens next is chosen by this word"
    WORD_SPELLING "word-spelling" Warning
        "5.5 Healing Verification, enumerations: uppercase, as listed"
        "readers compare the word letter by letter"
    UNREADABLE_NUMBER "unreadable-number" Error
        "5.5 Healing Verification, figures: numbers"
        "what is not counted can't be compared"
    UNREADABLE_MOMENT "unreadable-moment" Warning
        "5.5 Healing Verification, Executed At: ISO timestamp"
        "verifications are put in order by time"
    MISSING_SECTION "missing-section" Error
        "5.5 Healing Verification, validation: required sections present"
        "what was to stand there was never verified, or is lost"
    EMPTY_SECTION "empty-section" Error
        "5.5 Healing Verification, validation: required sections present"
        "a heading without content says that something was forgotten"
    SECTION_NAME "section-name" Warning
        "5.5 Healing Verification, required structure: sections"
        "readers find a section by its name"
    SECTION_LEVEL "section-level" Warning
        "5.5 Healing Verification, required structure: sections"
        "a section at another level belongs to something else"
    VERDICT_PLACE "verdict-place" Warning
        "5.5 Healing Verification, Verdict: `**Verdict:** {verdict}`"
        "readers look for it under its label"
    MISSING_END "missing-end" Warning
        "5.5 Healing Verification, structure: `**Verification Complete**`"
        "a report that breaks off can't be told from one that is complete"
    ENTRY_FORM "entry-form" Warning
        "5.5 Healing Verification, By Gate: `{gateId}: {count} violations`"
        "an entry of one half leaves the other to be guessed"

    MISSING_TABLE "missing-table" Error
        "5.5 Healing Verification, Health Score Comparison: table"
        "figures in sentences can't be compared"
    MISSING_COLUMN "missing-column" Warning
        "5.5 Healing Verification, table columns"
        "what the column would say is missing from every row"
    COLUMN_NAME "column-name" Warning
        "5.5 Healing Verification, table columns"
        "readers find a column by its name"
    EXTRA_COLUMN "extra-column" Info
        "5.5 Healing Verification, table columns"
        "who reads by the contract does not see it"
    MISSING_CELLS "missing-cells" Warning
        "5.5 Healing Verification, tables: Markdown"
        "the cells after the gap stand in the wrong columns"
    EXTRA_CELLS "extra-cells" Warning
        "5.5 Healing Verification, tables: Markdown"
        "Markdown drops cells beyond the last column"
    UNESCAPED_PIPE "unescaped-pipe" Warning
        "5.5 Healing Verification, tables: Markdown"
        "Markdown ends the cell there"
    OPEN_ROW "open-row" Warning
        "5.5 Healing Verification, tables: Markdown"
        "a row without pipes at its ends is taken for text"
    MISSING_TABLE_RULE "missing-table-rule" Warning
        "5.5 Healing Verification, tables: Markdown"
        "without it Markdown shows text and no table"
    PARTED_TABLE "parted-table" Warning
        "5.5 Healing Verification, tables: Markdown"
        "Markdown ends the table there"

    DELTA_AGAINST_FIGURES "delta-against-figures" Error
        "5.5 Healing Verification, Health Score Comparison: Delta"
        "one of the three figures is wrong"
    HEALTH_DELTA_MISMATCH "health-delta-mismatch" Error
        "5.5 Healing Verification, Health Delta; Health Score Comparison: Overall Score"
        "the health protocol goes by a delta that did not happen"
    CHANGE_AGAINST_FIGURES "change-against-figures" Warning
        "5.5 Healing Verification, tables: Status, Change"
        "the word is read, and the figures say otherwise"
    TARGET_AGAINST_HEADING "target-against-heading" Warning
        "5.5 Healing Verification, Target Gate against Detailed Gate Analysis"
        "figures of another gate say nothing of the one that was to heal"
    COUNT_AGAINST_COMPARISON "count-against-comparison" Error
        "5.5 Healing Verification, Detailed Gate Analysis; Health Score Comparison: Target Gate Violations"
        "the same violations are counted in two ways"
    TOTAL_AGAINST_GATES "total-against-gates" Error
        "5.5 Healing Verification, Remaining Violations: Total Remaining, By Gate"
        "some violations are counted nowhere, or twice"
    SCORE_OUT_OF_RANGE "score-out-of-range" Error
        "5.5 Healing Verification, validation: health score range (0-100)"
        "a score beyond the range can't be compared"
    VERDICT_AGAINST_STATUS "verdict-against-status" Error
        "5.5 Healing Verification, Verdict; Status"
        "who reads the end acts otherwise than who reads the verdict"
    SUCCESS_WITH_NEW_VIOLATIONS "success-with-new-violations" Error
        "5.5 Healing Verification, Verdict; New Violations Introduced"
        "the healing moved the fault to another gate"
    NEW_VIOLATIONS_AGAINST_GATES "new-violations-against-gates" Error
        "5.5 Healing Verification, New Violations Introduced; Other Gates"
        "a gate got worse, and nobody will look"
    SUCCESS_BELOW_EXPECTED "success-below-expected" Error
        "5.5 Healing Verification, Expected Score: minimum acceptable health score"
        "the healing did not reach what it was to reach"
    STEP_AGAINST_VERDICT "step-against-verdict" Warning
        "5.5 Healing Verification, Protocol Next Step: LEARN follows SUCCESS"
        "a healing that failed would be learned as one that works"
}

pub(super) static REPORT_RULES: ReportRules = ReportRules {
    parts: PartRules {
        missing: &MISSING_SECTION,
        empty: &EMPTY_SECTION,
        name: &SECTION_NAME,
        level: &SECTION_LEVEL,
    },
    labels: LabelRules { missing: &MISSING_VALUE, name: &LABEL_NAME, form: &LABEL_FORM },
    words: WordRules { unknown: &UNKNOWN_WORD, spelling: &WORD_SPELLING },
};

pub(super) static ROW_RULES: RowRules = RowRules {
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
};
