//! Headings and what belongs to each.

use std::ops::Range;

use crate::text::Span;

use super::fences::FenceId;
use super::{Kind, Outline};

/// Levels of headings.
const DEEPEST: usize = 6;

/// A heading with its body. Nodes are numbered as in [`Outline::nodes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading's node.
    pub node: usize,
    pub level: u8,
    /// The words of the heading.
    pub text: Span,
    /// What is directly below it: up to the next heading of any level.
    pub body: Range<usize>,
    /// With all that is deeper: up to the next heading of the same level or above.
    pub extent: Range<usize>,
}

/// The sections of a part of an outline, in twelve bytes each.
pub struct Sections<'o> {
    outline: &'o Outline,
    /// A heading's node, and the ends of its body and its extent.
    packed: Vec<[u32; 3]>,
}

impl Sections<'_> {
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Section> {
        self.packed.iter().map(|packed| packed.map(|node| node as usize)).filter_map(
            |[node, body, extent]| {
                let Kind::Heading { level, text } = self.outline.nodes.get(node)?.kind else { return None };
                Some(Section { node, level, text, body: node + 1..body, extent: node + 1..extent })
            },
        )
    }
}

/// The sections in `span`, in order. Headings inside fences other than `fence` are code, and those in a deeper quote
/// than the first are quoted: neither count.
pub fn sections(outline: &Outline, span: Span, fence: Option<FenceId>) -> Sections<'_> {
    let range = outline.range(span);
    let end = range.end as u32;
    let headings = outline.headings(range);
    let mut packed: Vec<[u32; 3]> = Vec::with_capacity(headings.size_hint().1.unwrap_or_default());
    // The places of the open sections by their level.
    let mut open: [Option<usize>; DEEPEST] = [None; DEEPEST];
    let mut quote = None;
    for (at, node) in headings {
        let Kind::Heading { level, .. } = node.kind else { continue };
        if node.fence != fence || node.quote > *quote.get_or_insert(node.quote) {
            continue;
        }
        let node = at as u32;
        if let Some([_, body, _]) = packed.last_mut() {
            *body = node;
        }
        let depth = usize::from(level).clamp(1, DEEPEST) - 1;
        for index in open[depth..].iter_mut().filter_map(Option::take) {
            if let Some([.., extent]) = packed.get_mut(index) {
                *extent = node;
            }
        }
        open[depth] = Some(packed.len());
        packed.push([node, end, end]);
    }
    Sections { outline, packed }
}
