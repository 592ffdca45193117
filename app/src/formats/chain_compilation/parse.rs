//! Reads a chain, part by part.

use super::ChainCompilation;
use super::descriptions::{self, Lists};
use super::rules::QUESTION;
use crate::block::Block;
use crate::chain::{MISSING_STEPS, read_steps};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::{Kind, TitledHeading};
use crate::reading::{
    HEADING_FORM, LABEL_FORM, LabelName, Labels, PLACEHOLDER, Scope, is_placeholder, normal, report_text,
};
use crate::text::Span;

const REQUEST: usize = 0;
const SOURCE: usize = 1;
const EXECUTION: usize = 2;
const DESCRIPTIONS: usize = 3;

static LABELS: [LabelName; 4] = [
    LabelName {
        name: "Request",
        synonyms: &["user request", "human request", "task", "goal"],
        field: "request",
    },
    LabelName { name: "Source", synonyms: &["flow", "origin", "based on"], field: "source" },
    LabelName {
        name: "Execution",
        synonyms: &["execution mode", "execution order", "execution plan", "mode", "order"],
        field: "execution",
    },
    LabelName {
        name: "What each step does",
        synonyms: &["what the steps do", "step descriptions", "step details"],
        field: "stepDescriptions",
    },
];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ChainCompilation {
    let mut chain = ChainCompilation { title: title(block, sink), ..ChainCompilation::default() };
    let labels = Labels::read(block, &LABELS);
    chain.request = labels.required(REQUEST, sink).map(|stated| stated.value);
    chain.source = labels.required(SOURCE, sink).map(|stated| stated.value);
    chain.execution = match loose_execution(block) {
        Some(words) if labels.find(EXECUTION).is_none() => Some(read_loose_execution(block, words, sink)),
        _ => execution(&labels, block, sink),
    };
    chain.steps = read_steps(block, sink);
    if chain.steps.is_empty() {
        let message = "the chain has no table of steps";
        let opener = Scope::of(block).opening_line();
        sink.report(Diagnostic::new(&MISSING_STEPS, opener, message).field("steps"));
    }
    let below =
        |name| labels.find(name).filter(|label| label.value.is_empty()).map(|label| label.below.clone());
    let lists = Lists { described: below(DESCRIPTIONS), executed: below(EXECUTION) };
    chain.step_descriptions = descriptions::parse(block, &lists, sink);
    question(block, sink);
    Scope::of(block).mark_boilerplate(&["what each step does", "execute"], sink);
    report_text(block, sink);
    chain
}

/// On one line, or as a list of what runs after what.
fn execution(labels: &Labels<'_>, block: &Block<'_>, sink: &mut Sink) -> Option<String> {
    let label = labels.find(EXECUTION);
    let is_listed = label
        .is_some_and(|label| label.value.is_empty() && Scope::of(block).items(label.below.clone()).len() > 1);
    if !is_listed {
        return labels.required(EXECUTION, sink).map(|stated| stated.value);
    }
    let stated = labels.required_text(EXECUTION, sink)?;
    let message = "the execution stands in a list below its label";
    let listed = Diagnostic::new(&LABEL_FORM, stated.span, message).field("execution");
    sink.report(listed.expected("`Sequential`, `Parallel: [1,2] -> [3]` or `Single step`"));
    Some(stated.value)
}

fn title(block: &Block<'_>, sink: &mut Sink) -> Option<String> {
    let node = block.outline.range(block.span).start;
    let opener = TitledHeading::read(block.text, block.outline, node)?;
    sink.markup(opener.line);
    let title = block.read(opener.title).into_owned();
    if is_placeholder(&title) {
        let message = format!("`{title}` is a placeholder");
        sink.report(Diagnostic::new(&PLACEHOLDER, opener.title, message).field("title").found(title));
        return None;
    }
    sink.field(FieldPath::name("title"), opener.title);
    let expected = format!("## Chain: {}", block.text.slice(opener.title));
    let written = block.text.slice(opener.line);
    if written != expected {
        sink.report(
            Diagnostic::new(&HEADING_FORM, opener.line, format!("the heading is written `{written}`"))
                .field("title")
                .expected(expected.as_str())
                .found(written)
                .fix(format!("Write `{expected}`"), opener.line, expected.clone()),
        );
    }
    Some(title)
}

/// A line such as `Sequential execution`, which stands without its label.
fn loose_execution(block: &Block<'_>) -> Option<Span> {
    let nodes = block.outline.slice(block.outline.range(block.span));
    let fence = nodes.first()?.fence;
    nodes.iter().filter(|node| node.fence == fence).find_map(|node| {
        let line = match node.kind {
            Kind::Prose { text } => text,
            // `Parallel: [1,2] -> [3]` looks like a label.
            Kind::KeyValue(pair) if !pair.is_strong => node.span.trim(block.text.source()),
            _ => return None,
        };
        let words = normal(block.text.slice(line.take(60)));
        let is_mode = ["sequential", "parallel", "single step"].iter().any(|mode| words.starts_with(mode));
        let is_line = !block.text.slice(line).contains(['\n', '\r']) && line.len() < 120;
        (is_mode && is_line).then_some(line)
    })
}

fn read_loose_execution(block: &Block<'_>, line: Span, sink: &mut Sink) -> String {
    let written = block.read(line).into_owned();
    sink.field(FieldPath::name("execution"), line);
    let label = "**Execution:** ";
    sink.report(
        Diagnostic::new(&LABEL_FORM, line, "the execution stands without its label")
            .field("execution")
            .expected(format!("{label}{written}"))
            .found(written.as_str())
            .fix("Write its label", Span::empty_at(line.start), label),
    );
    written
}

/// The presentation ends with the question whether to begin.
fn question(block: &Block<'_>, sink: &mut Sink) {
    let end = block.text.slice(block.span).trim_end();
    let last = end.rsplit(['\n', '\r']).next().unwrap_or_default();
    if !last.contains('?') {
        let message = "the chain does not ask whether to begin";
        sink.report(
            Diagnostic::new(&QUESTION, Scope::of(block).opening_line(), message).expected("`Execute?`"),
        );
    }
}
