//! The sections of a transcript and the other names they go by.

use crate::reading::with_normal;

/// What a section holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Idea,
    Classification,
    Date,
    InitialContext,
    Transcript,
    KeyInsights,
    IssuesRisks,
    NextSteps,
    OpenQuestions,
    Metadata,
}

impl Part {
    /// Name by the contract and field; none where the contract has no section of the kind.
    pub const fn contract(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::InitialContext => Some(("Initial Context", "initialContext")),
            Self::Transcript => Some(("Transcript", "questions")),
            Self::KeyInsights => Some(("Key Insights", "keyInsights")),
            Self::IssuesRisks => Some(("Issues & Risks", "issuesRisks")),
            Self::NextSteps => Some(("Next Steps", "nextSteps")),
            Self::OpenQuestions => Some(("Open Questions", "openQuestions")),
            Self::Metadata => Some(("Metadata", "duration")),
            Self::Idea | Self::Classification | Self::Date => None,
        }
    }
}

const NAMES: [(Part, &[&str]); 10] = [
    (Part::Idea, &["idea", "the idea", "idea title"]),
    (Part::Classification, &["classification", "category"]),
    (Part::Date, &["date"]),
    (Part::InitialContext, &["initial context", "context", "background"]),
    (
        Part::Transcript,
        &[
            "transcript", "session transcript", "conversation", "questions and answers",
            "questions & answers", "q&a", "questions",
        ],
    ),
    (
        Part::KeyInsights,
        &["key insights", "insights", "key findings", "main insights", "key takeaways", "takeaways"],
    ),
    (
        Part::IssuesRisks,
        &[
            "issues & risks", "issues and risks", "potential issues & risks", "potential issues and risks",
            "potential issues", "risks", "risks & issues", "issues",
        ],
    ),
    (Part::NextSteps, &["next steps", "suggested next steps", "recommended next steps", "follow ups"]),
    (
        Part::OpenQuestions,
        &[
            "open questions", "unresolved questions", "remaining questions", "unresolved",
            "unanswered questions",
        ],
    ),
    (Part::Metadata, &["metadata", "session metadata"]),
];

pub(super) fn part(heading: &str) -> Option<Part> {
    if heading.len() > 120 {
        return None;
    }
    with_normal(heading.split('(').next().unwrap_or(heading), |name| {
        let name = name.trim_end_matches(':').trim_start_matches(|edge: char| !edge.is_alphabetic());
        NAMES.iter().find(|(_, names)| names.contains(&name)).map(|(part, _)| *part)
    })
}
