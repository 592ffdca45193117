//! Where two opinions are shown together.

use super::parts::{Part, part_lines};
use super::side_by_side;
use crate::block::{Recognition, Revision};
use crate::chain::Continuation;
use crate::markdown::{Kind, Outline, TitledHeading};
use crate::reading::normal;
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener, Scan};
use crate::text::{Span, Text};

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
            || side_by_side::is_in(text, outline, span)
    };
    // A sentence is no action.
    let is_action = !action.is_empty() && !action.contains(char::is_whitespace);
    if !is_contract && !((is_action || names_both) && has_opinion()) {
        return None;
    }
    Some(if is_contract {
        Recognition { span, revision: Revision::Current, reason: "heading `### Dual Output:`" }
    } else {
        let reason = "heading that names a dual output, and a second opinion";
        Recognition { span, revision: Revision::Legacy, reason }
    })
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
    let nodes = outline.slice(outline.range(section));
    let fence = nodes.first().and_then(|node| node.fence);
    let prose = nodes.iter().filter(|node| node.fence == fence && matches!(node.kind, Kind::Prose { .. }));
    let lines = prose.flat_map(|node| {
        let first = text.lines().line_of(node.span.start);
        let last = text.lines().line_of(node.span.end.max(1) - 1);
        (first..=last).map(|line| text.lines().line(line))
    });
    let last = lines.into_iter().find(|line| Continuation::alone(text.source(), *line).is_some());
    last.map_or(section, |line| Span::new(section.start, line.end.min(section.end)))
}
