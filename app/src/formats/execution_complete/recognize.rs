//! Where a chain is said to be done.

use super::names::LABELS;
use super::steps::is_result_table;
use crate::block::{Recognition, Revision};
use crate::markdown::{Kind, TitledHeading};
use crate::reading::{has_label, is_last};
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener, Scan};

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &[
        "done", "execution complete", "chain complete", "chain completed", "chain done", "completed chain",
    ],
    form: HeadingForm::Titled,
    deepest: 6,
    contract: &["## Done: "],
    evidence: Evidence::Code(|scan, heading, _| opens(scan, heading)),
})];

/// Much is done under a heading that says so: a table of results or one of the labels makes it a chain.
pub(super) fn opens(scan: &Scan<'_>, opener: &TitledHeading) -> Option<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let span = opener.section(text, outline);
    let is_contract = opener.level == 2 && text.slice(opener.name) == "Done";
    let has_results = outline.slice(outline.range(span)).iter().any(|node| match node.kind {
        Kind::Table(table) => node.fence == opener.fence && is_result_table(text, outline, table),
        _ => false,
    });
    let is_begun =
        is_contract && (has_label(text, outline, opener, &LABELS) || is_last(text, outline, opener));
    if !(has_results || is_begun) {
        return None;
    }
    Some(if is_contract {
        Recognition { span, revision: Revision::Current, reason: "heading `## Done:`" }
    } else {
        let reason = "heading that says that a chain is done, and a table of results";
        Recognition { span, revision: Revision::Legacy, reason }
    })
}
