//! Where a routing is announced.

use super::names::{CONFIDENCE, DISAMBIGUATED, LABELS};
use crate::block::{Recognition, Revision};
use crate::markdown::TitledHeading;
use crate::reading::{has_label, is_last};
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener, Scan};

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &["routing", "context routing", "department routing", "request routing"],
    form: HeadingForm::Titled,
    deepest: 6,
    contract: &["## Routing: "],
    evidence: Evidence::Code(|scan, heading, _| opens(scan, heading)),
})];

/// Web pages are routed too: a context or a flow below the heading makes it a request.
pub(super) fn opens(scan: &Scan<'_>, opener: &TitledHeading) -> Option<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let is_contract = opener.level == 2 && text.slice(opener.name) == "Routing";
    let is_begun =
        has_label(text, outline, opener, &LABELS) || (is_contract && is_last(text, outline, opener));
    if !is_begun {
        return None;
    }
    let span = opener.section(text, outline);
    let has_figures = LABELS.get(CONFIDENCE..=DISAMBIGUATED);
    let is_rev_b = has_figures.is_some_and(|labels| has_label(text, outline, opener, labels));
    Some(if is_contract && is_rev_b {
        Recognition { span, revision: Revision::Current, reason: "heading `## Routing:`" }
    } else if is_contract {
        let reason = "heading `## Routing:`, without confidence and disambiguation";
        Recognition { span, revision: Revision::RevA, reason }
    } else {
        let reason = "heading that names a routing, and a context or a flow";
        Recognition { span, revision: Revision::Legacy, reason }
    })
}
