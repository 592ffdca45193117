//! The announcement that a dual output goes with: `>> Step 3 complete: review/ -- …`, in it or directly above it.

use crate::chain::CompletionLine;
use crate::reading::Scope;

/// Lines above the heading that are looked at.
const NEAR: u32 = 8;

/// The announcement of the action that the heading names; else the first that is not the second opinion's own.
pub(super) fn announcement(body: &Scope<'_>, action: &str) -> Option<CompletionLine> {
    let inside = inside(body);
    let lines = if inside.is_empty() { above(body) } else { inside };
    let bare = |written: &str| written.trim_matches(['`', '*', '/', ' ']).to_lowercase();
    let named = |line: &&CompletionLine| bare(body.text.slice(line.action)) == bare(action);
    let other = |line: &&CompletionLine| bare(body.text.slice(line.action)) != "second-opinion";
    lines.iter().find(named).or_else(|| lines.iter().find(other)).copied()
}

fn inside(body: &Scope<'_>) -> Vec<CompletionLine> {
    let quoted = body.nodes(body.range()).filter(|(_, node)| node.quote >= 2);
    let lines = quoted.flat_map(|(_, node)| body.text.lines().within(node.span));
    lines.filter_map(|line| CompletionLine::read(body.text, line)).collect()
}

/// Announcements and blank lines only, up to the first other line.
fn above(body: &Scope<'_>) -> Vec<CompletionLine> {
    let lines = body.text.lines();
    let fence = body.outline.fence_at(body.span.start);
    let first = lines.line_of(body.span.start);
    let near = (first.saturating_sub(NEAR)..first).rev().map(|line| lines.line(line));
    let near = near.filter(|line| !body.text.slice(*line).trim().is_empty());
    let announced = |line| {
        let line = CompletionLine::read(body.text, line)?;
        (body.outline.fence_at(line.line.start) == fence).then_some(line)
    };
    let mut found: Vec<CompletionLine> = near.map_while(announced).collect();
    found.reverse();
    found
}
