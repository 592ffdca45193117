//! 1.3, Chain Status Update: what has changed in a chain that runs.

mod recognize;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use recognize::Form;
use rules::{MISSING_CHANGES, REV_A_HEADING};

use crate::chain::{ChainStep, STEPS, WAITS, is_step_table, report_order, required_steps};
use crate::format::prelude::*;
use crate::markdown::{Kind, Node};
use crate::reading::{
    FENCES, HEADING_FORM, HEADINGS, Scope, TABLES, TEXT, normal, report_text, same_but_dashes,
};

record! {
    pub struct ChainStatusUpdate as camelCase {
        title: Option<String> = required Text,
        /// What has changed, in free words.
        changes: Option<String> = required Markdown,
        steps: Vec<ChainStep> = required Table(ChainStep::FIELDS),
    }
}

impl Format for ChainStatusUpdate {
    const SPEC: Spec = spec! {
        id: "1.3",
        slug: "chain-status-update",
        name: "Chain Status Update",
        revisions: &[Revision::Current, Revision::RevA, Revision::Legacy],
        hints: Hints::titled(&["title"]),
        gate: 9,
        priority: Some(4),
        pattern: Some(r"^## Chain: (.+) -- Updated$"),
        openers: recognize::OPENERS,
        sets: &[&HEADINGS, &STEPS, &WAITS, &TABLES, &TEXT, &FENCES],
    };

    const PARSE: Parse<Self> = |block, sink| {
        let body = Scope::of(block);
        let update = Self {
            title: title(&body, sink),
            changes: changes(&body, sink),
            steps: required_steps(&body, sink),
        };
        report_text(block, sink);
        update
    };

    const CHECK: Check<Self> = |value, block, sink| {
        report_order(&value.steps, Span::empty_at(block.span.start), sink);
    };

    const SUMMARY: Summarize<Self> = |value| {
        let is_failed = |step: &ChainStep| step.progress() == Some(Progress::Failed);
        let has_failed = value.steps.iter().any(is_failed);
        let state = if has_failed { State::Failed } else { State::None };
        Summary { title: value.title.clone(), state, ..Summary::default() }
    };

    fn moves(&self) -> Vec<Move> {
        vec![Move::Updated {
            title: self.title.clone(),
            changes: self.changes.clone(),
            steps: ChainStep::planned(&self.steps),
        }]
    }
}

fn title(body: &Scope<'_>, sink: &mut Sink) -> Option<String> {
    let heading = body.titled_heading()?;
    let (span, rule) = match Form::read(body.text, &heading)? {
        Form::Updated(title) => (title, &HEADING_FORM),
        Form::Status => (heading.title, &REV_A_HEADING),
        Form::Other => (heading.title, &HEADING_FORM),
    };
    sink.markup(heading.line);
    let title = body.value(span, "title", sink)?;
    let (written, expected) = (body.read(heading.line), format!("## Chain: {title} -- Updated"));
    if !same_but_dashes(&written, &expected) {
        let form = Diagnostic::spelling(rule, heading.line, "the heading", &written, &expected);
        sink.report(form.field("title"));
    }
    Some(title)
}

/// What is between the heading and the table; below the table, where nothing is above it.
fn changes(body: &Scope<'_>, sink: &mut Sink) -> Option<String> {
    let source = body.text.source();
    let nodes = body.outline.slice(body.range()).get(1..).unwrap_or_default();
    let is_steps = |node: &Node| match node.kind {
        Kind::Table(table) => is_step_table::<ChainStep>(body, table),
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
        sink.report(Diagnostic::new(&MISSING_CHANGES, body.opening_line(), message).field("changes"));
        return None;
    };
    body.value(span, "changes", sink)
}
