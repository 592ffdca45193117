//! Headings that open a block by the contract's word and a title: `## Done: Session store`.

use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink, rule_set};
use crate::markdown::{Outline, TitledHeading};
use crate::text::{Span, Text};

use super::labels::{LabelName, known_as, label_at};
use super::placeholder::is_placeholder;
use super::scope::Scope;
use super::text_shape::PLACEHOLDER;

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
    opener: &'static str,
    field: &'static str,
    missing: &'static Rule,
    sink: &mut Sink,
) -> Option<String> {
    let first = block.outline.range(block.span).start;
    let heading = TitledHeading::read(block.text, block.outline, first)?;
    let before = Span::new(block.span.start, heading.line.start);
    sink.markup(before.to(heading.line));
    if block.text.slice(before).contains(['-', '*', '+']) {
        let message = "the heading stands in an item of a list";
        sink.report(Diagnostic::new(&HEADING_FORM, heading.line, message).field(field));
    }
    let title = block.text.read(heading.title);
    if title.is_empty() {
        let message = format!("nothing stands behind `{}`", opener.trim_end());
        sink.report(Diagnostic::new(missing, heading.line, message).field(field));
        return None;
    }
    let written = block.text.slice(heading.line);
    let expected = format!("{opener}{}", block.text.slice(heading.title));
    if written != expected {
        sink.report(
            Diagnostic::new(&HEADING_FORM, heading.line, format!("the heading is written `{written}`"))
                .field(field)
                .expected(expected.as_str())
                .found(written)
                .fix(format!("Write `{expected}`"), heading.line, expected.clone()),
        );
    }
    if is_placeholder(&title) {
        let message = format!("`{title}` is a placeholder");
        sink.report(Diagnostic::new(&PLACEHOLDER, heading.title, message).field(field).found(title));
        return None;
    }
    sink.field(FieldPath::name(field), heading.title);
    Some(title.into_owned())
}

/// Whether one of the labels stands below a heading, in the same fence.
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
