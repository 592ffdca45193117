//! Reads a chain, part by part.

use super::ChainCompilation;
use super::descriptions;
use crate::chain::required_steps;
use crate::format::prelude::*;
use crate::markdown::Kind;
use crate::reading::{HEADING_FORM, LABEL_FORM, Labels, Scope, normal, report_text};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ChainCompilation {
    let body = Scope::of(block);
    let labels = Labels::of(block, ChainCompilation::FIELDS);
    let chain = ChainCompilation {
        title: title(&body, sink),
        request: labels.required("request", sink).map(|stated| stated.value),
        source: labels.required("source", sink).map(|stated| stated.value),
        execution: match loose_execution(&body).filter(|_| labels.find("execution").is_none()) {
            Some(words) => read_loose_execution(&body, words, sink),
            None => execution(&body, &labels, sink),
        },
        steps: required_steps(&body, sink),
        step_descriptions: descriptions::parse(&body, &labels, sink),
    };
    body.mark_boilerplate(&["what each step does", "execute"], sink);
    report_text(block, sink);
    chain
}

/// On one line, or as a list of what runs after what.
fn execution(body: &Scope<'_>, labels: &Labels<'_>, sink: &mut Sink) -> Option<String> {
    let below = labels.list("execution");
    if below.is_none_or(|below| body.items(below).len() < 2) {
        return labels.required("execution", sink).map(|stated| stated.value);
    }
    let stated = labels.required_text("execution", sink)?;
    let message = "the execution is in a list below its label";
    let listed = Diagnostic::new(&LABEL_FORM, stated.span, message).field("execution");
    sink.report(listed.expected("`Sequential`, `Parallel: [1,2] -> [3]` or `Single step`"));
    Some(stated.value)
}

fn title(body: &Scope<'_>, sink: &mut Sink) -> Option<String> {
    let heading = body.titled_heading()?;
    sink.markup(heading.line);
    let title = body.value(heading.title, "title", sink)?;
    let (written, expected) = (body.read(heading.line), format!("## Chain: {title}"));
    if written != expected {
        let form = Diagnostic::spelling(&HEADING_FORM, heading.line, "the heading", &written, &expected);
        sink.report(form.field("title"));
    }
    Some(title)
}

/// A line such as `Sequential execution` without its label.
fn loose_execution(body: &Scope<'_>) -> Option<Span> {
    body.nodes(body.range()).find_map(|(_, node)| {
        let line = match node.kind {
            Kind::Prose { text } => text,
            // `Parallel: [1,2] -> [3]` looks like a label.
            Kind::KeyValue(pair) if !pair.is_strong => node.span.trim(body.text.source()),
            _ => return None,
        };
        let words = normal(body.text.slice(line.take(60)));
        let is_mode = ["sequential", "parallel", "single step"].iter().any(|mode| words.starts_with(mode));
        let is_line = !body.text.slice(line).contains(['\n', '\r']) && line.len() < 120;
        (is_mode && is_line).then_some(line)
    })
}

fn read_loose_execution(body: &Scope<'_>, line: Span, sink: &mut Sink) -> Option<String> {
    let written = body.read(line).into_owned();
    sink.field(FieldPath::name("execution"), line);
    let label = "**Execution:** ";
    sink.report(
        Diagnostic::new(&LABEL_FORM, line, "the execution has no label")
            .field("execution")
            .expected(format!("{label}{written}"))
            .found(written.as_str())
            .fix("Write its label", Span::empty_at(line.start), label),
    );
    Some(written)
}
