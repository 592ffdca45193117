//! Where gates begin and end.

use super::heading::{BOLD, bold_step, gate_heading, names_step, opens_gate};
use super::question::{asked, asks_itself};
use crate::block::{Recognition, Revision};
use crate::markdown::{Kind, Node, Outline};
use crate::reading::Scope;
use crate::recognition::{Opener, Scan};
use crate::text::{Span, Text};

/// How a gate is written in bold.
const WORDS: &[&str] = &["HUMAN GATE"];
pub(super) const OPENERS: &[Opener] = &[Opener::AnyHeading, Opener::Line(WORDS)];

const IN_BOLD: &str = "line in bold `Step N: HUMAN GATE`, and what it asks";

/// A gate goes on to the next heading of its level or above, or of another step; one that a line in bold opens, to any
/// heading, or to the next step in bold.
///
/// Found in one pass from the end, so that many gates in a text cost no more than one.
pub(super) fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let in_bold = steps_in_bold(scan);
    let is_gate = |(_, node): (usize, &Node)| match node.kind {
        Kind::Heading { text: heading, .. } => gate_heading(&text.read(heading)).is_some(),
        _ => false,
    };
    if in_bold.is_empty() && !outline.all_headings().any(is_gate) {
        return Vec::new();
    }
    // For each depth of fences that is open: where the last heading of each level began.
    let mut found = Vec::new();
    let mut next_start: Vec<(Option<crate::markdown::FenceId>, [u32; 8])> = Vec::new();
    for (index, node) in outline.nodes().iter().enumerate().rev() {
        let (level, heading) = match node.kind {
            Kind::Heading { level, text: heading } => (level, heading),
            Kind::KeyValue(_) | Kind::Prose { .. } | Kind::Item { .. } if !in_bold.is_empty() => {
                let place = in_bold.binary_search_by_key(&node.span.start, |step| step.0);
                let step = place.ok().and_then(|place| in_bold.get(place));
                let Some((_, words)) = step.filter(|_| is_alone(text, outline, index, node)) else {
                    continue;
                };
                (BOLD, *words)
            }
            _ => continue,
        };
        let scope_end = scope_end(text, outline, node);
        let known = next_start.iter().position(|(fence, _)| *fence == node.fence);
        let depth = known.unwrap_or_else(|| {
            // What is known of fences that lie behind is of no more use.
            next_start.retain(|(fence, _)| fence.is_none());
            next_start.push((node.fence, [scope_end; 8]));
            next_start.len() - 1
        });
        let Some((_, starts)) = next_start.get_mut(depth) else { continue };
        let level = usize::from(level);
        let end = starts.iter().take(level + 1).copied().min().unwrap_or(scope_end);
        if let Some(start) = starts.get_mut(level) {
            *start = node.span.start;
        }
        let heading = text.read(heading);
        if usize::from(BOLD) > level
            && names_step(&heading)
            && let Some(start) = starts.first_mut()
        {
            // The next step ends a gate, whatever the level of its heading.
            *start = node.span.start;
        }
        let Some(gate) = gate_heading(&heading) else { continue };
        if level == usize::from(BOLD) {
            let span = Span::new(node.span.start, end_of_item(outline, index, end).unwrap_or(end));
            if asks(text, outline, index, span) {
                found.push(Recognition { span, revision: Revision::Legacy, reason: IN_BOLD });
            }
            continue;
        }
        let is_contract = gate.is_contract && level == 3;
        let end = outline.outdent(index, end).unwrap_or(end);
        found.push(Recognition {
            span: Span::new(node.span.start, end),
            revision: if is_contract { Revision::Current } else { Revision::Legacy },
            reason: "heading `Step N: HUMAN GATE`",
        });
    }
    found.reverse();
    // What a gate repeats in bold is its own.
    let mut covered = 0;
    found.retain(|gate| {
        let is_apart = gate.reason != IN_BOLD || gate.span.start >= covered;
        covered = if gate.reason == IN_BOLD { covered } else { covered.max(gate.span.end) };
        is_apart
    });
    found
}

/// Where the lines that are in bold and name a step begin, and what each says. Empty where none of them is a gate.
fn steps_in_bold(scan: &Scan<'_>) -> Vec<(u32, Span)> {
    let text = scan.text;
    let is_gate = |line: &Span| bold_step(text, *line).is_some_and(|step| opens_gate(text, step));
    if !scan.lines(WORDS).iter().any(is_gate) {
        return Vec::new();
    }
    let step = |line: Span| Some((line.start, bold_step(text, line)?.words));
    text.lines().spans().filter_map(step).collect()
}

/// How far above a gate in bold another one opens that no blank line parts from it, in nodes.
const NEAR: usize = 16;

/// A paragraph of its own, as a heading is, or the next gate of such a paragraph, or the only step of a list.
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

/// A plan lists its steps one below the other, and what each does beside it; several gates alone are no plan.
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

/// Where the item of a list ends that a node is: at the next words that stand no further to the right.
fn end_of_item(outline: &Outline, index: usize, end: u32) -> Option<u32> {
    let own = outline.nodes().get(index).filter(|own| matches!(own.kind, Kind::Item { .. }))?;
    let below = outline.nodes().get(index + 1..)?.iter().take_while(|below| below.span.start < end);
    let mut left = below.filter(|below| below.kind != Kind::Blank && below.indent <= own.indent);
    left.find(|below| below.fence == own.fence).map(|below| below.span.start)
}

/// A plan may list its steps in bold; a gate that is presented there asks.
fn asks(text: &Text, outline: &Outline, index: usize, span: Span) -> bool {
    let step = outline.nodes().get(index).and_then(|node| bold_step(text, node.span));
    let Some(step) = step.filter(|step| opens_gate(text, *step)) else { return false };
    let range = outline.range(span);
    asks_itself(step.rest.slice(text.source()))
        || asked(&Scope::new(text, outline, span), range.start + 1..range.end).is_some()
}

fn scope_end(text: &Text, outline: &Outline, node: &Node) -> u32 {
    let fence = node.fence.and_then(|id| outline.fence(id));
    fence.map_or(text.span().end, |fence| fence.content.end)
}
