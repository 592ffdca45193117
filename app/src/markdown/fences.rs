//! Code fences: which marks belong together.
//!
//! CommonMark closes a fence at the first bare mark and lets an unclosed one run to the end of the text.
//! Agents quote whole files in fences that hold fences, and forget to close. So: a mark with an info string
//! always opens, a bare one closes the nearest opener that it fits, and an opener without a partner is no fence,
//! so that it swallows nothing.

use std::num::NonZeroU32;

use memchr::{memchr, memmem};

use crate::text::{Span, Text};

use super::lines::Line;

/// Beyond this depth a mark is read as text; it keeps the search for a partner short.
const DEEPEST_FENCE: usize = 16;
/// A mark that is indented further is text.
const DEEPEST_INDENT: u32 = 512;

/// A number that is never zero, so that none takes no room of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct FenceId(NonZeroU32);

impl FenceId {
    const fn of(index: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(index as u32))
    }

    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// From the first byte of the opening line to the end of the closing line.
    pub span: Span,
    /// What is between the two marks.
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
    fn read(source: &str, line: Span, read: Line) -> Option<Self> {
        let Line { content, quote, .. } = read;
        let text = content.slice(source);
        let character = text.chars().next().filter(|_| begins_mark(text.as_bytes()))?;
        let length = text.bytes().take_while(|byte| *byte == character as u8).count();
        let info = content.skip(length).trim(source);
        let is_code_span = character == '`' && info.slice(source).contains('`');
        let is_near = content.start - line.start < DEEPEST_INDENT;
        (is_near && !is_code_span).then_some(Self { character, length, quote, info })
    }

    fn closes(self, opener: Mark) -> bool {
        self.character == opener.character && self.quote == opener.quote && self.length >= opener.length
    }
}

/// Returns the lines of a text that may open or close a fence, in order.
fn marked_lines(text: &Text) -> Vec<Span> {
    let bytes = text.source().as_bytes();
    // Few texts have a tilde at all.
    let tildes = memchr(b'~', bytes).into_iter().flat_map(|_| memmem::find_iter(bytes, b"~~~"));
    let marked = lines_of(text, memmem::find_iter(bytes, b"```")).chain(lines_of(text, tildes));
    let mut lines: Vec<Span> = marked.collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Returns the lines of ascending offsets, each once. Skipping the lines in between is cheaper than a search.
fn lines_of(text: &Text, places: impl Iterator<Item = usize>) -> impl Iterator<Item = Span> {
    let (mut lines, mut past) = (text.lines().spans(), 0);
    places.filter_map(move |at| {
        let line = (at >= past).then(|| lines.find(|line| at < line.end as usize))??;
        past = line.end as usize;
        Some(line)
    })
}

/// Returns all fences of a text that open and close, in order of their opening lines.
pub(super) fn fences(text: &Text) -> Vec<Fence> {
    let source = text.source();
    let mut found: Vec<Fence> = Vec::new();
    let mut open: Vec<Opener> = Vec::new();
    for line in marked_lines(text) {
        let Some(mark) = Mark::read(source, line, Line::read(source, line)) else { continue };
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
        around.push((FenceId::of(index), fence.span));
    }
}

/// Returns whether a line's content, without what precedes it, begins like a fence mark.
#[inline]
pub(super) const fn begins_mark(content: &[u8]) -> bool {
    matches!(content, [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..])
}

/// Walks the lines of a text in order and reports which fence each is in.
pub(super) struct Walk<'f> {
    fences: &'f [Fence],
    next: u32,
    inside: Option<FenceId>,
    /// The start of the next line that is a mark.
    mark: u32,
}

impl<'f> Walk<'f> {
    pub fn new(fences: &'f [Fence]) -> Self {
        let mut walk = Self { fences, next: 0, inside: None, mark: 0 };
        walk.find_mark();
        walk
    }

    /// Returns the fence whose mark this line is, and the fence around the line.
    #[inline]
    pub fn step(&mut self, line: Span) -> (Option<FenceId>, Option<FenceId>) {
        if line.start == self.mark { self.pass(line) } else { (None, self.inside) }
    }

    /// Goes past a mark.
    fn pass(&mut self, line: Span) -> (Option<FenceId>, Option<FenceId>) {
        let opened = FenceId::of(self.next as usize);
        let mark = match self.fences.get(opened.index()).filter(|fence| fence.span.start == line.start) {
            Some(fence) => {
                self.next += 1;
                self.inside = Some(opened);
                (Some(opened), fence.parent)
            }
            None => {
                let closed = self.inside;
                self.inside = closed.and_then(|closed| self.fences.get(closed.index())?.parent);
                (closed, self.inside)
            }
        };
        self.find_mark();
        mark
    }

    fn find_mark(&mut self) {
        let opener = self.fences.get(self.next as usize).map(|fence| fence.span.start);
        let closer = self.inside.and_then(|inside| Some(self.fences.get(inside.index())?.content.end));
        self.mark = opener.into_iter().chain(closer).min().unwrap_or(u32::MAX);
    }
}

/// Returns whether a line that isn't a mark of any fence still looks like one.
pub(super) fn is_mark(source: &str, line: Span, read: Line) -> bool {
    Mark::read(source, line, read).is_some()
}
