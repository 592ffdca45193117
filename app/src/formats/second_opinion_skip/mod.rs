//! 2.3, Second Opinion Skip: a line that says why nobody gave a second opinion.

mod parse;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use crate::chain::{ANNOUNCEMENTS, COMPLETION_OPENERS, CompletionLine, Ending, completion_lines};
use crate::format::prelude::*;
use crate::reading::{TEXT, clean, normal};

record! {
    pub struct SecondOpinionSkip as camelCase {
        step_number: Option<u32> = required Integer,
        skip_reason: Option<String> = required Text,
    }
}

impl Format for SecondOpinionSkip {
    const SPEC: Spec = spec! {
        id: "2.3",
        slug: "second-opinion-skip",
        name: "Second Opinion Skip",
        revisions: &[Revision::Current],
        hints: Hints::titled(&["skipReason"]),
        gate: 10,
        priority: Some(4),
        pattern: Some(r"^>> Step (\d+) complete: second-opinion/ -- SKIPPED"),
        openers: COMPLETION_OPENERS,
        recognizer: Recognizer::Code(recognize),
        is_announcement: true,
        sets: &[&ANNOUNCEMENTS, &TEXT],
    };
    const PARSE: Parse<Self> = parse::parse;
    const SUMMARY: Summarize<Self> =
        |value| Summary::titled(value.skip_reason.clone()).with_verdict(Some("SKIPPED".to_owned()));

    fn moves(&self) -> Vec<Move> {
        vec![Move::SecondOpinionSkipped {
            step: self.step_number.map(Into::into),
            reason: self.skip_reason.clone(),
        }]
    }
}

fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
    let recognized = |line: &CompletionLine| {
        let reason = "line `>> Step N complete: second-opinion/ -- SKIPPED`";
        Recognition::of(line.span(scan.text), true, [reason; 2])
    };
    completion_lines(scan).iter().filter(|line| is_skip(scan.text, line)).map(recognized).collect()
}

fn is_skip(text: &Text, line: &CompletionLine) -> bool {
    let result = clean(text.slice(line.rest.take(40))).to_lowercase();
    let is_skipped = line.ending == Ending::Skipped || result.starts_with("skip");
    is_skipped && normal(text.slice(line.action)).trim_end_matches('/') == "second opinion"
}
