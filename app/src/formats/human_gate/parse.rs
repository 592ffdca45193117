//! Reads a gate: its step, what it says, and what it asks.

use super::HumanGate;
use super::heading::{BOLD, bold_step, gate_heading};
use super::question::{asked, asks_itself};
use super::rules::{HEADING_LEVEL, MISSING_CONTENT, MISSING_PROMPT, MISSING_STEP};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::{Kind, Section};
use crate::reading::{HEADING_FORM, PLACEHOLDER, Scope, is_placeholder, report_mojibake};
use crate::text::Span;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> HumanGate {
    let body = Scope::of(block);
    let mut gate = HumanGate::default();
    let heads = body.sections().into_iter().next();
    let Some(section) = heads.or_else(|| in_bold(&body)) else { return gate };
    heading(&body, &section, &mut gate, sink);
    content(&body, &section, &mut gate, sink);
    report_mojibake(block, sink);
    gate
}

/// A gate that a line in bold opens, as a section of no level.
fn in_bold(body: &Scope<'_>) -> Option<Section> {
    let all = body.range();
    let opener = bold_step(body.text, body.opening_line())?;
    let below = all.start + 1..all.end;
    Some(Section { node: all.start, level: BOLD, text: opener.words, body: below.clone(), extent: below })
}

/// The line that opens a gate, without the marks of a quote where it is in bold.
fn opener_line(body: &Scope<'_>, section: &Section) -> Span {
    let line = body.heading_line(section);
    let bold = || bold_step(body.text, line).map(|step| step.whole);
    if section.level == BOLD { bold().unwrap_or(line) } else { line }
}

fn heading(body: &Scope<'_>, section: &Section, gate: &mut HumanGate, sink: &mut Sink) {
    let written = body.read(section.text);
    let line = opener_line(body, section);
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
    let named = read.suffix.trim_start_matches([':', '-', '–', '—', '·', '|', ' ']);
    let title = named.trim_matches(['*', '_', ' ']);
    if title.contains(char::is_alphanumeric) {
        let at = body.text.slice(section.text).find(title);
        if let Some(at) = at {
            sink.field(FieldPath::name("title"), section.text.skip(at).take(title.len()));
        }
        gate.title = Some(title.to_owned());
    }
    let gap = if named.len() < read.suffix.len() { " - " } else { " " };
    let fixed = format!("### Step {}: HUMAN GATE{gap}{named}", read.written_number);
    let fixed = fixed.trim_end_matches([' ', '-']);
    if section.level == BOLD {
        let message = "a line in bold opens the gate, not a heading";
        let bold = Diagnostic::new(&HEADING_FORM, line, message).field("stepNumber").expected(fixed);
        let is_line = bold_step(body.text, body.heading_line(section))
            .is_some_and(|step| step.rest.is_empty() && !step.is_item);
        sink.report(match is_line && ends_as_heading_does(body, section) {
            true => bold.fix(format!("Write `{fixed}`"), line, fixed),
            false => bold,
        });
    } else if !read.is_contract {
        let message = format!("the heading is written `{}`", written.trim());
        let misspelled = Diagnostic::new(&HEADING_FORM, line, message).field("stepNumber");
        sink.report(misspelled.expected(fixed).fix(format!("Write `{fixed}`"), line, fixed));
    } else if section.level != 3 {
        let message = format!("the heading is of level {}, not 3", section.level);
        let level = Diagnostic::new(&HEADING_LEVEL, line, message).field("stepNumber").expected(fixed);
        // Deeper sections would end a gate whose heading came down to their level.
        let has_sections = section.extent != section.body;
        sink.report(match has_sections {
            true => level,
            false => level.fix(format!("Write `{fixed}`"), line, fixed),
        });
    }
}

/// Whether a gate that a line in bold opens would end at the same place below a heading.
fn ends_as_heading_does(body: &Scope<'_>, section: &Section) -> bool {
    let next = body.outline.nodes().get(section.extent.end).filter(|next| next.fence == body.fence);
    next.is_none_or(|next| matches!(next.kind, Kind::Heading { level: 1..=3, .. }))
}

fn content(body: &Scope<'_>, section: &Section, gate: &mut HumanGate, sink: &mut Sink) {
    let line = opener_line(body, section);
    // What a line in bold says behind the gate's name is the first that the gate says.
    let beside = || bold_step(body.text, body.heading_line(section)).map(|step| step.rest);
    let beside = beside().filter(|rest| section.level == BOLD && !rest.is_empty());
    let below = body.content(section.extent.clone());
    let Some(content) = beside.map(|rest| below.map_or(rest, |below| rest.to(below))).or(below) else {
        let message = "nothing stands below the gate's heading";
        sink.report(Diagnostic::new(&MISSING_CONTENT, line, message).field("content"));
        return;
    };
    sink.field(FieldPath::name("content"), content);
    gate.content = Some(body.read(content).into_owned());
    let beside = beside.filter(|rest| asks_itself(body.text.slice(*rest)));
    let Some(prompt) = beside.or_else(|| asked(body, section.extent.clone())) else {
        let message = "the gate asks no question";
        sink.report(Diagnostic::new(&MISSING_PROMPT, line, message).field("prompt"));
        return;
    };
    sink.field(FieldPath::name("prompt"), prompt);
    gate.prompt = Some(body.read(prompt).into_owned());
}
