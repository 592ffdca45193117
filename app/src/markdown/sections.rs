//! Headings and what belongs to each.

use std::ops::Range;

use crate::text::Span;

use super::fences::FenceId;
use super::{Kind, Outline};

/// A heading with its body. Nodes are numbered as in [`Outline::nodes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading's node.
    pub node: usize,
    pub level: u8,
    /// What the heading says.
    pub text: Span,
    /// What is directly below it: up to the next heading of any level.
    pub body: Range<usize>,
    /// With all that is deeper: up to the next heading of the same level or above.
    pub extent: Range<usize>,
}

/// The sections in `span`, in order. Headings inside fences other than `fence` are code, and those in a deeper quote
/// than the first are quoted: neither count.
pub fn sections(outline: &Outline, span: Span, fence: Option<FenceId>) -> Vec<Section> {
    let range = outline.range(span);
    let end = range.end;
    let headings = outline.headings(range);
    let mut found: Vec<Section> = Vec::with_capacity(headings.size_hint().1.unwrap_or_default());
    let mut open: Vec<usize> = Vec::new();
    let mut quote = None;
    for (at, node) in headings {
        let Kind::Heading { level, text } = node.kind else { continue };
        if node.fence != fence || node.quote > *quote.get_or_insert(node.quote) {
            continue;
        }
        if let Some(previous) = found.last_mut() {
            previous.body.end = at;
        }
        while let Some(index) = open.pop() {
            let Some(outer) = found.get_mut(index) else { continue };
            if outer.level < level {
                open.push(index);
                break;
            }
            outer.extent.end = at;
        }
        open.push(found.len());
        found.push(Section { node: at, level, text, body: at + 1..end, extent: at + 1..end });
    }
    found
}
