//! Words by which a proposal guesses what a field says.

/// Words of a verdict that passes, in the form that [`crate::reading::normal`] gives.
const PASSING: [&str; 30] = [
    "accepted", "approved", "closed", "complete", "completed", "deployed", "done", "fixed", "go", "granted",
    "green", "healthy", "merged", "met", "mitigated", "ok", "okay", "pass", "passed", "passes", "ready",
    "released", "resolved", "shipped", "succeeded", "success", "successful", "true", "verified", "yes",
];
/// Words of one that fails.
const FAILING: [&str; 36] = [
    "aborted", "blocked", "broken", "canceled", "cancelled", "critical", "declined", "denied", "down",
    "error", "errored", "fail", "failed", "fails", "failure", "false", "incomplete", "missed", "no", "no go",
    "not met", "not ready", "ongoing", "open", "red", "refused", "rejected", "reopened", "reverted",
    "rolled back", "timed out", "timeout", "unhealthy", "unresolved", "unstable", "yanked",
];
/// Words of a state that is neither.
const UNDECIDED: [&str; 20] = [
    "active", "deferred", "draft", "in progress", "in review", "investigating", "monitoring", "new",
    "on hold", "paused", "pending", "planned", "proposed", "queued", "running", "skipped", "started",
    "superseded", "todo", "waiting",
];
/// Fields whose values are a choice among a few, whatever the words are.
const CHOICES: [&str; 19] = [
    "category", "conclusion", "decision", "env", "environment", "impact", "kind", "level", "outcome",
    "phase", "priority", "result", "risk", "severity", "stage", "state", "status", "type", "verdict",
];
/// Fields that say how it went, the most telling first.
pub(super) const VERDICTS: [&str; 8] =
    ["verdict", "outcome", "result", "status", "state", "conclusion", "decision", "resolution"];
/// Flags that say so.
pub(super) const FLAGS: [&str; 7] =
    ["passed", "success", "successful", "succeeded", "ok", "approved", "healthy"];
/// Percentages and numbers of a hundred.
pub(super) const SCORES: [&str; 6] = ["score", "coverage", "confidence", "quality", "rating", "grade"];
/// Fields of JSON by which a list names a document, the most telling first.
pub(super) const TITLES: [&str; 7] =
    ["title", "name", "subject", "headline", "summary", "message", "service"];
/// What a person is asked.
pub(super) const ASKS: [&str; 6] =
    ["question", "questions", "ask", "asks", "decisions needed", "needs person"];

pub(super) fn passes(word: &str) -> bool {
    PASSING.contains(&word)
}

pub(super) fn fails(word: &str) -> bool {
    FAILING.contains(&word)
}

/// Whether a word states how something goes or how grave it is, in normal form.
pub(super) fn is_known(word: &str) -> bool {
    let is_ranked = crate::reading::is_rank(word);
    is_ranked || is_numbered_rank(word) || passes(word) || fails(word) || UNDECIDED.contains(&word)
}

/// `sev1`, `p2`.
fn is_numbered_rank(word: &str) -> bool {
    let number = word.strip_prefix("sev").or(word.strip_prefix('p')).map(str::trim_start);
    number.is_some_and(|number| number.len() == 1 && number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Whether a field, by its name in normal form, is a choice among a few words.
pub(super) fn is_choice(field: &str) -> bool {
    field.split(' ').next_back().is_some_and(|last| CHOICES.contains(&last))
}
