//! What may be found in a verification, each with its reason and its clause.

crate::diagnostic::rules! {
    UNREADABLE_NUMBER "unreadable-number" Error
        "5.5 Healing Verification, figures: numbers"
        "what is not counted can't be compared"
    UNREADABLE_MOMENT "unreadable-moment" Warning
        "5.5 Healing Verification, Executed At: ISO timestamp"
        "verifications are put in order by time"
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
    EVIDENCE_AGAINST_FIGURES "evidence-against-figures" Error
        "5.5 Healing Verification, Evidence; Health Score Comparison, Other Gates"
        "what is to show the verdict is not what was measured"
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
