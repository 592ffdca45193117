//! The sections of a transcript and the other names they go by.

use crate::reading::{LabelName, normal};

/// The contract's sections, each with the field that it holds.
pub(super) static SECTIONS: [LabelName; 7] = [
    LabelName::new("Initial Context", "initialContext", &["context", "background"]),
    LabelName::new(
        "Transcript",
        "questions",
        &[
            "session transcript", "conversation", "discussion", "questions and answers",
            "questions & answers", "q&a", "questions",
        ],
    ),
    LabelName::new(
        "Key Insights",
        "keyInsights",
        &["insights", "key findings", "main insights", "key takeaways", "takeaways"],
    ),
    LabelName::new(
        "Issues & Risks",
        "issuesRisks",
        &[
            "issues and risks", "potential issues & risks", "potential issues and risks", "potential issues",
            "risks", "risks & issues", "issues",
        ],
    ),
    LabelName::new(
        "Next Steps",
        "nextSteps",
        &["suggested next steps", "recommended next steps", "follow ups"],
    ),
    LabelName::new(
        "Open Questions",
        "openQuestions",
        &["unresolved questions", "remaining questions", "unresolved", "unanswered questions"],
    ),
    LabelName::new("Metadata", "duration", &["session metadata"]),
];

/// What older transcripts have in sections, and the contract in the title and below it.
static OLDER: [LabelName; 3] = [
    LabelName::new("Idea", "idea", &["the idea", "idea title"]),
    LabelName::new("Classification", "classification", &["category"]),
    LabelName::new("Date", "date", &[]),
];

/// The section that a heading opens.
pub(super) fn section(heading: &str) -> Option<&'static LabelName> {
    if heading.len() > 120 {
        return None;
    }
    let name = normal(heading.split('(').next().unwrap_or(heading));
    let name = name.trim_end_matches(':').trim_start_matches(|edge: char| !edge.is_alphabetic());
    SECTIONS.iter().chain(&OLDER).find(|section| section.rank(name).is_some())
}
