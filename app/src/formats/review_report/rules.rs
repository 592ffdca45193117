//! What may be found in a review report, each with its reason and its clause.

crate::diagnostic::rules! {
    LEGACY_HEADING "legacy-heading" Warning
        "5.1 Review Report, heading: `# Review Report: {scope}`"
        "readers that follow the contract find a report by its heading"
    HEADING_LEVEL "heading-level" Warning
        "5.1 Review Report, headings: `#` for the report, `##` for its sections"
        "readers that follow the contract look for headings of one level only"
    UNDERLINED_HEADING "underlined-heading" Warning
        "5.1 Review Report, headings: `#` for the report, `##` for its sections"
        "readers that follow the contract look for headings that begin with `#`"
    MISSING_HEADING "missing-heading" Error
        "5.1 Review Report, heading: `# Review Report: {scope}`"
        "without its heading a report is not found, and its scope is not known"
    MISSING_SCOPE "missing-scope" Error
        "5.1 Review Report, heading: `# Review Report: {scope}`"
        "nobody can tell what was reviewed"

    MISSING_VERDICT "missing-verdict" Error
        "5.1 Review Report, Verdict: `## Verdict: {APPROVED | NEEDS_CHANGES}`"
        "the verdict decides whether the work may go on"
    UNKNOWN_VERDICT "unknown-verdict" Error
        "5.1 Review Report, Verdict: enum (`APPROVED` | `NEEDS_CHANGES`)"
        "a verdict that is not one of the two decides nothing"
    AMBIGUOUS_VERDICT "ambiguous-verdict" Error
        "5.1 Review Report, Verdict: enum (`APPROVED` | `NEEDS_CHANGES`)"
        "a verdict that says both decides nothing"
    VERDICT_SPELLING "verdict-spelling" Warning
        "5.1 Review Report, Verdict: enum (`APPROVED` | `NEEDS_CHANGES`)"
        "the contract knows the verdict in one spelling, and readers compare it letter by letter"
    VERDICT_PLACE "verdict-place" Warning
        "5.1 Review Report, Verdict: `## Verdict: {APPROVED | NEEDS_CHANGES}`"
        "readers that follow the contract look for the verdict in a heading of its own, on one line"
    LOOSE_QUALIFIER "loose-qualifier" Warning
        "5.1 Review Report, Verdict: optional qualifiers are in parentheses"
        "what follows the verdict without parentheses is read as part of it"
    CONFLICTING_VERDICT "conflicting-verdict" Warning
        "5.1 Review Report, Verdict: one verdict"
        "two verdicts that differ leave the reader to guess"

    MISSING_SCORE "missing-score" Error
        "5.1 Review Report, Score: `## Score: {X}%`"
        "health is computed from scores"
    UNREADABLE_SCORE "unreadable-score" Error
        "5.1 Review Report, Score: integer 0-100"
        "a score that is no number can't be compared"
    SCORE_OUT_OF_RANGE "score-out-of-range" Error
        "5.1 Review Report, Score: integer 0-100"
        "a score above 100 can't be compared"
    SCORE_FORM "score-form" Warning
        "5.1 Review Report, Score: `## Score: {X}%`, an integer"
        "readers that follow the contract expect an integer and a percent sign"
    SCORE_PLACE "score-place" Warning
        "5.1 Review Report, Score: `## Score: {X}%`"
        "readers that follow the contract look for the score in a heading of its own, on one line"

    CONFLICTING_SCORE "conflicting-score" Warning
        "5.1 Review Report, Score: one score"
        "two scores that differ leave the reader to guess"

    MISSING_SUMMARY "missing-summary" Error
        "5.1 Review Report, Summary: `## Summary`, 2-3 sentences"
        "the summary is what people read first"
    SUMMARY_LENGTH "summary-length" Info
        "5.1 Review Report, Summary: 2-3 sentences"
        "a summary is read at a glance"
    SECTION_NAME "section-name" Warning
        "5.1 Review Report, sections: Summary, Findings, Fixes Applied, Flags for Human"
        "readers that follow the contract find a section by its name"
    MISSING_FINDINGS "missing-findings" Error
        "5.1 Review Report, Findings: table with 6 columns, which may be empty"
        "a report without the section may have found nothing, or may be cut off"

    UNREAD_FINDINGS "unread-findings" Error
        "5.1 Review Report, Findings: table with 6 columns"
        "a finding that is not read is not counted, and nobody sees it"
    FINDINGS_AS_HEADINGS "findings-as-headings" Warning
        "5.1 Review Report, Findings: table with 6 columns"
        "readers that follow the contract look for findings in the table only"
    FINDINGS_AS_LIST "findings-as-list" Warning
        "5.1 Review Report, Findings: table with 6 columns"
        "readers that follow the contract look for findings in the table only"
    FIXES_AS_LIST "fixes-as-list" Warning
        "5.1 Review Report, Fixes Applied: table (File, Fix)"
        "readers that follow the contract look for fixes in the table only"
    FLAGS_AS_LIST "flags-as-list" Warning
        "5.1 Review Report, Flags for Human: table (Issue, Why Human Needed)"
        "readers that follow the contract look for flags in the table only"
    UNREAD_ENTRIES "unread-entries" Warning
        "5.1 Review Report, Fixes Applied and Flags for Human: tables"
        "what is not read as an entry is not counted, and nobody sees it"
    NONE_ROW "none-row" Info
        "5.1 Review Report, Findings: the table can be empty"
        "a row that says there is nothing is not counted"

    MISSING_NUMBER "missing-number" Warning
        "5.1 Review Report, Findings, #: finding number (integer)"
        "flags and answers refer to findings by number"
    MISSING_FILE "missing-file" Warning
        "5.1 Review Report, Findings, File: relative path from project root"
        "nobody can tell where the issue is"
    ABSOLUTE_PATH "absolute-path" Warning
        "5.1 Review Report, File: relative path from project root"
        "on another machine nobody finds the file"
    LINE_RANGE "line-range" Info
        "5.1 Review Report, Findings, Line: single line number (rev a allows ranges)"
        "the current revision supports single lines only"
    LINE_LIST "line-list" Warning
        "5.1 Review Report, Findings, Line: single line number"
        "only the first place is read as the line"
    LINE_SPELLING "line-spelling" Warning
        "5.1 Review Report, Findings, Line: line number (integer)"
        "readers that follow the contract expect digits only"
    UNREADABLE_LINE "unreadable-line" Warning
        "5.1 Review Report, Findings, Line: line number (integer)"
        "a line that is no number can't be opened"
    NO_LINE "no-line" Info
        "5.1 Review Report, Findings, Line: line number (integer)"
        "the finding can't be shown at a line"
    LINE_IN_FILE "line-in-file" Warning
        "5.1 Review Report, Findings: File and Line are two columns"
        "a path with a line number in it names no file"
    MISSING_SEVERITY "missing-severity" Warning
        "5.1 Review Report, Findings, Severity: enum (`critical` | `high` | `medium` | `low`)"
        "a finding without a severity can't be ranked"
    UNKNOWN_SEVERITY "unknown-severity" Warning
        "5.1 Review Report, Findings, Severity: enum (`critical` | `high` | `medium` | `low`)"
        "a severity of another scale can't be ranked"
    SEVERITY_SPELLING "severity-spelling" Warning
        "5.1 Review Report, Findings, Severity: lowercase"
        "readers compare it letter by letter"
    MISSING_DESCRIPTION "missing-description" Warning
        "5.1 Review Report, Findings, Description: what the issue is"
        "nobody can tell what was found"

    APPROVED_OVER_OPEN_FINDING "approved-over-open-finding" Warning
        "5.1 Review Report, Verdict against Findings"
        "work with an open critical or high finding should not go on"
    APPROVED_OVER_FIXED_FINDING "approved-over-fixed-finding" Info
        "5.1 Review Report, Verdict against Findings"
        "the finding is grave, but the same run fixed it"
    NEEDS_CHANGES_WITHOUT_CAUSE "needs-changes-without-cause" Warning
        "5.1 Review Report, Verdict against Findings"
        "nothing that was found calls for changes"
    SCORE_AGAINST_SEVERITY "score-against-severity" Warning
        "5.1 Review Report, Score against Findings"
        "a score and the findings should tell the same story"
    COUNT_MISMATCH "count-mismatch" Warning
        "5.1 Review Report, Summary against Findings"
        "a row was lost, or the summary is wrong"
}
