//! What a gate asks: under a label, in a question, or by the answers that it takes.

use std::ops::Range;

use super::HumanGate;
use crate::markdown::Kind;
use crate::reading::{LabelName, Scope, find_label, normal};
use crate::text::Span;

/// What a person may answer, as a gate offers it in brackets.
const ANSWERS: [&str; 18] = [
    "yes", "no", "y", "n", "approve", "approved", "reject", "rejected", "continue", "abort", "cancel",
    "skip", "edit", "modify", "adjust", "retry", "네", "아니오",
];

/// The question of what is below a gate's opener: under its label, or else the last paragraph that ends with a question
/// mark, or else the last line or item that ends with the answers it takes, as `Deploy now (yes/no)`, or else the last
/// paragraph that asks before its end.
pub(super) fn asked(body: &Scope<'_>, range: Range<usize>) -> Option<Span> {
    let source = body.text.source();
    let labels = body.labels(range.clone());
    let labelled = find_label(&labels, &LabelName::of(HumanGate::FIELDS, "prompt")?);
    if let Some(label) = labelled.filter(|label| !label.value.is_empty()) {
        return Some(label.value);
    }
    let (mut question, mut choice, mut inner) = (None, None, None);
    for (_, node) in body.nodes(range) {
        let line = match node.kind {
            Kind::Prose { text } | Kind::Item { text, .. } => text,
            Kind::KeyValue(_) => node.span.trim(source),
            _ => continue,
        };
        let written = line.slice(source);
        if matches!(node.kind, Kind::Prose { .. }) {
            if ends_in_question(written) {
                question = Some(line);
            }
            if written.contains("? ") {
                inner = Some(line);
            }
        }
        if offers_answers(written) {
            choice = Some(line);
        }
    }
    question.or(choice).or(inner)
}

/// Whether words ask by themselves: with a question mark, or by the answers that they offer.
pub(super) fn asks_itself(written: &str) -> bool {
    ends_in_question(written) || offers_answers(written)
}

/// `Deploy now?`, `Deploy now? Yes / No`.
fn ends_in_question(written: &str) -> bool {
    let bare = written.trim_end_matches(['*', '_', ')']);
    let names_answers = |after: &str| after.contains('/') && after.len() < 40 && are_answers(after);
    bare.ends_with('?') || bare.rsplit_once('?').is_some_and(|(_, after)| names_answers(after))
}

fn offers_answers(written: &str) -> bool {
    let bare = written.trim_end_matches(|edge: char| edge.is_whitespace() || "*_`.:".contains(edge));
    let inner = [('(', ')'), ('[', ']')].iter().find_map(|(open, close)| {
        let (_, inner) = bare.strip_suffix(*close)?.rsplit_once(*open)?;
        Some(inner)
    });
    inner.is_some_and(|inner| inner.contains(['/', '|', ',']) && are_answers(inner))
}

fn are_answers(words: &str) -> bool {
    let mut answers = words.split(['/', '|', ',']).map(normal);
    answers.all(|answer| ANSWERS.contains(&answer.trim_start_matches("or ")))
}
