//! Headings that open a block by the contract's word and a title: `## Done: Session store`.

use crate::block::{Block, Revision};
use crate::diagnostic::{Diagnostic, Rule, Sink, rule_set};
use crate::markdown::{Outline, TitledHeading};
use crate::text::{Span, Text};

use super::labels::{LabelName, known_as, label_at};
use super::scope::Scope;

rule_set! {
    HEADINGS "headings" "Headings" "sets/headings.md":
    HEADING_FORM "heading-form" Warning
        "heading: as the contract writes it"
        "readers that follow the contract find a document by its heading"
}

/// Reads the title behind `opener`, as `## Done: `, and reports what deviates in the heading. `missing` is the rule for a
/// heading without a title.
pub fn read_opener(
    block: &Block<'_>,
    opener: &str,
    field: &'static str,
    missing: &'static Rule,
    sink: &mut Sink,
) -> Option<String> {
    let body = Scope::of(block);
    let heading = body.titled_heading()?;
    let before = Span::new(block.span.start, heading.line.start);
    sink.markup(before.to(heading.line));
    if block.text.slice(before).contains(['-', '*', '+']) {
        let message = "the heading is in an item of a list";
        sink.report(Diagnostic::new(&HEADING_FORM, heading.line, message).field(field));
    }
    if block.text.slice(heading.title).trim().is_empty() {
        let message = format!("nothing follows `{}`", opener.trim_end());
        sink.report(Diagnostic::new(missing, heading.line, message).field(field));
        return None;
    }
    let written = block.text.slice(heading.line);
    let expected = format!("{opener}{}", block.text.slice(heading.title));
    if written != expected {
        let form = Diagnostic::spelling(&HEADING_FORM, heading.line, "the heading", written, &expected);
        sink.report(form.field(field));
    }
    body.value(heading.title, field, sink)
}

/// Reports the heading of a block that is not written as the contract has it, where that has no title.
pub fn report_name(block: &Block<'_>, wanted: &str, sink: &mut Sink) {
    let line = Scope::of(block).opening_line();
    sink.markup(line);
    if block.revision == Revision::Current {
        return;
    }
    let message = format!("the heading is written `{}`", block.read(line));
    let misspelled = Diagnostic::new(&HEADING_FORM, line, message).expected(format!("`{wanted}`"));
    // A title is content, which no edit may drop.
    match Scope::of(block).titled_heading().filter(|heading| !heading.title.is_empty()) {
        Some(heading) => {
            sink.prose(heading.title);
            sink.report(misspelled);
        }
        None => sink.report(misspelled.fix(format!("Write `{wanted}`"), line, wanted)),
    }
}

/// Whether one of the labels is below a heading, in the same fence.
pub fn has_label(text: &Text, outline: &Outline, heading: &TitledHeading, names: &[LabelName]) -> bool {
    let body = Scope::new(text, outline, heading.section(text, outline));
    let end = body.range().end;
    let mut lines =
        body.nodes(body.range()).filter_map(|(index, node)| label_at(&body, index, node, names, end..end));
    lines.any(|label| label.known.is_some())
        || body.table_labels(body.range()).iter().any(|row| known_as(&row.name, names).is_some())
}

/// Whether a text ends with the heading: what it opens may still be being written.
pub fn is_last(text: &Text, outline: &Outline, heading: &TitledHeading) -> bool {
    let section = heading.section(text, outline);
    let below = Span::new(heading.line.end, section.end);
    section.end == text.span().end && text.slice(below).trim().is_empty()
}
