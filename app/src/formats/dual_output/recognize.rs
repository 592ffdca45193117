//! Where two opinions are shown together.

use super::parts::{Part, part_lines};
use super::side_by_side::SideBySide;
use crate::chain::Continuation;
use crate::format::prelude::*;
use crate::markdown::{Kind, Outline, TitledHeading};
use crate::reading::{Scope, normal};

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &["dual output"],
    form: HeadingForm::Titled,
    deepest: 6,
    contract: &["### Dual Output: "],
    evidence: Evidence::Code(|scan, heading, _| opens(scan, heading)),
})];

pub(super) fn opens(scan: &Scan<'_>, opener: &TitledHeading) -> Option<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let span = up_to_continuation(text, outline, opener.section(text, outline));
    let title = text.slice(opener.title);
    let action = action_in(title);
    let names_both = action.len() < title.len();
    let is_contract = opener.level == 3 && names_both && !action.is_empty();
    let has_opinion = || {
        part_lines(text, outline, span).iter().any(|line| line.part == Part::SecondOpinion)
            || SideBySide::find(&Scope::new(text, outline, span)).is_some()
    };
    // A sentence is no action.
    let is_action = !action.is_empty() && !action.contains(char::is_whitespace);
    let is_dual = is_contract || (is_action || names_both) && has_opinion();
    let reasons = ["heading `### Dual Output:`", "heading that names a dual output, and a second opinion"];
    is_dual.then(|| Recognition::of(span, is_contract, reasons))
}

/// `review/` of `review/ + Second Opinion`.
pub(super) fn action_in(title: &str) -> &str {
    let plus = title.rfind('+').filter(|at| {
        let after = title.get(at + 1..).unwrap_or_default();
        normal(after) == "second opinion"
    });
    plus.and_then(|at| title.get(..at)).unwrap_or(title).trim_end()
}

/// What follows the line that says which step comes next belongs to that step.
fn up_to_continuation(text: &Text, outline: &Outline, section: Span) -> Span {
    let body = Scope::new(text, outline, section);
    let prose = body.nodes(body.range()).filter(|(_, node)| matches!(node.kind, Kind::Prose { .. }));
    let mut lines = prose.flat_map(|(_, node)| text.lines().within(node.span));
    let last = lines.find(|line| Continuation::alone(text.source(), *line).is_some());
    last.map_or(section, |line| Span::new(section.start, line.end.min(section.end)))
}
