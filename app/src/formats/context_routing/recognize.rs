//! Where a routing is announced.

use super::parse::{CONFIDENCE, DISAMBIGUATED, LABELS};
use crate::format::{Recognition, Revision};
use crate::markdown::{Glance, Outline, TitledHeading, titled_headings};
use crate::reading::{has_label, is_last};
use crate::text::Text;

const NAMES: [&str; 4] = ["routing", "context routing", "department routing", "request routing"];

pub(super) fn may_be_in(glance: &Glance<'_>) -> bool {
    glance.has_titled_heading(&NAMES)
}

pub(super) fn recognize(text: &Text, outline: &Outline) -> Vec<Recognition> {
    let openers = titled_headings(text, outline, &NAMES);
    openers.iter().filter_map(|opener| recognized(text, outline, opener)).collect()
}

/// Web pages are routed too: a context or a flow below the heading makes it a request.
fn recognized(text: &Text, outline: &Outline, opener: &TitledHeading) -> Option<Recognition> {
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
