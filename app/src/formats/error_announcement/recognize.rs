//! Where an error is announced.

use super::names::LABELS;
use super::recovery::HEADINGS;
use crate::format::prelude::*;
use crate::markdown::{Outline, TitledHeading};
use crate::reading::{has_label, is_last};

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &["error", "error announcement", "step error", "execution error"],
    form: HeadingForm::Titled,
    deepest: 6,
    contract: &["## Error: "],
    evidence: Evidence::Code(|scan, heading, _| opens(scan, heading)),
})];

pub(super) fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
    let mut found = scan.recognize(OPENERS);
    if !found.is_empty() {
        take_options(scan.text, scan.outline, &mut found);
    }
    found
}

/// Includes the recovery options in the error, even below a heading of its level or above.
fn take_options(text: &Text, outline: &Outline, found: &mut [Recognition]) {
    let headings = outline.all_headings().filter_map(|(node, _)| TitledHeading::alone(text, outline, node));
    let is_of_options = |heading: &TitledHeading| {
        HEADINGS.iter().any(|name| name.eq_ignore_ascii_case(text.slice(heading.name)))
    };
    let sections = headings.filter(is_of_options).map(|heading| heading.section(text, outline));
    let mut sections = sections.peekable();
    for recognition in found {
        let end = recognition.span.end;
        while sections.next_if(|section| section.start < end).is_some() {}
        if let Some(options) = sections.next_if(|section| section.start == end) {
            recognition.span.end = options.end;
        }
    }
}

const REASONS: [&str; 2] =
    ["heading `## Error:`", "heading that names an error, and a step or what may be done"];

/// Headings in a guide may name an error too; an announcement also states the failed step or the recovery options.
fn opens(scan: &Scan<'_>, opener: &TitledHeading) -> Option<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let is_contract = opener.level == 2 && text.slice(opener.name) == "Error";
    let is_begun =
        has_label(text, outline, opener, &LABELS) || (is_contract && is_last(text, outline, opener));
    is_begun.then(|| scan.under(opener, is_contract, REASONS))
}
