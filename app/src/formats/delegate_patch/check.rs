//! Hunks that contradict themselves or each other, and totals that the summary claims.

use std::collections::HashMap;

use super::rules::{IDLE_HUNK, LINES_AGAINST_HUNK, OVERLAPPING_HUNKS};
use super::{DelegatePatch, Hunk};
use crate::delegate::check_claim;
use crate::format::prelude::*;
use crate::json::{Json, may_go_on};
use crate::reading::counted;

/// A hunk with its place in the answer.
struct Placed<'r> {
    row: usize,
    hunk: &'r Hunk,
    span: Span,
}

pub(super) fn check(response: &DelegatePatch, json: &Json<'_>, block: &Block<'_>, sink: &mut Sink) {
    let patches = json.get("patches").map(Json::items).unwrap_or_default();
    let mut by_file: HashMap<&str, Vec<Placed<'_>>> = HashMap::new();
    for (row, (patch, value)) in response.patches.iter().zip(patches).enumerate() {
        let hunks = value.get("hunks").map(Json::items).unwrap_or_default();
        for (hunk, value) in patch.hunks.iter().zip(hunks) {
            let placed = Placed { row, hunk, span: value.span };
            if !may_go_on(value, json, sink) {
                alone(&placed, sink);
            }
            if let Some(file) = patch.file.as_deref() {
                by_file.entry(file).or_default().push(placed);
            }
        }
    }
    for mut hunks in by_file.into_values() {
        hunks.sort_by_key(|placed| (placed.hunk.start_line, placed.span.start));
        overlaps(&hunks, sink);
    }
    let nouns = ["files", "file", "patches", "patch"];
    check_claim("patches", &[response.patches.len()], &nouns, block, sink);
}

/// Checks one hunk against itself.
fn alone(placed: &Placed<'_>, sink: &mut Sink) {
    let Placed { row, hunk, span } = placed;
    if hunk.old_lines == hunk.new_lines && (!hunk.old_lines.is_empty() || hunk.description.is_none()) {
        let idle = Diagnostic::new(&IDLE_HUNK, *span, "the new lines are the old ones");
        sink.report(idle.field(format!("patches[{row}].hunks")));
    }
    let (Some(start), Some(end)) = (hunk.start_line, hunk.end_line) else { return };
    let claimed = u64::from(end).saturating_sub(u64::from(start)) + 1;
    let shown = hunk.old_lines.len() as u64;
    if shown > 0 && claimed != shown {
        let message = format!(
            "lines {start} to {end} are {}, but {shown} of them are shown",
            counted(claimed as usize, "line")
        );
        let mismatch = Diagnostic::new(&LINES_AGAINST_HUNK, *span, message);
        sink.report(mismatch.field(format!("patches[{row}].hunks[].end_line")));
    }
}

/// Of the hunks of a file, in order of their lines, those that begin before the one above has ended.
fn overlaps(hunks: &[Placed<'_>], sink: &mut Sink) {
    let mut reaches: Option<(u64, &Placed<'_>)> = None;
    for placed in hunks {
        let Some(start) = placed.hunk.start_line.map(u64::from) else { continue };
        let end = start + placed.hunk.old_lines.len() as u64;
        if let Some((reach, before)) = reaches
            && start < reach
            && end > start
        {
            let message = format!("line {start} is changed by another hunk as well");
            sink.report(
                Diagnostic::new(&OVERLAPPING_HUNKS, placed.span, message)
                    .field(format!("patches[{}].hunks", placed.row))
                    .related(before.span, "the other hunk"),
            );
        }
        if reaches.is_none_or(|(reach, _)| end > reach) {
            reaches = Some((end, placed));
        }
    }
}
