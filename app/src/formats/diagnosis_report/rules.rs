//! What may be found in a diagnosis, each with its reason and its clause.

use crate::diagnostic::rules;
use crate::reading::{LabelRules, PartRules, ReportRules, WordRules};

rules! {
    HEADING_SPELLING "heading-spelling" Warning
        "5.4 Diagnosis Report, structure: `# Root Cause Analysis`"
        "readers find a diagnosis by its heading"
    MISSING_VALUE "missing-value" Error
        "5.4 Diagnosis Report, required structure: labels"
        "nobody can heal by a diagnosis that leaves it out"
    LABEL_NAME "label-name" Warning
        "5.4 Diagnosis Report, required structure: labels"
        "readers find a value by its label"
    LABEL_FORM "label-form" Warning
        "5.4 Diagnosis Report, required structure: `**Label:** value`"
        "readers find a value by its label"
    UNKNOWN_WORD "unknown-word" Error
        "5.4 Diagnosis Report, enumerations: severity, confidence, auto-triage, classification"
        "what heals is chosen by this word"
    WORD_SPELLING "word-spelling" Warning
        "5.4 Diagnosis Report, enumerations: lowercase, as listed"
        "readers compare the word letter by letter"
    MISSING_SECTION "missing-section" Error
        "5.4 Diagnosis Report, validation: required sections present"
        "what was to stand there was never looked at, or is lost"
    EMPTY_SECTION "empty-section" Error
        "5.4 Diagnosis Report, validation: required sections present"
        "a heading without content says that something was forgotten"
    SECTION_NAME "section-name" Warning
        "5.4 Diagnosis Report, required structure: sections"
        "readers find a section by its name"
    SECTION_LEVEL "section-level" Warning
        "5.4 Diagnosis Report, required structure: sections"
        "a section at another level belongs to something else"
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
