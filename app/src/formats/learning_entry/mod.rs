//! 4.3, Learning Entry: what went wrong once, why, and how to prevent it.

mod headings;
mod labels;
mod parse;
mod recognize;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use crate::format::prelude::*;
use crate::reading::{LABEL_NAMES, TEXT};

record! {
    pub struct LearningEntry as camelCase {
        /// `L029`; the contract has none, and ids repeat.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String> = deviation Text,
        action_type: Option<String> = required Text,
        title: Option<String> = required Text,
        /// As written where it is no date.
        date: Option<String> = required Date; Label(&["Date", "logged", "learned"]),
        /// Who learned it and when, as entries say that state no source.
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<String> = deviation Text; Label(&["From", "agent"]),
        context: Option<String> = required Markdown; Label(&["Context", "when", "situation"]),
        issue: Option<String> = required Markdown; Label(&[
            "Problem", "issue", "what happened", "what went wrong", "symptom", "observation", "finding", "learning",
            "description",
        ]),
        root_cause: Option<String> = required Markdown; Label(&[
            "Root Cause", "root causes", "cause", "why", "underlying cause", "why it happened", "reason",
        ]),
        fix: Option<String> = required Markdown; Label(&[
            "Solution", "fix", "fixes", "fix options", "suggested fix", "proposed fix", "applied fix", "fix applied",
            "resolution", "suggestion", "recommendation", "how to prevent", "prevention", "mitigation", "remedy",
            "lesson",
        ]),
        /// `Open`, or `Closed` with a reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<String> = deviation Text; Label(&["Status", "state"]),
        source: Option<String> = required Text; Label(&["Source"]),
    }
}

impl Format for LearningEntry {
    const SPEC: Spec = spec! {
        id: "4.3",
        slug: "learning-entry",
        kind: Kind::Record,
        name: "Learning Entry",
        revisions: &[Revision::Current, Revision::Legacy, Revision::Free],
        hints: Hints::titled(&["title"]),
        gate: 13,
        priority: Some(4),
        pattern: Some(r"^### (.+)$"),
        openers: recognize::OPENERS,
        recognizer: Recognizer::Code(recognize::recognize),
        // A report that closes with learnings goes on below them.
        is_announcement: true,
        sets: &[&LABEL_NAMES, &TEXT],
    };
    const PARSE: Parse<Self> = parse::parse;

    const SUMMARY: Summarize<Self> = |value| {
        let title = match (&value.id, &value.title) {
            (Some(id), Some(title)) => Some(format!("{id}: {title}")),
            (_, title) => title.clone(),
        };
        Summary::titled(title)
    };
}
