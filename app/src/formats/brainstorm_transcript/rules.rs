//! What may be found in a transcript, each with its reason and its clause.
//!
//! The contract recommends the structure and does not enforce it, so nothing here but a title is an error.

crate::diagnostic::rules! {
    MISSING_IDEA "missing-idea" Error
        "5.3 Brainstorm Transcript, structure: `# Brainstorm: {Idea Title}`"
        "nobody can tell what was talked about"
    MISSING_VALUE "missing-value" Warning
        "5.3 Brainstorm Transcript, structure: Classification, Date, Duration, Participants"
        "transcripts are filed by it"
    VALUE_IN_SECTION "value-in-section" Warning
        "5.3 Brainstorm Transcript, structure: `**Classification:**` and `**Date:**` below the title"
        "readers look for it below the title"
    UNREADABLE_DATE "unreadable-date" Warning
        "5.3 Brainstorm Transcript, Date: YYYY-MM-DD"
        "transcripts are sorted by date"
    MISSING_SECTION "missing-section" Warning
        "5.3 Brainstorm Transcript, structure: sections"
        "what was said there is lost, or was never asked"
    EMPTY_SECTION "empty-section" Warning
        "5.3 Brainstorm Transcript, structure: sections"
        "a heading without content says that something was forgotten"
    SECTION_NAME "section-name" Warning
        "5.3 Brainstorm Transcript, structure: sections"
        "readers find a section by its name"
    MISSING_ANSWER "missing-answer" Info
        "5.3 Brainstorm Transcript, Transcript: question-answer style conversation"
        "a question without an answer belongs to the open ones"
}
