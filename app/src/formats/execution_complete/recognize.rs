//! Where a chain is said to be done.

use super::CompletedStep;
use super::names::labels;
use crate::chain::has_steps;
use crate::format::prelude::*;
use crate::markdown::TitledHeading;
use crate::reading::{Scope, has_label, is_last};

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &[
        "done", "execution complete", "chain complete", "chain completed", "chain done", "completed chain",
    ],
    form: HeadingForm::Titled,
    deepest: 6,
    contract: &["## Done: "],
    evidence: Evidence::Code(|scan, heading, _| opens(scan, heading)),
})];

/// Many headings say that something is done; a table of results or one of the labels makes it a chain.
pub(super) fn opens(scan: &Scan<'_>, opener: &TitledHeading) -> Option<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let span = opener.section(text, outline);
    let is_contract = opener.level == 2 && text.slice(opener.name) == "Done";
    let is_begun =
        || is_contract && (has_label(text, outline, opener, &labels()) || is_last(text, outline, opener));
    let is_chain = has_steps::<CompletedStep>(&Scope::new(text, outline, span)) || is_begun();
    let otherwise = "heading that says that a chain is done, and a table of results";
    is_chain.then(|| Recognition::of(span, is_contract, ["heading `## Done:`", otherwise]))
}
