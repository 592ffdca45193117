//! Where gates begin and end.

use super::heading::gate_heading;
use crate::format::{Recognition, Revision};
use crate::markdown::{Glance, Kind, Node, Outline};
use crate::text::{Span, Text};

pub(super) fn may_be_in(glance: &Glance<'_>) -> bool {
    let mut titles = glance.titles_that_may_say("stephumangate");
    glance.has_heading(&["step"])
        && titles.any(|(_, heading)| gate_heading(&glance.text().read(heading)).is_some())
}

/// A gate goes on to the next heading of its level or above, or of another step.
///
/// Found in one pass from the end, so that many gates in a text cost no more than one.
pub(super) fn recognize(text: &Text, outline: &Outline) -> Vec<Recognition> {
    // For each depth of fences that is open: where the last heading of each level began.
    let mut found = Vec::new();
    let mut next_start: Vec<(Option<crate::markdown::FenceId>, [u32; 7])> = Vec::new();
    for (index, node) in outline.nodes().iter().enumerate().rev() {
        let Kind::Heading { level, text: heading } = node.kind else { continue };
        let scope_end = scope_end(text, outline, node);
        let known = next_start.iter().position(|(fence, _)| *fence == node.fence);
        let depth = known.unwrap_or_else(|| {
            // What is known of fences that lie behind is of no more use.
            next_start.retain(|(fence, _)| fence.is_none());
            next_start.push((node.fence, [scope_end; 7]));
            next_start.len() - 1
        });
        let Some((_, starts)) = next_start.get_mut(depth) else { continue };
        let level = usize::from(level);
        let end = starts.iter().take(level + 1).copied().min().unwrap_or(scope_end);
        if let Some(start) = starts.get_mut(level) {
            *start = node.span.start;
        }
        let heading = text.read(heading);
        if names_step(&heading)
            && let Some(start) = starts.first_mut()
        {
            // The next step ends a gate, whatever the level of its heading.
            *start = node.span.start;
        }
        let Some(gate) = gate_heading(&heading) else { continue };
        let is_contract = gate.is_contract && level == 3;
        let end = outline.outdent(index, end).unwrap_or(end);
        found.push(Recognition {
            span: Span::new(node.span.start, end),
            revision: if is_contract { Revision::Current } else { Revision::Legacy },
            reason: "heading `Step N: HUMAN GATE`",
        });
    }
    found.reverse();
    found
}

fn names_step(heading: &str) -> bool {
    let mut words = heading.trim_start_matches(['*', ' ']).split([' ', ':', '-']);
    let is_step = words
        .next()
        .is_some_and(|word| word.eq_ignore_ascii_case("step") || word.eq_ignore_ascii_case("steps"));
    is_step
        && words
            .next()
            .is_some_and(|word| word.starts_with(|first: char| first.is_ascii_digit() || first == '{'))
}

fn scope_end(text: &Text, outline: &Outline, node: &Node) -> u32 {
    let fence = node.fence.and_then(|id| outline.fence(id));
    fence.map_or(text.span().end, |fence| fence.content.end)
}
