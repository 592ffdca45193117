//! Finds and reads learnings that are put before a person.

use super::LearningSurface;
use super::rules::{HEADING, LABEL_FORM, LABEL_RULES, MISSING_MODEL, MOJIBAKE};
use crate::chain::model_in;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::format::{Block, Recognition, Revision};
use crate::markdown::{Kind, Outline, TitledHeading, named_headings};
use crate::reading::{LabelName, Labels, Stated, report_mojibake};
use crate::text::{Span, Text};

const HEADINGS: [&str; 3] = ["agent learning", "agent learnings", "agent learning surfaced"];

const FROM: usize = 0;
const ISSUE: usize = 1;
const ROOT_CAUSE: usize = 2;
const SUGGESTED_FIX: usize = 3;

static NAMES: [LabelName; 4] = [
    LabelName { name: "From", synonyms: &["agent", "source"], field: "fromAction" },
    LabelName { name: "Issue", synonyms: &["problem", "learning"], field: "issue" },
    LabelName { name: "Root cause", synonyms: &["cause", "why"], field: "rootCause" },
    LabelName { name: "Suggested fix", synonyms: &["suggestion", "fix", "solution"], field: "suggestedFix" },
];

pub(super) fn recognize(text: &Text, outline: &Outline) -> Vec<Recognition> {
    let recognition = |heading: TitledHeading| {
        let is_contract = heading.level == 2 && heading.line.slice(text.source()) == "## Agent Learning";
        Recognition {
            span: heading.section(text, outline),
            revision: if is_contract { Revision::Current } else { Revision::Legacy },
            reason: "heading `## Agent Learning`",
        }
    };
    named_headings(text, outline, &HEADINGS).into_iter().map(recognition).collect()
}

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> LearningSurface {
    let labels = Labels::read(block, &NAMES).or_in_tables(block);
    heading(block, sink);
    tables(block, &labels, sink);
    let mut learning = LearningSurface::default();
    if let Some(from) = labels.required(FROM, &LABEL_RULES, sink) {
        origin(&from, block, &mut learning, sink);
    }
    learning.issue = labels.required_text(ISSUE, &LABEL_RULES, sink).map(unquoted);
    learning.root_cause = labels.required_text(ROOT_CAUSE, &LABEL_RULES, sink).map(unquoted);
    // The question that closes a learning stands behind its last value, a line apart.
    learning.suggested_fix = labels.required_text(SUGGESTED_FIX, &LABEL_RULES, sink).map(|fix| {
        let value = unquoted(fix);
        let last = value.rfind(['\n', '\r']).map(|at| value.get(at..).unwrap_or_default().trim());
        match last.filter(|last| last.trim_matches('*').eq_ignore_ascii_case("implement?")) {
            Some(question) => bare(value.trim_end().strip_suffix(question).unwrap_or(&value)).to_owned(),
            None => value,
        }
    });
    report_mojibake(block, &MOJIBAKE, sink);
    learning
}

fn heading(block: &Block<'_>, sink: &mut Sink) {
    let source = block.text.source();
    let first = block.outline.slice(block.outline.range(block.span)).first();
    let Some(line) = first.map(|node| node.span.trim(source)) else { return };
    sink.markup(line);
    if block.revision != Revision::Current {
        let message = format!("the heading is written `{}`", line.slice(source));
        let misspelled = Diagnostic::new(&HEADING, line, message).expected("`## Agent Learning`");
        sink.report(misspelled.fix("Write `## Agent Learning`", line, "## Agent Learning"));
    }
}

/// Reports the tables that the values stand in. A row that says something else is left as it is.
fn tables(block: &Block<'_>, labels: &Labels<'_>, sink: &mut Sink) {
    let mut reported_until = block.span.start;
    for label in labels.all() {
        let Some(node) = block.outline.nodes().get(label.below.start) else { continue };
        let is_in_table = matches!(node.kind, Kind::Table(_)) && node.span.contains(label.line);
        if !is_in_table || node.span.end <= reported_until {
            continue;
        }
        reported_until = node.span.end;
        let place = node.span.trim(block.text.source());
        let misplaced = Diagnostic::new(&LABEL_FORM, place, "the values stand in a table");
        sink.report(misplaced.expected("`**From:** {action/} ({model})`, each value on a line of its own"));
    }
}

/// `review/ (sonnet)`: the action, and the model in parentheses.
fn origin(from: &Stated, block: &Block<'_>, learning: &mut LearningSurface, sink: &mut Sink) {
    let source = block.text.source();
    let written = from.span.slice(source);
    let open = written.find('(');
    let action = from.span.take(open.unwrap_or(written.len())).trim(source);
    sink.field(FieldPath::name("fromAction"), action);
    learning.from_action =
        Some(block.text.read(action).trim_matches('`').to_owned()).filter(|name| !name.is_empty());
    let model = open.and_then(|open| {
        let inner = written.get(open + 1..)?;
        let length = inner.find(')').unwrap_or(inner.len());
        Some(Span::of(from.span.start as usize + open + 1, from.span.start as usize + open + 1 + length))
    });
    let Some(model) =
        model.map(|model| model_in(source, model.trim(source))).filter(|model| !model.is_empty())
    else {
        let message = "the learning does not say which model had it";
        let missing = Diagnostic::new(&MISSING_MODEL, from.span, message).field("fromModel");
        sink.report(missing.expected("`**From:** {action/} ({model})`"));
        return;
    };
    sink.field(FieldPath::name("fromModel"), model);
    learning.from_model = Some(block.text.read(model).into_owned());
}

fn unquoted(stated: Stated) -> String {
    bare(&stated.value).to_owned()
}

/// Without the quotes around all of it.
fn bare(value: &str) -> &str {
    let value = value.trim();
    let pairs = [('"', '"'), ('“', '”')];
    let inner = pairs.iter().find_map(|(open, close)| value.strip_prefix(*open)?.strip_suffix(*close));
    inner.filter(|inner| !inner.contains('"')).unwrap_or(value)
}
