//! Headings that open a block by a word and a title: `## Chain: Session store`.

use memchr::{memchr, memchr2_iter};

use crate::text::{Span, Text};

use super::fences::FenceId;
use super::lines::{BULLET, is_heading_item};
use super::{Kind, Outline};

/// Longer headings are sentences.
const LONGEST: u32 = 400;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TitledHeading {
    /// The heading's node.
    pub node: usize,
    pub level: u8,
    pub fence: Option<FenceId>,
    /// The heading without its line break.
    pub line: Span,
    /// What precedes the colon, without marks around it.
    pub name: Span,
    /// What is after it.
    pub title: Span,
}

impl TitledHeading {
    /// Reads the heading at a node; a spaced dash does for the colon.
    pub fn read(text: &Text, outline: &Outline, node: usize) -> Option<Self> {
        let source = text.source();
        let heading = outline.nodes().get(node)?;
        let Kind::Heading { level, text: words } = heading.kind else { return None };
        if words.len() > LONGEST {
            return None;
        }
        let marks = |character: char| !character.is_alphanumeric() && !matches!(character, '{' | '<' | '[');
        let fragment = words.slice(source);
        let colon = memchr(b':', fragment.as_bytes()).map(|at| (at, 1));
        let dash = spaced_dash(fragment);
        let (at, length) = colon.into_iter().chain(dash).min()?;
        let name = words.take(at);
        let lead = name.slice(source);
        let name = name.skip(lead.len() - lead.trim_start_matches(marks).len());
        let name = name.take(name.slice(source).trim_end_matches(marks).len());
        let title = words.skip(at + length);
        let after = title.slice(source);
        // Emphasis that closes behind the colon belongs to the name.
        let title = title.skip(after.len() - after.trim_start_matches(['*', '_']).len()).trim(source);
        let line = outline.heading_line(source, node)?;
        let marker = if is_heading_item(line.slice(source).as_bytes()) { BULLET } else { 0 };
        let line = line.skip(marker);
        Some(Self { node, level, fence: heading.fence, line, name, title })
    }

    /// Reads the heading at a node as a name and marks around it.
    pub fn alone(text: &Text, outline: &Outline, node: usize) -> Option<Self> {
        let heading = outline.nodes().get(node)?;
        let Kind::Heading { level, text: words } = heading.kind else { return None };
        let fragment = text.slice(words);
        let is_edge = |edge: char| !edge.is_alphanumeric();
        let lead = fragment.len() - fragment.trim_start_matches(is_edge).len();
        let name = words.skip(lead).take(fragment.trim_matches(is_edge).len());
        let line = outline.heading_line(text.source(), node)?;
        Some(Self { node, level, fence: heading.fence, line, name, title: Span::empty_at(words.end) })
    }

    /// From the heading to the next of the same level or above, or to the end of the fence.
    pub fn section(&self, text: &Text, outline: &Outline) -> Span {
        let scope = self.fence.and_then(|id| outline.fence(id)).map_or(text.span(), |fence| fence.content);
        let closes = |(_, node): &(usize, &super::Node)| match node.kind {
            Kind::Heading { level, .. } => node.fence == self.fence && level <= self.level,
            _ => false,
        };
        let after = outline.headings(self.node + 1..outline.range(scope).end).find(closes);
        let end = after.map_or(scope.end, |(_, node)| node.span.start);
        let end = outline.outdent(self.node, end).unwrap_or(end);
        Span::new(outline.nodes().get(self.node).map_or(end, |node| node.span.start), end)
    }
}

/// Where the first dash with spaces around it begins, and how long it is with them.
fn spaced_dash(fragment: &str) -> Option<(usize, usize)> {
    // The other dashes begin with this byte.
    memchr2_iter(b'-', 0xe2, fragment.as_bytes()).find_map(|at| {
        let start = at.checked_sub(1)?;
        let spaced = fragment.get(start..)?;
        let dash = [" - ", " -- ", " – ", " — "].into_iter().find(|dash| spaced.starts_with(dash))?;
        Some((start, dash.len()))
    })
}
