//! Code fences: which marks belong together.
//!
//! CommonMark closes a fence at the first bare mark and lets an unclosed one run to the end of the text.
//! Agents quote whole files in fences that hold fences, and forget to close. So: a mark with an info string
//! always opens, a bare one closes the nearest opener that it fits, and an opener without a partner is no fence,
//! so that it swallows nothing.

use memchr::memchr2;

use crate::text::{Span, Text};

use super::lines::Line;

/// Beyond this depth a mark is read as text; it keeps the search for a partner short.
const DEEPEST_FENCE: usize = 16;

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct FenceId(u32);

impl FenceId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// From the first byte of the opening line to the end of the closing line.
    pub span: Span,
    /// What stands between the two marks.
    pub content: Span,
    /// `rust` of ```` ```rust ````.
    pub info: Span,
    pub parent: Option<FenceId>,
}

struct Opener {
    mark: Mark,
    line: Span,
}

#[derive(Copy, Clone)]
struct Mark {
    character: char,
    length: usize,
    quote: u8,
    info: Span,
}

impl Mark {
    fn read(source: &str, line: Span) -> Option<Self> {
        let bytes = line.slice(source).as_bytes();
        memchr2(b'`', b'~', bytes.get(..bytes.len().min(512)).unwrap_or_default())?;
        let Line { content, quote, .. } = Line::read(source, line);
        let text = content.slice(source);
        let character = text.chars().next().filter(|first| matches!(first, '`' | '~'))?;
        let length = text.bytes().take_while(|byte| *byte == character as u8).count();
        let info = content.skip(length).trim(source);
        let is_code_span = character == '`' && info.slice(source).contains('`');
        (length >= 3 && !is_code_span).then_some(Self { character, length, quote, info })
    }

    fn closes(self, opener: Mark) -> bool {
        self.character == opener.character && self.quote == opener.quote && self.length >= opener.length
    }
}

/// All fences of a text that open and close, in order of their opening lines.
pub(super) fn fences(text: &Text) -> Vec<Fence> {
    let source = text.source();
    let mut found: Vec<Fence> = Vec::new();
    let mut open: Vec<Opener> = Vec::new();
    for number in 0..text.lines().count() {
        let line = text.lines().line(number);
        let Some(mark) = Mark::read(source, line) else { continue };
        let partner = if mark.info.is_empty() { partner_of(mark, &open) } else { None };
        let Some(partner) = partner else {
            if open.len() < DEEPEST_FENCE {
                open.push(Opener { mark, line });
            }
            continue;
        };
        let Some(opener) = open.get(partner) else { continue };
        found.push(Fence {
            span: opener.line.to(line),
            content: Span::new(opener.line.end, line.start),
            info: opener.mark.info,
            parent: None,
        });
        open.truncate(partner);
    }
    found.sort_unstable_by_key(|fence| fence.span.start);
    set_parents(&mut found);
    found
}

/// The nearest opener of the same length, else the nearest that is no longer than the mark.
fn partner_of(mark: Mark, open: &[Opener]) -> Option<usize> {
    open.iter()
        .rposition(|opener| mark.closes(opener.mark) && mark.length == opener.mark.length)
        .or_else(|| open.iter().rposition(|opener| mark.closes(opener.mark)))
}

fn set_parents(fences: &mut [Fence]) {
    let mut around: Vec<(FenceId, Span)> = Vec::new();
    for (index, fence) in fences.iter_mut().enumerate() {
        while around.last().is_some_and(|(_, outer)| !outer.contains(fence.span)) {
            around.pop();
        }
        fence.parent = around.last().map(|(id, _)| *id);
        around.push((FenceId(index as u32), fence.span));
    }
}

/// Walks the lines of a text in order and tells in which fence each is.
pub(super) struct Walk<'f> {
    fences: &'f [Fence],
    next: u32,
    inside: Option<FenceId>,
}

impl<'f> Walk<'f> {
    pub fn new(fences: &'f [Fence]) -> Self {
        Self { fences, next: 0, inside: None }
    }

    /// The fence whose mark this line is, and the fence around the line.
    pub fn step(&mut self, line: Span) -> (Option<FenceId>, Option<FenceId>) {
        if let Some(fence) = self.fences.get(self.next as usize)
            && fence.span.start == line.start
        {
            let opened = FenceId(self.next);
            self.next += 1;
            self.inside = Some(opened);
            return (Some(opened), fence.parent);
        }
        if let Some(inside) = self.inside
            && let Some(fence) = self.fences.get(inside.index())
            && fence.content.end == line.start
        {
            self.inside = fence.parent;
            return (Some(inside), fence.parent);
        }
        (None, self.inside)
    }
}

/// Whether a line that is no part of a fence looks like a mark all the same.
pub(super) fn is_mark(source: &str, line: Span) -> bool {
    Mark::read(source, line).is_some()
}
