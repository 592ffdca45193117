//! Where a step begins.

use crate::format::{Recognition, Revision};
use crate::markdown::{Kind, Node, Outline, TitledHeading};
use crate::reading::is_placeholder;
use crate::text::{Span, Text};

/// Nodes between the heading and the first step, and between a step and its time.
const NEAR: usize = 3;

pub(super) fn recognize(text: &Text, outline: &Outline) -> Vec<Recognition> {
    let nodes = outline.nodes();
    let spawns = nodes.iter().enumerate().filter(|(_, node)| SpawnLine::of(text, node).is_some());
    spawns
        .map(|(index, node)| {
            let first = heading_above(text, outline, index).unwrap_or(node.span.start);
            let last = timestamp_below(text, outline, index).unwrap_or(node);
            let span = Span::new(first, last.span.end);
            Recognition { span, revision: Revision::Current, reason: "line `Spawning Step N:`" }
        })
        .collect()
}

/// A line `Spawning Step 1: code/ (opus)`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct SpawnLine {
    pub line: Span,
    pub number: Span,
    /// What follows the colon.
    pub value: Span,
}

impl SpawnLine {
    pub fn of(text: &Text, node: &Node) -> Option<Self> {
        let Kind::KeyValue(pair) = node.kind else { return None };
        let source = text.source();
        let key = pair.key.slice(source);
        let word =
            key.get(.."spawning step".len()).filter(|word| word.eq_ignore_ascii_case("spawning step"))?;
        let number = pair.key.skip(word.len()).trim(source);
        let written = number.slice(source);
        let is_number = !written.is_empty() && written.bytes().all(|byte| byte.is_ascii_digit());
        let is_step = is_number || is_placeholder(written) || written == "N";
        let line = node.span.trim(source);
        is_step.then_some(Self { line, number, value: pair.value })
    }
}

/// The start of a heading `## Executing: T` directly above.
fn heading_above(text: &Text, outline: &Outline, index: usize) -> Option<u32> {
    let nodes = outline.nodes();
    let node = nodes.get(index)?;
    let above = (index.saturating_sub(NEAR)..index).rev();
    let at = above.into_iter().find(|at| nodes.get(*at).is_some_and(|node| node.kind != Kind::Blank))?;
    let heading = executing(text, outline, at)?;
    (heading.fence == node.fence).then(|| nodes.get(at).map(|node| node.span.start))?
}

pub(super) fn executing(text: &Text, outline: &Outline, node: usize) -> Option<TitledHeading> {
    let heading = TitledHeading::read(text, outline, node)?;
    text.slice(heading.name).eq_ignore_ascii_case("executing").then_some(heading)
}

/// A line `**Timestamp:** 1795153560000` directly below.
fn timestamp_below<'o>(text: &Text, outline: &'o Outline, index: usize) -> Option<&'o Node> {
    let nodes = outline.nodes();
    let fence = nodes.get(index)?.fence;
    let below = nodes.get(index + 1..)?.iter().take(NEAR).find(|node| node.kind != Kind::Blank)?;
    (below.fence == fence && timestamp(text, below).is_some()).then_some(below)
}

/// The value of such a line.
pub(super) fn timestamp(text: &Text, node: &Node) -> Option<Span> {
    let Kind::KeyValue(pair) = node.kind else { return None };
    let name = text.slice(pair.key);
    (name.eq_ignore_ascii_case("timestamp") && !pair.value.is_empty()).then_some(pair.value)
}
