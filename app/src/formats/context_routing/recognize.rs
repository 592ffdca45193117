//! Where a routing is announced.

use super::names::LABELS;
use crate::format::prelude::*;
use crate::markdown::TitledHeading;
use crate::reading::{LabelName, has_label, is_last};

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &["routing", "context routing", "department routing", "request routing"],
    form: HeadingForm::Titled,
    deepest: 6,
    contract: &["## Routing: "],
    evidence: Evidence::Code(|scan, heading, _| opens(scan, heading)),
})];

const BY_LABELS: &str = "heading that names a routing, and a context or a flow";

/// Web pages are routed too: a context or a flow below the heading makes it a request.
pub(super) fn opens(scan: &Scan<'_>, opener: &TitledHeading) -> Option<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let is_contract = opener.level == 2 && text.slice(opener.name) == "Routing";
    let is_begun =
        has_label(text, outline, opener, &LABELS) || (is_contract && is_last(text, outline, opener));
    let recognition =
        is_begun.then(|| scan.under(opener, is_contract, ["heading `## Routing:`", BY_LABELS]))?;
    let of_rev_b = |name: &LabelName| matches!(name.field, "confidence" | "disambiguated");
    let is_rev_b = LABELS
        .iter()
        .filter(|name| of_rev_b(name))
        .any(|name| has_label(text, outline, opener, std::slice::from_ref(name)));
    if !is_contract || is_rev_b {
        return Some(recognition);
    }
    let reason = "heading `## Routing:`, without confidence and disambiguation";
    Some(Recognition { revision: Revision::RevA, reason, ..recognition })
}
