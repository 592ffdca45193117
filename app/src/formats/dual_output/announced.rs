//! The announcement that a dual output goes with: `>> Step 3 complete: review/ -- …`, in it or directly above it.

use crate::block::Block;
use crate::chain::CompletionLine;
use crate::reading::Scope;
use crate::text::Span;

/// Lines above the heading that are looked at.
const NEAR: u32 = 8;

/// The announcement of the action that the heading names; else the first that is not the second opinion's own.
pub(super) fn announcement(block: &Block<'_>, action: &str) -> Option<CompletionLine> {
    let lines = if inside(block).is_empty() { above(block) } else { inside(block) };
    let bare = |written: &str| written.trim_matches(['`', '*', '/', ' ']).to_lowercase();
    let named = |line: &&CompletionLine| bare(block.text.slice(line.action)) == bare(action);
    let other = |line: &&CompletionLine| bare(block.text.slice(line.action)) != "second-opinion";
    lines.iter().find(named).or_else(|| lines.iter().find(other)).copied()
}

fn inside(block: &Block<'_>) -> Vec<CompletionLine> {
    let lines = block.text.lines();
    let body = Scope::of(block);
    let quoted = body.nodes(body.range()).filter(|(_, node)| node.quote >= 2);
    let spans = quoted.flat_map(|(_, node)| {
        let (first, last) = (lines.line_of(node.span.start), lines.line_of(node.span.end.max(1) - 1));
        (first..=last).map(|line| lines.line(line))
    });
    spans.filter_map(|line| CompletionLine::read(block.text, line)).collect()
}

/// Announcements and blank lines only, up to the first other line.
fn above(block: &Block<'_>) -> Vec<CompletionLine> {
    let lines = block.text.lines();
    let fence = block.outline.fence_at(block.span.start);
    let first = lines.line_of(block.span.start);
    let mut found = Vec::new();
    for line in (first.saturating_sub(NEAR)..first).rev() {
        let span: Span = lines.line(line);
        if block.text.slice(span).trim().is_empty() {
            continue;
        }
        let announced = CompletionLine::read(block.text, span)
            .filter(|line| block.outline.fence_at(line.line.start) == fence);
        let Some(announced) = announced else { break };
        found.push(announced);
    }
    found.reverse();
    found
}
