//! Where a chain is presented.

use crate::chain::{ChainStep, has_steps};
use crate::format::prelude::*;
use crate::markdown::{Kind, Node, Outline, TitledHeading};
use crate::reading::{Scope, normal};

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
    let body = Scope::new(text, outline, span);
    let has_table = has_steps::<ChainStep>(&body);
    if opener.title.is_empty() || !(is_contract && may_present(&body, opener) || has_table) {
        return None;
    }
    let reasons = ["heading `## Chain:`", "heading that names a chain, and a table of steps"];
    Some(Recognition::of(span, is_contract, reasons))
}

/// `## Chain: what is it?` asks, and sentences alone answer; a presentation has labels, a table or a list.
fn may_present(body: &Scope<'_>, opener: &TitledHeading) -> bool {
    let is_part = |kind: &Kind| matches!(kind, Kind::KeyValue(_) | Kind::Table(_) | Kind::Item { .. });
    let mut nodes = body.nodes(body.range());
    !body.text.slice(opener.title).ends_with('?') || nodes.any(|(_, node)| is_part(&node.kind))
}

/// What follows the question is an answer, or talk.
fn up_to_question(text: &Text, outline: &Outline, section: Span) -> Span {
    let body = Scope::new(text, outline, section);
    let is_question = |(_, node): &(usize, &Node)| {
        let Kind::Prose { text: words } = node.kind else { return false };
        let line = text.slice(words.take(80)).split(['\n', '\r']).next().unwrap_or_default();
        // The answers may be offered behind it: `Proceed? (yes / no)`.
        let asked = line.find('?').filter(|_| line.trim_end().ends_with(['?', ')', ']', '*'])).is_some();
        let words = normal(line);
        asked && QUESTIONS.iter().any(|question| words.starts_with(question))
    };
    let Some((_, question)) = body.nodes(body.range()).find(is_question) else { return section };
    let line = text.lines().line(text.lines().line_of(question.span.start));
    Span::new(section.start, line.end.min(section.end))
}
