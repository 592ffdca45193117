//! What may be found in the verdict of a test run, each with its reason and its clause.

use crate::gate::gate_rules;

gate_rules! {
    "Reaper ADR-0009, test-runner"
    SUM_MISMATCH "sum-mismatch" Error
        "red flags: logical inconsistency"
        "counts that do not add up were not counted"
    COVERAGE_AGAINST_THRESHOLD "coverage-against-threshold" Error
        "red flags: logical inconsistency"
        "one of the two is made up, and nobody knows which"
    MISSING_EVIDENCE "missing-evidence" Error
        "red flags: missing evidence"
        "the agent claims results without showing work"
    EXTREME_OUTLIER "extreme-outlier" Error
        "red flags: extreme outlier"
        "such a result is statistically implausible, and likely made up"
    FULL_COVERAGE "full-coverage" Warning
        "red flags: extreme outlier"
        "full coverage is more often claimed than reached"
}
