//! What may be found in a dual output, each with its reason and its clause.

crate::diagnostic::rules! {
    MISSING_ACTION "missing-action" Error
        "2.2 Dual Output, Action name (string)"
        "nobody can tell whose work is judged"
    MISSING_PART "missing-part" Error
        "2.2 Dual Output, required fields: original result, second opinion, missed issues, disagreements, full reports"
        "one opinion without the other, or without its report, can't be weighed"
    PART_NAME "part-name" Warning
        "2.2 Dual Output, example: `**Original ({action/}):**`, `**Second Opinion ({model} via Ollama):**`, `**Full reports:**`"
        "readers that follow the contract part the opinions by these labels"
    UNREADABLE_COUNT "unreadable-count" Warning
        "2.2 Dual Output, Missed issues and Disagreements: counts"
        "words can't be added up"
    NEXT_STEP_FORM "next-step-form" Warning
        "2.2 Dual Output, end: `Continuing to Step {M}...`"
        "readers that follow the contract look for these words at the end"
    VERDICT_MISMATCH "verdict-mismatch" Warning
        "2.2 Dual Output, original verdict against `>> Step {N} complete:`"
        "the second opinion is weighed against a verdict that was never given"
    SCORE_MISMATCH "score-mismatch" Warning
        "2.2 Dual Output, original score against `>> Step {N} complete:`"
        "the second opinion is weighed against a score that was never given"
    SAME_PATH "same-path" Warning
        "2.2 Dual Output, Full report paths (original and critique)"
        "one of the two reports can't be found"
}
