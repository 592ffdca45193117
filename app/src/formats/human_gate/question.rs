//! What a gate asks: under a label, in a question, or by the answers that it takes.

use std::ops::Range;

use crate::markdown::{Kind, Node};
use crate::reading::{LabelName, Scope, find_label, normal};
use crate::text::Span;

static PROMPT: LabelName = LabelName {
    name: "Question",
    synonyms: &["prompt", "decision", "decision needed", "decision required", "ask", "approval needed"],
    field: "prompt",
};

/// What a person may answer, as a gate offers it in brackets.
const ANSWERS: [&str; 18] = [
    "yes", "no", "y", "n", "approve", "approved", "reject", "rejected", "continue", "abort", "cancel",
    "skip", "edit", "modify", "adjust", "retry", "네", "아니오",
];

/// The question of what stands below a gate's opener.
pub(super) fn asked(body: &Scope<'_>, range: Range<usize>) -> Option<Span> {
    let labels = body.labels(range.clone());
    let labelled = find_label(&labels, &PROMPT).filter(|label| !label.value.is_empty());
    let in_words = || last_question(body, range.clone()).or_else(|| last_choice(body, range.clone()));
    labelled.map(|label| label.value).or_else(in_words)
}

/// Whether words ask by themselves: with a question mark, or by the answers that they offer.
pub(super) fn asks_itself(written: &str) -> bool {
    ends_in_question(written) || offers_answers(written)
}

fn ends_in_question(written: &str) -> bool {
    let bare = written.trim_end_matches(['*', '_', ')']);
    let names_answers = |after: &str| {
        let mut answers = after.split(['/', '|', ',']).map(normal);
        after.contains('/') && after.len() < 40 && answers.all(|answer| ANSWERS.contains(&answer.as_str()))
    };
    // `Deploy now? Yes / No`
    bare.ends_with('?') || bare.rsplit_once('?').is_some_and(|(_, after)| names_answers(after))
}

/// The last paragraph that ends with a question mark.
fn last_question(body: &Scope<'_>, range: Range<usize>) -> Option<Span> {
    body.nodes(range)
        .filter_map(|(_, node)| match node.kind {
            Kind::Prose { text } => Some(text),
            _ => None,
        })
        .filter(|text| ends_in_question(body.text.slice(*text)))
        .last()
}

/// The last line or item that ends with the answers it takes: `Deploy now (yes/no)`.
fn last_choice(body: &Scope<'_>, range: Range<usize>) -> Option<Span> {
    let source = body.text.source();
    let line = |node: &Node| match node.kind {
        Kind::Prose { text } | Kind::Item { text, .. } => Some(text),
        Kind::KeyValue(_) => Some(node.span.trim(source)),
        _ => None,
    };
    let lines = body.nodes(range).filter_map(|(_, node)| line(node));
    lines.filter(|line| offers_answers(line.slice(source))).last()
}

fn offers_answers(written: &str) -> bool {
    let bare = written.trim_end_matches(|edge: char| edge.is_whitespace() || "*_`.:".contains(edge));
    let inner = [('(', ')'), ('[', ']')].iter().find_map(|(open, close)| {
        let (_, inner) = bare.strip_suffix(*close)?.rsplit_once(*open)?;
        Some(inner)
    });
    let Some(inner) = inner else { return false };
    let mut answers = inner.split(['/', '|', ',']).map(normal);
    let is_answer = |answer: String| ANSWERS.contains(&answer.trim_start_matches("or "));
    inner.contains(['/', '|', ',']) && answers.all(is_answer)
}
