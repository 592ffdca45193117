//! Where a chain is presented.

use crate::block::{Recognition, Revision};
use crate::chain::is_step_table;
use crate::markdown::{Kind, Outline, TitledHeading};
use crate::reading::normal;
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener, Scan};
use crate::text::{Span, Text};

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &["chain", "chain compilation", "compiled chain", "proposed chain", "chain plan"],
    form: HeadingForm::Titled,
    deepest: 6,
    contract: &["## Chain: "],
    evidence: Evidence::Code(|scan, heading, _| opens(scan, heading)),
})];

/// Questions that end the presentation.
const QUESTIONS: [&str; 5] = ["execute", "proceed", "shall i", "ready to execute", "approve"];

pub(super) fn opens(scan: &Scan<'_>, opener: &TitledHeading) -> Option<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let span = up_to_question(text, outline, opener.section(text, outline));
    let name = text.slice(opener.name);
    let is_contract = opener.level == 2 && name == "Chain";
    let has_table = outline.slice(outline.range(span)).iter().any(|node| match node.kind {
        Kind::Table(table) => node.fence == opener.fence && is_step_table(text, outline, table),
        _ => false,
    });
    if opener.title.is_empty() || !(is_contract && may_present(text, outline, opener, span) || has_table) {
        return None;
    }
    Some(if is_contract {
        Recognition { span, revision: Revision::Current, reason: "heading `## Chain:`" }
    } else {
        let reason = "heading that names a chain, and a table of steps";
        Recognition { span, revision: Revision::Legacy, reason }
    })
}

/// `## Chain: what is it?` asks, and sentences alone answer; a presentation has labels, a table or a list.
fn may_present(text: &Text, outline: &Outline, opener: &TitledHeading, span: Span) -> bool {
    let is_part = |kind: &Kind| matches!(kind, Kind::KeyValue(_) | Kind::Table(_) | Kind::Item { .. });
    let mut nodes = outline.slice(outline.range(span)).iter().filter(|node| node.fence == opener.fence);
    !text.slice(opener.title).ends_with('?') || nodes.any(|node| is_part(&node.kind))
}

/// What follows the question is an answer, or talk.
fn up_to_question(text: &Text, outline: &Outline, section: Span) -> Span {
    let nodes = outline.slice(outline.range(section));
    let fence = nodes.first().and_then(|node| node.fence);
    let is_question = |node: &&crate::markdown::Node| {
        let Kind::Prose { text: words } = node.kind else { return false };
        let line = text.slice(words.take(80)).split(['\n', '\r']).next().unwrap_or_default();
        // The answers may be offered behind it: `Proceed? (yes / no)`.
        let asked = line.find('?').filter(|_| line.trim_end().ends_with(['?', ')', ']', '*'])).is_some();
        let words = normal(line);
        node.fence == fence && asked && QUESTIONS.iter().any(|question| words.starts_with(question))
    };
    let Some(question) = nodes.iter().find(is_question) else { return section };
    let line = text.lines().line(text.lines().line_of(question.span.start));
    Span::new(section.start, line.end.min(section.end))
}
