//! Finds the blocks of a text.

use std::collections::HashMap;
use std::ptr;

use crate::block::{Recognition, Revision};
use crate::catalog::Catalog;
use crate::claim::{Claim, ClaimOutcome};
use crate::format::{Family, Recognizer};
use crate::formats::RegisteredFormat;
use crate::markdown::{FenceId, Outline};
use crate::read_as::ReadAs;
use crate::reading::{holds_placeholder, is_placeholder};
use crate::recognition::Scan;
use crate::text::Text;

/// Finds the blocks of a text that is parsed as a given format, regardless of what would be recognized.
///
/// The format applies to what its own room recognizes, or else to the whole text. If the reader chose a block, it
/// applies to that block alone, and the others stay as they are.
pub(super) fn find_as(catalog: &Catalog, text: &Text, read_as: ReadAs) -> (Outline, Vec<Claim>) {
    let outline = Outline::of(text);
    let scan = Scan::new(text, &outline, catalog.openers());
    let of_block =
        read_as.at.and_then(|at| block_read_as(claims(&scan, &catalog.rooms_in(&scan)), at, read_as));
    let claims = of_block.unwrap_or_else(|| text_read_as(&scan, read_as));
    drop(scan);
    (outline, claims)
}

/// Returns all blocks, with the one at `at` as the requested format, or `None` if no block begins there.
fn block_read_as(mut claims: Vec<Claim>, at: u32, read_as: ReadAs) -> Option<Vec<Claim>> {
    claims.retain(Claim::is_chosen);
    let block = claims.iter_mut().find(|block| block.recognition.span.start == at)?;
    block.recognition.span = block.span();
    block.recognition.reason = ReadAs::REASON;
    block.outcome = ClaimOutcome::Whole;
    block.room = read_as.room;
    Some(claims)
}

fn text_read_as(scan: &Scan<'_>, read_as: ReadAs) -> Vec<Claim> {
    let mut claims = claims(scan, &[read_as.room]);
    if claims.is_empty() {
        let recognition =
            Recognition { span: scan.text.span(), revision: Revision::Free, reason: ReadAs::REASON };
        claims.push(Claim { room: read_as.room, recognition, fenced: false, outcome: ClaimOutcome::Whole });
    }
    claims
}

/// Finds every place at which a format is recognized.
pub(super) fn find(catalog: &Catalog, text: &Text) -> (Outline, Vec<Claim>) {
    let outline = Outline::of(text);
    let scan = Scan::new(text, &outline, catalog.openers());
    let claims = claims(&scan, &catalog.rooms_in(&scan));
    drop(scan);
    (outline, claims)
}

/// No two claims of the same kind that are read overlap: of two that open at the same place the room that comes
/// first in the table has it, and a block ends where the next one opens. A fenced block may lie inside another,
/// and so may a line that announces something.
fn claims(scan: &Scan<'_>, formats: &[&'static RegisteredFormat]) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    let mut families: Vec<(Family, Vec<(&'static str, Recognition)>)> = Vec::new();
    for &room in formats {
        let recognized = match room.spec.recognizer {
            Recognizer::Openers => scan.recognize(room.spec.openers),
            Recognizer::Code(recognize) => recognize(scan),
            Recognizer::Keys(keys) => scan.objects_with(keys),
            Recognizer::Family(family) => {
                let known = families.iter().position(|(known, _)| ptr::fn_addr_eq(*known, family));
                let known = known.unwrap_or_else(|| {
                    families.push((family, family(scan)));
                    families.len() - 1
                });
                let of_family = families.get(known).map(|(_, found)| found.as_slice()).unwrap_or_default();
                let own = of_family.iter().filter(|(id, _)| *id == room.spec.id);
                own.map(|(_, recognition)| recognition.clone()).collect()
            }
        };
        for recognition in recognized {
            let fenced = (room.spec.is_example)(scan.text, scan.outline, recognition.span);
            claims.push(Claim { room, recognition, fenced, outcome: ClaimOutcome::Whole });
        }
    }
    // Stable: claims of one place stay in the order of the table.
    claims.sort_by_key(|claim| claim.recognition.span.start);
    let mut first: Option<(u32, &'static RegisteredFormat)> = None;
    for claim in &mut claims {
        let start = claim.recognition.span.start;
        match first {
            Some((place, room)) if place == start => {
                claim.outcome = ClaimOutcome::Overlapped { by: room.spec }
            }
            _ => first = Some((start, claim.room)),
        }
    }
    count_only_fence(scan, &mut claims);
    break_off(scan.outline, &mut claims);
    claims
}

/// Takes what is in a fence as no example if the text has nothing else: agents often put a whole report in a fence,
/// maybe with some sentences around it. A text with a report or headings of its own, or with several such fences,
/// shows examples; so does a template.
///
/// Answers in JSON say by their fence's language whether they are examples.
fn count_only_fence(scan: &Scan<'_>, claims: &mut [Claim]) {
    let Scan { text, outline, .. } = *scan;
    let fence_of = |claim: &Claim| {
        let span = claim.recognition.span;
        let is_json = text.slice(span).starts_with(['{', '"']);
        outline.fence_at(span.start).filter(|_| claim.fenced && !is_json)
    };
    let mut chosen = claims.iter().filter(|claim| claim.is_chosen());
    let Some(first) = chosen.next() else { return };
    let Some(fence) = fence_of(first) else { return };
    let is_alone = chosen.all(|other| fence_of(other) == Some(fence));
    if is_alone
        && outline.all_headings().all(|(_, heading)| heading.fence.is_some())
        && !is_template(text.slice(first.recognition.span))
    {
        claims.iter_mut().for_each(|claim| claim.fenced = false);
    }
}

/// Returns `true` if a slot is in the opening line, or is the whole value of a line.
fn is_template(block: &str) -> bool {
    let value_of = |line| str::split_once(line, ':').map_or(line, |(_, value)| value);
    block.lines().next().is_some_and(holds_placeholder)
        || block.lines().any(|line| is_placeholder(value_of(line)))
}

/// Ends each block where the next of the same fence opens; all that are no examples are of one.
fn break_off(outline: &Outline, claims: &mut [Claim]) {
    if claims.len() < 2 {
        return;
    }
    let mut next: HashMap<Option<FenceId>, (u32, &'static RegisteredFormat)> = HashMap::new();
    let blocks = claims.iter_mut().rev().filter(|claim| !claim.room.spec.is_announcement);
    for claim in blocks.filter(|claim| claim.is_chosen()) {
        let span = claim.recognition.span;
        let fence = outline.fence_at(span.start).filter(|_| claim.fenced);
        let next = next.insert(fence, (span.start, claim.room));
        if let Some((end, room)) = next.filter(|(start, _)| *start < span.end) {
            claim.outcome = ClaimOutcome::BrokenOff { end, by: room.spec };
        }
    }
}
