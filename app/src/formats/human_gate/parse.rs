//! Reads a gate: its step, what it says, and what it asks.

use super::HumanGate;
use super::heading::{BOLD, BoldStep, bold_step, gate_heading};
use super::question::{asked, asks_itself};
use super::rules::{HEADING_LEVEL, MISSING_CONTENT, MISSING_STEP};
use crate::format::prelude::*;
use crate::markdown::{Kind, Section};
use crate::reading::{HEADING_FORM, Scope, report_mojibake, report_placeholder};

/// What opens a gate: a heading, or a line in bold as a section of no level.
struct Opening {
    section: Section,
    /// Without the marks of a quote where it is in bold.
    line: Span,
    bold: Option<BoldStep>,
}

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> HumanGate {
    let body = Scope::of(block);
    let mut gate = HumanGate::default();
    let Some(opening) = Opening::of(&body) else { return gate };
    heading(&body, &opening, &mut gate, sink);
    content(&body, &opening, &mut gate, sink);
    report_mojibake(block, sink);
    gate
}

impl Opening {
    fn of(body: &Scope<'_>) -> Option<Self> {
        if let Some(section) = body.sections().into_iter().next() {
            return Some(Self { line: body.heading_line(&section), section, bold: None });
        }
        let bold = bold_step(body.text, body.opening_line())?;
        let all = body.range();
        let below = all.start + 1..all.end;
        let (text, extent) = (bold.words, below.clone());
        let section = Section { node: all.start, level: BOLD, text, body: below, extent };
        Some(Self { section, line: bold.whole, bold: Some(bold) })
    }
}

fn heading(body: &Scope<'_>, opening: &Opening, gate: &mut HumanGate, sink: &mut Sink) {
    let Opening { section, line, bold } = opening;
    let written = body.read(section.text);
    let Some(read) = gate_heading(&written) else { return };
    gate.step_number = read.step_number;
    sink.markup(*line);
    let place = |words: &str| {
        let at = body.text.slice(section.text).find(words);
        at.map(|at| section.text.skip(at).take(words.len()))
    };
    let number = place(&read.written_number).unwrap_or(section.text);
    sink.field(FieldPath::name("stepNumber"), number);
    let is_open = report_placeholder(&read.written_number, number, "stepNumber", sink);
    if !is_open && read.step_number.is_none() {
        let missing = Diagnostic::new(&MISSING_STEP, number, "the step is no number");
        sink.report(missing.field("stepNumber").found(read.written_number.as_str()));
    }
    let named = read.suffix.trim_start_matches([':', '-', '–', '—', '·', '|', ' ']);
    let title = named.trim_matches(['*', '_', ' ']);
    if title.contains(char::is_alphanumeric) {
        if let Some(place) = place(title) {
            sink.field(FieldPath::name("title"), place);
        }
        gate.title = Some(title.to_owned());
    }
    let (rule, message, is_safe) = match bold {
        Some(step) => {
            let is_line = step.rest.is_empty() && !step.is_item;
            let message = "a line in bold opens the gate, not a heading".to_owned();
            (&HEADING_FORM, message, is_line && ends_as_heading_does(body, section))
        }
        None if !read.is_contract => {
            (&HEADING_FORM, format!("the heading is written `{}`", written.trim()), true)
        }
        // If the gate's heading moved to level 3, a deeper section could end the gate.
        None if section.level != 3 => {
            let message = format!("the heading is of level {}, not 3", section.level);
            (&HEADING_LEVEL, message, section.extent == section.body)
        }
        None => return,
    };
    let gap = if named.len() < read.suffix.len() { " - " } else { " " };
    let fixed = format!("### Step {}: HUMAN GATE{gap}{named}", read.written_number);
    let fixed = fixed.trim_end_matches([' ', '-']);
    let form = Diagnostic::new(rule, *line, message).field("stepNumber").expected(fixed);
    sink.report(form.fix(format!("Write `{fixed}`"), *line, fixed).fixed_if(is_safe));
}

/// Returns `true` if a gate opened by a bold line would end at the same place if a heading opened it.
fn ends_as_heading_does(body: &Scope<'_>, section: &Section) -> bool {
    let next = body.outline.nodes().get(section.extent.end).filter(|next| next.fence == body.fence);
    next.is_none_or(|next| matches!(next.kind, Kind::Heading { level: 1..=3, .. }))
}

fn content(body: &Scope<'_>, opening: &Opening, gate: &mut HumanGate, sink: &mut Sink) {
    let Opening { section, line, bold } = opening;
    // Words after the gate's name on a bold line are the beginning of its content.
    let beside = bold.map(|step| step.rest).filter(|rest| !rest.is_empty());
    let content = beside.into_iter().chain(body.content(section.extent.clone())).reduce(Span::to);
    let Some(content) = content else {
        let message = "nothing follows the gate's heading";
        sink.report(Diagnostic::new(&MISSING_CONTENT, *line, message).field("content"));
        return;
    };
    sink.field(FieldPath::name("content"), content);
    gate.content = Some(body.read(content).into_owned());
    let beside = beside.filter(|rest| asks_itself(body.text.slice(*rest)));
    let Some(prompt) = beside.or_else(|| asked(body, section.extent.clone())) else { return };
    sink.field(FieldPath::name("prompt"), prompt);
    gate.prompt = Some(body.read(prompt).into_owned());
}
