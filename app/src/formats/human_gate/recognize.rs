//! Where gates begin and end.

use super::heading::{BOLD, GateHeading, bold_step, gate_heading, names_step, opens_gate};
use super::question::{asked, asks_itself};
use crate::format::prelude::*;
use crate::markdown::{Kind, Node, Outline};
use crate::reading::Scope;

/// How a gate is written in bold.
const WORDS: &[&str] = &["HUMAN GATE"];
pub(super) const OPENERS: &[Opener] = &[Opener::AnyHeading, Opener::Line(WORDS)];

const IN_BOLD: &str = "line in bold `Step N: HUMAN GATE`, and what it asks";

/// A heading, or a line in bold that names a step.
struct StepLine {
    node: usize,
    level: u8,
    names_step: bool,
    gate: Option<GateHeading>,
}

/// A gate extends to the next heading that is of its level or above, or names a step. If a bold line opens it, it
/// extends to the next heading of any kind or the next step in bold.
pub(super) fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let lines = step_lines(scan);
    let mut found = Vec::new();
    // A bold line within a gate that a heading opens is part of that gate.
    let mut covered = 0;
    for (index, line) in lines.iter().enumerate() {
        let (Some(gate), Some(node)) = (&line.gate, outline.nodes().get(line.node)) else { continue };
        let fence = node.fence.and_then(|id| outline.fence(id));
        let scope_end = fence.map_or(text.span().end, |fence| fence.content.end);
        let below =
            lines.iter().skip(index + 1).filter_map(|next| Some((next, outline.nodes().get(next.node)?)));
        // Every gate names a step and so ends the one above, which keeps this search short.
        let mut below = below.take_while(|(_, below)| below.span.start < scope_end);
        let next = below.find(|(next, below)| {
            let is_next = next.level <= line.level || next.names_step && next.level < BOLD;
            is_next && below.fence == node.fence
        });
        let end = next.map_or(scope_end, |(_, next)| next.span.start);
        if line.level < BOLD {
            let end = outline.outdent(line.node, end).unwrap_or(end);
            let span = Span::new(node.span.start, end);
            covered = covered.max(end);
            let is_contract = gate.is_contract && line.level == 3;
            found.push(Recognition::of(span, is_contract, ["heading `Step N: HUMAN GATE`"; 2]));
        } else if node.span.start >= covered {
            let end = end_of_item(outline, line.node, end).unwrap_or(end);
            let span = Span::new(node.span.start, end);
            if asks(text, outline, line.node, span) {
                found.push(Recognition::of(span, false, [IN_BOLD; 2]));
            }
        }
    }
    found
}

/// Returns all headings and steps in bold, in order, or nothing if none of them is a gate.
fn step_lines(scan: &Scan<'_>) -> Vec<StepLine> {
    let Scan { text, outline, .. } = *scan;
    let in_bold = steps_in_bold(scan);
    let is_gate = |(_, node): (usize, &Node)| match node.kind {
        Kind::Heading { text: heading, .. } => gate_heading(&text.read(heading)).is_some(),
        _ => false,
    };
    if in_bold.is_empty() && !outline.all_headings().any(is_gate) {
        return Vec::new();
    }
    let opener = |(index, node): (usize, &Node)| {
        let (level, words) = match node.kind {
            Kind::Heading { level, text: heading } => (level, heading),
            Kind::KeyValue(_) | Kind::Prose { .. } | Kind::Item { .. } => {
                let place = in_bold.binary_search_by_key(&node.span.start, |step| step.0).ok()?;
                let (_, words) = in_bold.get(place).filter(|_| is_alone(text, outline, index, node))?;
                (BOLD, *words)
            }
            _ => return None,
        };
        let words = text.read(words);
        Some(StepLine { node: index, level, names_step: names_step(&words), gate: gate_heading(&words) })
    };
    outline.nodes().iter().enumerate().filter_map(opener).collect()
}

/// Returns the start and the words of each bold line that names a step. Empty if none of them is a gate.
fn steps_in_bold(scan: &Scan<'_>) -> Vec<(u32, Span)> {
    let text = scan.text;
    let is_gate = |line: &Span| bold_step(text, *line).is_some_and(|step| opens_gate(text, step));
    if !scan.lines(WORDS).iter().any(is_gate) {
        return Vec::new();
    }
    let step = |line: Span| Some((line.start, bold_step(text, line)?.words));
    text.lines().spans().filter_map(step).collect()
}

/// How many nodes around a gate in bold are searched for other steps.
const NEAR: usize = 16;

/// Returns `true` for a paragraph of its own, the next gate of such a paragraph, or the only step of a list.
fn is_alone(text: &Text, outline: &Outline, index: usize, node: &Node) -> bool {
    let Some(step) = bold_step(text, node.span).filter(|_| node.indent < 2) else { return false };
    if (step.is_item || !step.rest.is_empty()) && is_one_of_many(text, outline, index, node) {
        return false;
    }
    if step.is_item {
        return true;
    }
    let opens = |node: &Node| bold_step(text, node.span).is_some_and(|step| opens_gate(text, step));
    let ends = |node: &&Node| matches!(node.kind, Kind::Blank | Kind::Rule | Kind::FenceMark(_));
    let above = outline.slice(index.saturating_sub(NEAR)..index).iter().rev();
    let paragraph = above.take_while(|above| !ends(above));
    match paragraph.last() {
        Some(first) => opens(first) && opens(node),
        None => true,
    }
}

/// Returns `true` for a step of a plan, which lists its steps one below the other. Gates alone are not a plan.
fn is_one_of_many(text: &Text, outline: &Outline, index: usize, own: &Node) -> bool {
    let first = index.saturating_sub(NEAR);
    let near = outline.slice(first..(index + NEAR).min(outline.nodes().len()));
    let is_step = |(at, node): (usize, &Node)| {
        let is_other = at != index && node.fence == own.fence && node.quote == own.quote;
        let line = match node.kind {
            Kind::Item { text, .. } => text,
            Kind::Prose { .. } | Kind::KeyValue(_) => node.span,
            _ => return false,
        };
        let written = line.slice(text.source()).trim_start_matches(|edge: char| !edge.is_alphanumeric());
        let is_marked = written.len() < line.len() as usize || matches!(node.kind, Kind::Item { .. });
        let is_gate = || bold_step(text, node.span).is_some_and(|step| opens_gate(text, step));
        is_other && is_marked && names_step(written) && !is_gate()
    };
    (first..).zip(near).any(is_step)
}

/// Returns the end of a list item: the next content that isn't indented further.
fn end_of_item(outline: &Outline, index: usize, end: u32) -> Option<u32> {
    let own = outline.nodes().get(index).filter(|own| matches!(own.kind, Kind::Item { .. }))?;
    let below = outline.nodes().get(index + 1..)?.iter().take_while(|below| below.span.start < end);
    let mut left = below.filter(|below| below.kind != Kind::Blank && below.indent <= own.indent);
    left.find(|below| below.fence == own.fence).map(|below| below.span.start)
}

/// Returns `true` if a gate in bold asks a question; otherwise it may be a step of a plan.
fn asks(text: &Text, outline: &Outline, index: usize, span: Span) -> bool {
    let step = outline.nodes().get(index).and_then(|node| bold_step(text, node.span));
    let Some(step) = step.filter(|step| opens_gate(text, *step)) else { return false };
    let range = outline.range(span);
    asks_itself(step.rest.slice(text.source()))
        || asked(&Scope::new(text, outline, span), range.start + 1..range.end).is_some()
}
