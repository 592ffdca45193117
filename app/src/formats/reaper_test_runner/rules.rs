//! What may be found in the verdict of a test run, each with its reason and its clause.

crate::diagnostic::rules! {
    SUM_MISMATCH "sum-mismatch" Error
        "Reaper ADR-0009, test-runner, red flags: logical inconsistency"
        "counts that do not add up were not counted"
    COVERAGE_AGAINST_THRESHOLD "coverage-against-threshold" Error
        "Reaper ADR-0009, test-runner, red flags: logical inconsistency"
        "one of the two is made up, and nobody knows which"
    EXTREME_OUTLIER "extreme-outlier" Error
        "Reaper ADR-0009, test-runner, red flags: extreme outlier"
        "such a result is statistically implausible, and likely made up"
    FULL_COVERAGE "full-coverage" Warning
        "Reaper ADR-0009, test-runner, red flags: extreme outlier"
        "full coverage is more often claimed than reached"
}
