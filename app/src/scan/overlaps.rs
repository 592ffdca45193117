//! Formats that open at the same places: of two the first has them.

use super::find::find;
use crate::catalog::{Catalog, Overlap};
use crate::claim::{Claim, ClaimOutcome};
use crate::format::Spec;
use crate::formats::RegisteredFormat;
use crate::recognition::{IDENTIFIER, Opener, identifier};
use crate::text::Text;

/// Returns the formats of a catalog that open where another does, of those that a team declares: by a heading of the same
/// name, or in a document that shows how one of them opens.
pub fn overlaps(catalog: &Catalog) -> &[Overlap] {
    catalog.overlaps(find_overlaps)
}

fn find_overlaps(catalog: &Catalog) -> Vec<Overlap> {
    let own: Vec<&'static Spec> =
        catalog.rooms().iter().filter(|room| room.is_declared()).map(|room| room.spec).collect();
    let mut found: Vec<Overlap> = Vec::new();
    if own.is_empty() {
        return found;
    }
    let is_own = |spec: &Spec| own.iter().any(|own| own.id == spec.id);
    let mut add = |first: &'static Spec, second: &'static Spec| {
        let overlap = Overlap { first, second };
        if (is_own(first) || is_own(second)) && first.id != second.id && !found.contains(&overlap) {
            found.push(overlap);
        }
    };
    for (place, first) in catalog.rooms().iter().enumerate() {
        let behind = catalog.rooms().get(place + 1..).unwrap_or_default();
        for second in behind.iter().filter(|second| share_a_heading(first.spec, second.spec)) {
            add(first.spec, second.spec);
        }
    }
    for room in catalog.rooms() {
        for document in documents(room) {
            let text = Text::new(&document);
            let (_, claims) = find(catalog, &text);
            for Claim { room, outcome, .. } in &claims {
                if let ClaimOutcome::Overlapped { by } = outcome {
                    add(by, room.spec);
                }
            }
        }
    }
    found
}

fn share_a_heading(first: &Spec, second: &Spec) -> bool {
    let names =
        |spec: &Spec| spec.openers.iter().filter_map(Opener::heading).flat_map(|heading| heading.names);
    names(first).any(|name| names(second).any(|other| is_same_name(name, other)))
}

fn is_same_name(name: &str, other: &str) -> bool {
    let is_of = |form: &str, name: &str| identifier(form, &name.replace(IDENTIFIER, "1")).is_some();
    let has_identifier = name.contains(IDENTIFIER) || other.contains(IDENTIFIER);
    other.eq_ignore_ascii_case(name) || has_identifier && (is_of(name, other) || is_of(other, name))
}

/// Returns documents that show how a format opens.
fn documents(room: &RegisteredFormat) -> Vec<String> {
    let spec = room.spec;
    let lines = spec.openers.iter().filter_map(|opener| match opener {
        Opener::Matched(line) => Some(format!("{}\n", line.sample)),
        _ => None,
    });
    let written = [spec.example].into_iter().chain(spec.other_examples.iter().copied()).map(str::to_owned);
    lines.chain(written).collect()
}
