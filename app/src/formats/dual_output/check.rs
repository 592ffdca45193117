//! Contradictions between the parts of a dual output.

use super::DualOutput;
use super::announced::announcement;
use super::rules::{SAME_PATH, SCORE_MISMATCH, VERDICT_MISMATCH};
use crate::format::prelude::*;
use crate::reading::{Scope, ScoreForm, score};

pub(super) fn check(dual: &DualOutput, block: &Block<'_>, sink: &mut Sink) {
    let place = |sink: &Sink, field| sink.coverage.span_of(FieldPath::name(field));
    let (original, critique) = (place(sink, "originalLogPath"), place(sink, "critiqueLogPath"));
    if let (Some(original), Some(critique)) = (original, critique)
        && dual.original_log_path == dual.critique_log_path
    {
        let message = "the critique has the path of the original";
        let same = Diagnostic::new(&SAME_PATH, critique, message).field("critiqueLogPath");
        sink.report(same.related(original, "the original"));
    }
    let body = Scope::of(block);
    let Some(line) = announcement(&body, dual.action.as_deref().unwrap_or_default()) else { return };
    let Some(result) = place(sink, "originalResult") else { return };
    let [said, quoted] = [line.rest, result].map(|span| block.text.slice(span));
    let verdicts = (&VERDICT_MISMATCH, [said, quoted].map(verdict));
    let percent = |words| stated_score(words).map(|points| format!("{points}%"));
    let scores = (&SCORE_MISMATCH, [said, quoted].map(percent));
    for (rule, claims) in [verdicts, scores] {
        if let [Some(announced), Some(quoted)] = claims
            && announced != quoted
        {
            let message = format!("the original is quoted with {quoted}, and was announced with {announced}");
            let mismatch = Diagnostic::new(rule, result, message).field("originalResult");
            sink.report(mismatch.expected(announced).found(quoted).related(line.line, "the announcement"));
        }
    }
}

/// The score that words state with a percent sign or a scale.
pub(super) fn stated_score(words: &str) -> Option<u8> {
    let score = score(words).filter(|score| score.form != ScoreForm::Bare && !score.is_approximate);
    score.and_then(|score| u8::try_from(score.points).ok())
}

/// The verdict of 5.1 that words name, where they name one only.
pub(super) fn verdict(words: &str) -> Option<String> {
    let words = words.to_ascii_uppercase();
    let is_named = |name: &str| {
        words.match_indices(name).any(|(at, _)| {
            let before = words.get(..at).unwrap_or_default();
            !before.ends_with(char::is_alphanumeric) && !before.trim_end().ends_with("NOT")
        })
    };
    let needs_changes = is_named("NEEDS_CHANGES") || is_named("NEEDS CHANGES");
    let verdict = if needs_changes { "NEEDS_CHANGES" } else { "APPROVED" };
    (is_named("APPROVED") != needs_changes).then(|| verdict.to_owned())
}
