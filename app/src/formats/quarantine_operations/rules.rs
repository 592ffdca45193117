//! What may be found in an operation, each with its reason and its clause.

use crate::diagnostic::rules;
use crate::json::JsonRules;
use crate::reading::{ColumnRules, LabelRules, PartRules, ReportRules, RowRules, TableRules, WordRules};

rules! {
    HEADING_SPELLING "heading-spelling" Warning
        "5.6 Quarantine Operations, structure: `# Quarantine Record`, `# Quarantine Release`, `# Active Quarantines`"
        "readers find an operation by its heading"
    MISSING_VALUE "missing-value" Error
        "5.6 Quarantine Operations, required structure: labels"
        "nobody can tell what is blocked, or why"
    LABEL_NAME "label-name" Warning
        "5.6 Quarantine Operations, required structure: labels"
        "readers find a value by its label"
    LABEL_FORM "label-form" Warning
        "5.6 Quarantine Operations, required structure: `**Label:** value`"
        "readers find a value by its label"
    UNKNOWN_WORD "unknown-word" Error
        "5.6 Quarantine Operations, enumerations: subcommand, target type, auto-release"
        "what is blocked is found by this word"
    WORD_SPELLING "word-spelling" Warning
        "5.6 Quarantine Operations, enumerations: lowercase, as listed"
        "readers compare the word letter by letter"
    UNREADABLE_NUMBER "unreadable-number" Error
        "5.6 Quarantine Operations, Total Quarantines: number"
        "what is not counted can't be checked"
    UNREADABLE_MOMENT "unreadable-moment" Warning
        "5.6 Quarantine Operations, Quarantined At, Released At, Executed At: ISO timestamp"
        "nobody can tell when the quarantine ends"
    MISSING_SECTION "missing-section" Error
        "5.6 Quarantine Operations, validation: required sections present"
        "what was to stand there was never done, or is lost"
    EMPTY_SECTION "empty-section" Error
        "5.6 Quarantine Operations, validation: required sections present"
        "a heading without content says that something was forgotten"
    SECTION_NAME "section-name" Warning
        "5.6 Quarantine Operations, required structure: sections"
        "readers find a section by its name"
    SECTION_LEVEL "section-level" Warning
        "5.6 Quarantine Operations, required structure: sections"
        "a section at another level belongs to something else"
    MISSING_END "missing-end" Warning
        "5.6 Quarantine Operations, structure: `**Quarantine Active**`, `**Quarantine Released**`, `**List Complete**`"
        "a report that breaks off can't be told from one that is complete"

    MISSING_PAYLOAD "missing-payload" Error
        "5.6 Quarantine Operations, Redis Record, WebSocket Event: JSON payload"
        "nobody can check what was stored and sent"
    BROKEN_JSON "broken-json" Error
        "5.6 Quarantine Operations, payloads: JSON"
        "a strict reader rejects the whole record for one wrong character"
    TRUNCATED_JSON "truncated-json" Error
        "5.6 Quarantine Operations, payloads: JSON, complete"
        "what was cut off may have been what matters"
    MISSING_FIELD "missing-field" Error
        "5.6 Quarantine Operations, payloads: fields"
        "who reads the record by its fields finds nothing there"
    WRONG_TYPE "wrong-type" Error
        "5.6 Quarantine Operations, payloads: types"
        "a value of another type is not read, or read wrongly"
    UNKNOWN_VALUE "unknown-value" Error
        "5.6 Quarantine Operations, payloads: targetType, type, action, timestamps"
        "readers compare the word letter by letter"

    MISSING_TABLE "missing-table" Error
        "5.6 Quarantine Operations, Quarantine Records: table"
        "records in sentences can't be counted"
    MISSING_COLUMN "missing-column" Warning
        "5.6 Quarantine Operations, Quarantine Records: columns"
        "what the column would say is missing from every row"
    COLUMN_NAME "column-name" Warning
        "5.6 Quarantine Operations, Quarantine Records: columns"
        "readers find a column by its name"
    EXTRA_COLUMN "extra-column" Info
        "5.6 Quarantine Operations, Quarantine Records: columns"
        "who reads by the contract does not see it"
    MISSING_CELLS "missing-cells" Warning
        "5.6 Quarantine Operations, tables: Markdown"
        "the cells after the gap stand in the wrong columns"
    EXTRA_CELLS "extra-cells" Warning
        "5.6 Quarantine Operations, tables: Markdown"
        "Markdown drops cells beyond the last column"
    UNESCAPED_PIPE "unescaped-pipe" Warning
        "5.6 Quarantine Operations, tables: Markdown"
        "Markdown ends the cell there"
    OPEN_ROW "open-row" Warning
        "5.6 Quarantine Operations, tables: Markdown"
        "a row without pipes at its ends is taken for text"
    MISSING_TABLE_RULE "missing-table-rule" Warning
        "5.6 Quarantine Operations, tables: Markdown"
        "without it Markdown shows text and no table"
    PARTED_TABLE "parted-table" Warning
        "5.6 Quarantine Operations, tables: Markdown"
        "Markdown ends the table there"

    SUBCOMMAND_AGAINST_HEADING "subcommand-against-heading" Error
        "5.6 Quarantine Operations, Subcommand: quarantine, release or list, as the heading says"
        "one reader blocks what another sets free"
    TTL_AGAINST_AUTO_RELEASE "ttl-against-auto-release" Warning
        "5.6 Quarantine Operations, TTL: 7 days, or 24 hours with auto-release"
        "the quarantine ends when nobody expects it"
    KEY_MISMATCH "key-mismatch" Error
        "5.6 Quarantine Operations, Key: `quarantine:{targetType}:{targetId}`"
        "other programs look for the record under the target's key"
    PAYLOAD_MISMATCH "payload-mismatch" Error
        "5.6 Quarantine Operations, Redis Record: payload as the header"
        "what is stored is not what was reported"
    EVENT_MISMATCH "event-mismatch" Error
        "5.6 Quarantine Operations, WebSocket Event: payload as the header"
        "dashboards show another thing than was reported"
    TOTAL_AGAINST_ROWS "total-against-rows" Error
        "5.6 Quarantine Operations, Total Quarantines: count of active quarantines"
        "a quarantine is missing from the list, or counted twice"
    DUPLICATE_RECORD "duplicate-record" Warning
        "5.6 Quarantine Operations, Quarantine Records: one key a target"
        "a target has one record, and one of the two is out of date"
    REMAINING_AGAINST_TIME "remaining-against-time" Warning
        "5.6 Quarantine Operations, TTL Remaining; Quarantined At; Executed At"
        "the quarantine ends at another time than the list says"
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

pub(super) static JSON_RULES: JsonRules = JsonRules {
    broken_json: &BROKEN_JSON,
    truncated_json: &TRUNCATED_JSON,
    missing_field: &MISSING_FIELD,
    wrong_type: &WRONG_TYPE,
    unknown_value: &UNKNOWN_VALUE,
};
