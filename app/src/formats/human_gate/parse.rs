//! Reads a gate: its step, what it says, and what it asks.

use super::HumanGate;
use super::heading::gate_heading;
use super::rules::{
    HEADING_LEVEL, HEADING_SPELLING, MISSING_CONTENT, MISSING_PROMPT, MISSING_STEP, MOJIBAKE, PLACEHOLDER,
};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::format::Block;
use crate::markdown::{Kind, Section};
use crate::reading::{Body, LabelName, find_labelled, is_placeholder, normal, report_mojibake};
use crate::text::Span;

static PROMPT: LabelName = LabelName {
    name: "Question",
    synonyms: &["prompt", "decision", "decision needed", "decision required", "ask", "approval needed"],
    field: "prompt",
};

/// What a person may answer, as a gate offers it in brackets.
const ANSWERS: [&str; 18] = [
    "yes",
    "no",
    "y",
    "n",
    "approve",
    "approved",
    "reject",
    "rejected",
    "continue",
    "abort",
    "cancel",
    "skip",
    "edit",
    "modify",
    "adjust",
    "retry",
    "네",
    "아니오",
];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> HumanGate {
    let body = Body::of(block);
    let mut gate = HumanGate::default();
    let sections = body.sections();
    let Some(section) = sections.first() else { return gate };
    heading(&body, section, &mut gate, sink);
    content(&body, section, &mut gate, sink);
    report_mojibake(block, &MOJIBAKE, sink);
    gate
}

fn heading(body: &Body<'_>, section: &Section, gate: &mut HumanGate, sink: &mut Sink) {
    let written = body.read(section.text);
    let line = body.heading_line(section);
    let Some(read) = gate_heading(&written) else { return };
    gate.step_number = read.step_number;
    sink.markup(line);
    let at = body.text.slice(section.text).find(&read.written_number);
    let number = at.map_or(section.text, |at| section.text.skip(at).take(read.written_number.len()));
    sink.field(FieldPath::name("stepNumber"), number);
    if is_placeholder(&read.written_number) {
        let message = "a placeholder was not filled in";
        sink.report(Diagnostic::new(&PLACEHOLDER, number, message).field("stepNumber"));
    } else if read.step_number.is_none() {
        let missing = Diagnostic::new(&MISSING_STEP, number, "the step is no number");
        sink.report(missing.field("stepNumber").found(read.written_number.as_str()));
    }
    let named = read.suffix.trim_start_matches([':', '-', '–', '—', ' ']);
    let title = named.trim_matches(['*', '_', ' ']);
    if title.contains(char::is_alphanumeric) {
        let at = body.text.slice(section.text).find(title);
        if let Some(at) = at {
            sink.field(FieldPath::name("title"), section.text.skip(at).take(title.len()));
        }
        gate.title = Some(title.to_owned());
    }
    let gap = if named.len() < read.suffix.len() { " - " } else { " " };
    let mended = format!("### Step {}: HUMAN GATE{gap}{named}", read.written_number);
    let mended = mended.trim_end_matches([' ', '-']);
    if !read.is_contract {
        let message = format!("the heading is written `{}`", written.trim());
        let misspelled = Diagnostic::new(&HEADING_SPELLING, line, message).field("stepNumber");
        sink.report(misspelled.expected(mended).fix(format!("Write `{mended}`"), line, mended));
    } else if section.level != 3 {
        let message = format!("the heading is of level {}, not 3", section.level);
        let level = Diagnostic::new(&HEADING_LEVEL, line, message).field("stepNumber").expected(mended);
        // Deeper sections would end a gate whose heading came down to their level.
        let has_sections = section.extent != section.body;
        sink.report(match has_sections {
            true => level,
            false => level.fix(format!("Write `{mended}`"), line, mended),
        });
    }
}

fn content(body: &Body<'_>, section: &Section, gate: &mut HumanGate, sink: &mut Sink) {
    let line = body.heading_line(section);
    let Some(content) = body.content(section.extent.clone()) else {
        let message = "nothing stands below the gate's heading";
        sink.report(Diagnostic::new(&MISSING_CONTENT, line, message).field("content"));
        return;
    };
    sink.field(FieldPath::name("content"), content);
    gate.content = Some(body.read(content).into_owned());
    let labels = body.labels(section.extent.clone());
    let labelled = find_labelled(body, &labels, &PROMPT).filter(|label| !label.value.is_empty());
    let asked = || last_question(body, section).or_else(|| last_choice(body, section));
    let prompt = labelled.map(|label| label.value).or_else(asked);
    let Some(prompt) = prompt else {
        let message = "the gate asks no question";
        sink.report(Diagnostic::new(&MISSING_PROMPT, line, message).field("prompt"));
        return;
    };
    sink.field(FieldPath::name("prompt"), prompt);
    gate.prompt = Some(body.read(prompt).into_owned());
}

/// The last paragraph that ends with a question mark.
fn last_question(body: &Body<'_>, section: &Section) -> Option<Span> {
    body.nodes(section.extent.clone())
        .filter_map(|(_, node)| match node.kind {
            Kind::Prose { text } => Some(text),
            _ => None,
        })
        .filter(|text| body.text.slice(*text).trim_end_matches(['*', '_', ')']).ends_with('?'))
        .last()
}

/// The last line or item that ends with the answers it takes: `Deploy now (yes/no)`.
fn last_choice(body: &Body<'_>, section: &Section) -> Option<Span> {
    let source = body.text.source();
    let line = |node: &crate::markdown::Node| match node.kind {
        Kind::Prose { text } | Kind::Item { text, .. } => Some(text),
        Kind::KeyValue(_) => Some(node.span.trim(source)),
        _ => None,
    };
    let lines = body.nodes(section.extent.clone()).filter_map(|(_, node)| line(node));
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
