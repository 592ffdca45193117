//! 2.2, Dual Output: what an action found, and what a second model thinks of it.

mod announced;
mod check;
mod counts;
mod opinion;
mod parse;
mod parts;
mod recognize;
mod rules;
mod side_by_side;
#[cfg(feature = "viewers")]
mod view;
mod words;

use crate::chain::NextStep;
use crate::format::prelude::*;
use crate::reading::{FENCES, HEADINGS, LABEL_NAMES, TEXT};

record! {
    pub struct DualOutput as camelCase {
        step_number: Option<u32> = optional Integer,
        action: Option<String> = required Text,
        original_result: Option<String> = required Markdown,
        /// Without the service that runs it.
        second_opinion_model: Option<String> = optional Text,
        second_opinion_summary: Option<String> = required Markdown,
        missed_issues: Option<u32> = required Integer;
            Label(&["Missed issues", "missed", "issues missed", "missed findings"]),
        /// The figure with the words beside it.
        #[serde(skip_serializing_if = "Option::is_none")]
        missed_issues_as_written: Option<String> = deviation Text,
        disagreements: Option<u32> = required Integer;
            Label(&["Disagreements", "disagreement", "disagrees", "disagreements with original"]),
        #[serde(skip_serializing_if = "Option::is_none")]
        disagreements_as_written: Option<String> = deviation Text,
        notable: Option<String> = optional Markdown;
            Label(&["Notable", "notable finding", "notable findings", "top finding"]),
        original_log_path: Option<String> = required Place;
            Label(&["Original", "original report", "original review", "original log"]),
        critique_log_path: Option<String> = required Place; Label(&[
            "Critique", "second opinion", "critique report", "second opinion report", "second opinion log",
        ]),
        next_step: Option<NextStep> = optional Any(&[]),
    }
}

impl Format for DualOutput {
    const SPEC: Spec = spec! {
        id: "2.2",
        slug: "dual-output",
        name: "Dual Output",
        hints: Hints::titled(&["action"]),
        gate: 9,
        priority: Some(2),
        pattern: Some(r"^### Dual Output: (.+) \+ Second Opinion$"),
        openers: recognize::OPENERS,
        sets: &[&HEADINGS, &LABEL_NAMES, &TEXT, &FENCES],
    };
    const PARSE: Parse<Self> = parse::parse;
    const CHECK: Check<Self> = check::check;

    const SUMMARY: Summarize<Self> = |value| {
        let title = value.action.as_ref().map(|action| format!("{action} + second opinion"));
        Summary::titled(title)
    };

    fn moves(&self) -> Vec<Move> {
        let logs = [&self.original_log_path, &self.critique_log_path];
        let quoted = self.original_result.as_deref().unwrap_or_default();
        vec![Move::SecondOpinion {
            step: self.step_number.map(Into::into),
            action: self.action.clone(),
            summary: self.second_opinion_summary.clone(),
            missed: self.missed_issues,
            disagreements: self.disagreements,
            logs: logs.into_iter().flatten().cloned().collect(),
            verdict: check::verdict(quoted),
            score: check::stated_score(quoted),
        }]
    }
}
