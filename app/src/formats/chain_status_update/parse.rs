//! Reads an update: its title, what has changed, and the steps.

use super::ChainStatusUpdate;
use super::recognize::Form;
use super::rules::{MISSING_CHANGES, REV_A_HEADING};
use crate::block::Block;
use crate::chain::{MISSING_STEPS, is_step_table, read_steps};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::{Kind, Node, TitledHeading};
use crate::reading::{HEADING_FORM, PLACEHOLDER, is_placeholder, normal, report_text, same_but_dashes};
use crate::text::Span;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ChainStatusUpdate {
    let range = block.outline.range(block.span);
    let opener = TitledHeading::read(block.text, block.outline, range.start);
    let line = opener.map_or(block.span, |opener| opener.line);
    let title = opener.and_then(|opener| title(block, &opener, sink));
    let changes = changes(block, line, sink);
    let steps = read_steps(block, sink);
    if steps.is_empty() {
        let message = "the update has no table of steps";
        sink.report(Diagnostic::new(&MISSING_STEPS, line, message).field("steps"));
    }
    report_text(block, sink);
    ChainStatusUpdate { title, changes, steps }
}

fn title(block: &Block<'_>, opener: &TitledHeading, sink: &mut Sink) -> Option<String> {
    let form = Form::read(block.text, opener)?;
    let span = match form {
        Form::Updated(title) => title,
        Form::Status | Form::Other => opener.title,
    };
    sink.markup(opener.line);
    let title = block.read(span).into_owned();
    if is_placeholder(&title) {
        let message = format!("`{title}` is a placeholder");
        sink.report(Diagnostic::new(&PLACEHOLDER, span, message).field("title").found(title));
        return None;
    }
    sink.field(FieldPath::name("title"), span);
    let expected = format!("## Chain: {title} -- Updated");
    let written = block.read(opener.line);
    if !same_but_dashes(&written, &expected) {
        let rule = if form == Form::Status { &REV_A_HEADING } else { &HEADING_FORM };
        sink.report(
            Diagnostic::new(rule, opener.line, format!("the heading is written `{written}`"))
                .field("title")
                .expected(expected.as_str())
                .found(written.as_ref())
                .fix(format!("Write `{expected}`"), opener.line, expected.clone()),
        );
    }
    Some(title)
}

/// What stands between the heading and the table; below the table, where nothing stands above it.
fn changes(block: &Block<'_>, opener: Span, sink: &mut Sink) -> Option<String> {
    let source = block.text.source();
    let nodes = block.outline.slice(block.outline.range(block.span)).get(1..).unwrap_or_default();
    let is_steps = |node: &Node| match node.kind {
        Kind::Table(table) => is_step_table(block.text, block.outline, table),
        _ => false,
    };
    let says_something = |node: &&Node| {
        let is_empty = matches!(node.kind, Kind::Blank | Kind::Rule) || is_steps(node);
        let words = node.span.take(60).slice(source);
        !is_empty && !normal(words.split(['\n', '\r']).next().unwrap_or_default()).starts_with("continuing")
    };
    let table = nodes.iter().position(is_steps).unwrap_or(nodes.len());
    let (above, below) = nodes.split_at(table);
    let span = [above, below].into_iter().find_map(|nodes| {
        let (first, last) = (nodes.iter().find(says_something)?, nodes.iter().rfind(says_something)?);
        Some(first.span.to(last.span).trim(source))
    });
    let Some(span) = span else {
        let message = "the update does not say what has changed";
        sink.report(Diagnostic::new(&MISSING_CHANGES, opener, message).field("changes"));
        return None;
    };
    let written = block.read(span);
    if is_placeholder(&written) {
        let message = format!("`{written}` is a placeholder");
        sink.report(Diagnostic::new(&PLACEHOLDER, span, message).field("changes").found(written));
        return None;
    }
    sink.field(FieldPath::name("changes"), span);
    Some(written.into_owned())
}
