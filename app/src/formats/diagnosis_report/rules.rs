//! What may be found in a diagnosis, each with its reason and its clause.

crate::diagnostic::rules! {
    ENTRY_FORM "entry-form" Warning
        "5.4 Diagnosis Report, lists: `{what} — {why}`, `{cause}: {why ruled out}`"
        "an entry of one half leaves the other to be guessed"
    UNNUMBERED_STEP "unnumbered-step" Warning
        "5.4 Diagnosis Report, Steps: a numbered list"
        "steps are taken in order, and spoken of by number"
    UNREAD_LEARNING "unread-learning" Warning
        "5.4 Diagnosis Report, Learning Entry: `LXXX | {date} | {issue-title}`"
        "an entry in another form is not filed"
    GATE_NOT_AFFECTED "gate-not-affected" Warning
        "5.4 Diagnosis Report, Gate; Timing Analysis: Affected gates"
        "the evidence speaks of another gate than the one to be healed"
    RELATION_AGAINST_DATES "relation-against-dates" Warning
        "5.4 Diagnosis Report, Code History: before or after the violations started"
        "a change that came later is no cause"
    TRIAGE_AGAINST_FIX "triage-against-fix" Warning
        "5.4 Diagnosis Report, Auto-Triage Candidate: whether the fix is trivial"
        "a fix that nobody described can't be applied without a person"
}
