//! Which formats are in a text, and where.

use crate::diagnostic::Sink;
use crate::format::{Block, Parsed, Recognition};
use crate::formats::{self, Room};
use crate::markdown::{Glance, Outline};
use crate::text::Text;

/// Finds and reads every block of a text, in order.
///
/// Blocks in a code fence are examples, not events: they are read all the same and say that they are fenced.
pub fn read(text: &Text) -> Vec<Parsed> {
    let glance = Glance::of(text);
    let rooms: Vec<&'static Room> =
        formats::FRONT_DESK.iter().filter(|room| (room.may_be_in)(&glance)).collect();
    if rooms.is_empty() {
        return Vec::new();
    }
    let outline = Outline::of(text);
    claims(text, &outline, &rooms).into_iter().map(|claim| parse(text, &outline, claim)).collect()
}

/// A block that a room claims.
struct Claim {
    room: &'static Room,
    recognition: Recognition,
    fenced: bool,
}

/// No two claims of the same kind overlap: of two that open at the same place the room that comes first at the
/// front desk has it, and a block ends where the next one opens. A fenced block may lie inside another, and so may
/// a line that announces something.
fn claims(text: &Text, outline: &Outline, rooms: &[&'static Room]) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    for room in rooms {
        let recognized = (room.recognize)(text, outline).into_iter();
        claims.extend(recognized.map(|recognition| {
            let fenced = (room.is_example)(text, outline, recognition.span);
            Claim { room, recognition, fenced }
        }));
    }
    // Stable: claims of one place stay in the order of the front desk.
    claims.sort_by_key(|claim| claim.recognition.span.start);
    claims.dedup_by_key(|claim| claim.recognition.span.start);
    let mut next_start = [u32::MAX; 2];
    for claim in claims.iter_mut().rev().filter(|claim| !claim.room.is_announcement) {
        let next = &mut next_start[usize::from(claim.fenced)];
        let span = &mut claim.recognition.span;
        span.end = span.end.min(*next);
        *next = span.start;
    }
    claims
}

fn parse(text: &Text, outline: &Outline, claim: Claim) -> Parsed {
    let Claim { room, recognition, fenced } = claim;
    let Recognition { span, revision, reason } = recognition;
    let block = Block { text, outline, span, revision, fenced, reason };
    let mut sink = Sink::default();
    let value = (room.parse)(&block, &mut sink);
    sink.coverage.finish(text.source(), span);
    sink.diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
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
