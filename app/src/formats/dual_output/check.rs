//! Contradictions between the parts of a dual output.

use super::DualOutput;
use super::announced::announcement;
use super::rules::{SAME_PATH, SCORE_MISMATCH, VERDICT_MISMATCH};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{Score, ScoreForm, score};
use crate::text::Span;

pub(super) fn check(dual: &DualOutput, block: &Block<'_>, sink: &mut Sink) {
    let place = |sink: &Sink, field| sink.coverage.span_of(FieldPath::name(field));
    let (original, critique) = (place(sink, "originalLogPath"), place(sink, "critiqueLogPath"));
    if let (Some(original), Some(critique)) = (original, critique)
        && dual.original_log_path == dual.critique_log_path
    {
        let message = "the critique stands where the original does";
        let same = Diagnostic::new(&SAME_PATH, critique, message).field("critiqueLogPath");
        sink.report(same.related(original, "the original"));
    }
    let Some(line) = announcement(block, dual.action.as_deref().unwrap_or_default()) else { return };
    let Some(result) = place(sink, "originalResult") else { return };
    let verdicts = (verdict(block, line.rest), verdict(block, result));
    if let (Some(announced), Some(quoted)) = verdicts
        && announced != quoted
    {
        let message = format!("the original is quoted as {quoted}, and was announced as {announced}");
        let mismatch = Diagnostic::new(&VERDICT_MISMATCH, result, message).field("originalResult");
        sink.report(mismatch.expected(announced).found(quoted).related(line.line, "the announcement"));
    }
    let scores = (stated_score(block, line.rest), stated_score(block, result));
    if let (Some(announced), Some(quoted)) = scores
        && announced.points != quoted.points
    {
        let (announced, quoted) = (format!("{}%", announced.points), format!("{}%", quoted.points));
        let message = format!("the original is quoted with {quoted}, and was announced with {announced}");
        let mismatch = Diagnostic::new(&SCORE_MISMATCH, result, message).field("originalResult");
        sink.report(mismatch.expected(announced).found(quoted).related(line.line, "the announcement"));
    }
}

/// The score that words state with a percent sign or a scale.
fn stated_score(block: &Block<'_>, span: Span) -> Option<Score> {
    score(block.text.slice(span)).filter(|score| score.form != ScoreForm::Bare && !score.is_approximate)
}

/// The verdict of 5.1 that words name, where they name one only.
fn verdict(block: &Block<'_>, span: Span) -> Option<&'static str> {
    let words = block.text.slice(span).to_ascii_uppercase();
    let is_named = |name: &str| {
        words.match_indices(name).any(|(at, _)| {
            let before = words.get(..at).and_then(|before| before.chars().next_back());
            let denied = words.get(..at).is_some_and(|before| before.trim_end().ends_with("NOT"));
            !before.is_some_and(char::is_alphanumeric) && !denied
        })
    };
    let needs_changes = is_named("NEEDS_CHANGES") || is_named("NEEDS CHANGES");
    match (is_named("APPROVED"), needs_changes) {
        (true, false) => Some("APPROVED"),
        (false, true) => Some("NEEDS_CHANGES"),
        _ => None,
    }
}
