//! Lines that run backward, and totals that the summary claims.

use super::DelegateSearch;
use super::rules::LINE_RANGE;
use crate::delegate::check_claim;
use crate::format::prelude::*;
use crate::json::{Json, Kind, may_go_on};

pub(super) fn check(response: &DelegateSearch, json: &Json<'_>, block: &Block<'_>, sink: &mut Sink) {
    for (row, result) in json.get("results").map(Json::items).unwrap_or_default().iter().enumerate() {
        if let Some(lines) = result.get("lines").filter(|lines| !may_go_on(lines, json, sink)) {
            line_range(row, lines, block, sink);
        }
    }
    let nouns = ["results", "result", "matches", "match", "occurrences", "occurrence", "hits", "hit"];
    check_claim("results", &[response.results.len()], &nouns, block, sink);
}

fn line_range(row: usize, lines: &Json<'_>, block: &Block<'_>, sink: &mut Sink) {
    let Kind::List(items) = &lines.kind else { return };
    let counts: Option<Vec<u32>> = items.iter().map(Json::count).collect();
    // A list of other things is reported as such.
    let Some(counts) = counts else { return };
    let found = |message: &str| {
        Diagnostic::new(&LINE_RANGE, lines.span, message)
            .field(format!("results[{row}].lines"))
            .expected("the first and the last line")
            .found(block.text.slice(lines.span))
    };
    match (counts.as_slice(), items.as_slice()) {
        ([from, to], [first, last]) if from > to => {
            let (from, to) = (block.text.slice(first.span), block.text.slice(last.span));
            let between = crate::text::Span::new(first.span.end, last.span.start);
            let swapped = format!("{to}{}{from}", block.text.slice(between));
            let swap = found("the lines run backward");
            sink.report(swap.fix("Swap them", first.span.to(last.span), swapped));
        }
        ([_, _], _) => {}
        ([line], [only]) => {
            let doubled = found("one line where the first and the last are wanted");
            sink.report(doubled.fix("Say it twice", only.span, format!("{line}, {line}")));
        }
        _ => sink.report(found("not two lines")),
    }
}
