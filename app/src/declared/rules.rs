//! What may be found in a value that its declaration gives a type, and in a document whose format is deprecated.

crate::diagnostic::rule_set! {
    VALUES "values" "Values" "values.md":
    UNREADABLE_VALUE "unreadable-value" Error
        "fields: types"
        "what reads the value as its type finds nothing"
    VALUE_FORM "value-form" Warning
        "fields: types"
        "readers that follow the declaration expect the value alone, in its form"
    MISSING_TITLE "missing-title" Error
        "heading: with a title"
        "lists show a document by its title"
    NO_TABLE "no-table" Error
        "tables: columns"
        "rows that are not in a table are in no field"
    UNLISTED_LABEL "unlisted-label" Info
        "fields: labels"
        "the declaration has no such label, so its value is shown as prose"
}

crate::diagnostic::rule_set! {
    DEPRECATION "deprecation" "Deprecation" "deprecation.md":
    DEPRECATED_FORMAT "deprecated-format" Info
        "deprecated"
        "readers may stop accepting it; what to write instead is declared"
}
