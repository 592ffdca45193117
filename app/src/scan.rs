//! Which formats are in a text, and where.

use std::collections::HashMap;

use crate::candidate::{Candidate, Fate};
use crate::diagnostic::Sink;
use crate::fix::{leave_inner_blocks_alone, mind_quote};
use crate::format::{Block, Parsed, Recognition, Revision};
use crate::formats::{self, Room};
use crate::log;
use crate::markdown::{FenceId, Glance, Outline};
use crate::text::{Span, Text};
use crate::wish::Wish;

/// Finds and reads every block of a text, in order.
///
/// Blocks in a code fence are examples, not events: they are read all the same and say that they are fenced.
pub fn read(text: &Text) -> Vec<Parsed> {
    look(text).map(|(outline, candidates)| read_all(text, &outline, &candidates)).unwrap_or_default()
}

/// Every place at which a format was recognized, whether it is read or not, in order.
pub fn explain(text: &Text) -> Vec<Candidate> {
    look(text).map(|(_, candidates)| candidates).unwrap_or_default()
}

/// Reads the text as a format that the reader names, whatever would be recognized.
///
/// The whole text is of the format, or what of it the format's own room recognizes; where the reader chose a block,
/// that block alone is, and the others stay as they are.
pub fn read_as(text: &Text, wish: Wish) -> Vec<Parsed> {
    let glance = Glance::of(text);
    let rooms = rooms_of(&glance);
    let outline = Outline::of_glance(glance);
    let of_block = wish.at.and_then(|at| block_by_wish(candidates(text, &outline, &rooms), at, wish));
    let candidates = of_block.unwrap_or_else(|| text_by_wish(text, &outline, wish));
    read_all(text, &outline, &candidates)
}

/// All blocks, one of which is of the wished format. None where the reader meant the whole text.
fn block_by_wish(mut candidates: Vec<Candidate>, at: u32, wish: Wish) -> Option<Vec<Candidate>> {
    candidates.retain(Candidate::is_chosen);
    let block = candidates.iter_mut().find(|block| block.recognition.span.start == at)?;
    block.recognition.span = block.span();
    block.recognition.reason = Wish::REASON;
    block.fate = Fate::Whole;
    block.room = wish.room;
    Some(candidates)
}

fn text_by_wish(text: &Text, outline: &Outline, wish: Wish) -> Vec<Candidate> {
    let mut candidates = candidates(text, outline, &[wish.room]);
    if candidates.is_empty() {
        let recognition = Recognition { span: text.span(), revision: Revision::Free, reason: Wish::REASON };
        candidates.push(Candidate { room: wish.room, recognition, fenced: false, fate: Fate::Whole });
    }
    candidates
}

/// What [`read`] and [`explain`] have in common. None where the headings alone say that no format is in the text.
fn look(text: &Text) -> Option<(Outline, Vec<Candidate>)> {
    let glance = Glance::of(text);
    let rooms = rooms_of(&glance);
    if rooms.is_empty() {
        return None;
    }
    let outline = Outline::of_glance(glance);
    let candidates = candidates(text, &outline, &rooms);
    Some((outline, candidates))
}

/// The rooms whose formats may be in the text, as far as its headings tell.
fn rooms_of(glance: &Glance<'_>) -> Vec<&'static Room> {
    formats::FRONT_DESK.iter().filter(|room| (room.may_be_in)(glance)).collect()
}

/// No two claims of the same kind that are read overlap: of two that open at the same place the room that comes
/// first at the front desk has it, and a block ends where the next one opens. A fenced block may lie inside another,
/// and so may a line that announces something.
fn candidates(text: &Text, outline: &Outline, rooms: &[&'static Room]) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for room in rooms {
        let recognized = (room.recognize)(text, outline).into_iter();
        candidates.extend(recognized.map(|recognition| {
            let fenced = (room.is_example)(text, outline, recognition.span);
            Candidate { room, recognition, fenced, fate: Fate::Whole }
        }));
    }
    // Stable: claims of one place stay in the order of the front desk.
    candidates.sort_by_key(|candidate| candidate.recognition.span.start);
    let mut first: Option<(u32, &'static Room)> = None;
    for candidate in &mut candidates {
        let start = candidate.recognition.span.start;
        match first {
            Some((place, room)) if place == start => candidate.fate = Fate::Overlapped { by: room.spec },
            _ => first = Some((start, candidate.room)),
        }
    }
    break_off(outline, &mut candidates);
    candidates
}

/// Ends each block where the next of the same fence opens; all that are no examples are of one.
fn break_off(outline: &Outline, candidates: &mut [Candidate]) {
    if candidates.len() < 2 {
        return;
    }
    let mut next: HashMap<Option<FenceId>, (u32, &'static Room)> = HashMap::new();
    let blocks = candidates.iter_mut().rev().filter(|candidate| !candidate.room.is_announcement);
    for candidate in blocks.filter(|candidate| candidate.is_chosen()) {
        let span = candidate.recognition.span;
        let fence = outline.fence_at(span.start).filter(|_| candidate.fenced);
        let next = next.insert(fence, (span.start, candidate.room));
        if let Some((end, room)) = next.filter(|(start, _)| *start < span.end) {
            candidate.fate = Fate::BrokenOff { end, by: room.spec };
        }
    }
}

fn read_all(text: &Text, outline: &Outline, candidates: &[Candidate]) -> Vec<Parsed> {
    let chosen = candidates.iter().filter(|candidate| candidate.is_chosen());
    let mut blocks: Vec<Parsed> = chosen.map(|candidate| parse(text, outline, candidate)).collect();
    log::check(&mut blocks);
    leave_inner_blocks_alone(&mut blocks);
    blocks
}

/// Room for the pieces that most blocks of a length are read into: to move them again and again takes longer.
fn usual_pieces(block: Span) -> usize {
    const BYTES: usize = 48;
    (block.len() as usize / BYTES).clamp(8, 256)
}

fn parse(text: &Text, outline: &Outline, candidate: &Candidate) -> Parsed {
    let Candidate { room, fenced, .. } = *candidate;
    let Recognition { revision, reason, .. } = candidate.recognition;
    let span = candidate.span();
    let block = Block { text, outline, span, revision, fenced, reason };
    let mut sink = Sink::default();
    sink.coverage.pieces.reserve(usual_pieces(span));
    let value = (room.parse)(&block, &mut sink);
    sink.coverage.finish(text.source(), span);
    sink.diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
    for found in &mut sink.diagnostics {
        if let Some(edit) = &mut found.fix {
            mind_quote(edit, text);
        }
        // What two rules find at one place may be mended by one of them alone.
        found.fix.take_if(|edit| text.slice(edit.span) == edit.insert);
    }
    Parsed {
        spec: room.spec,
        span,
        revision,
        fenced,
        reason,
        value,
        diagnostics: sink.diagnostics,
        coverage: sink.coverage,
    }
}
