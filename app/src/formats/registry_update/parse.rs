//! Finds and reads updates of registries.

use super::RegistryUpdate;
use super::rules::{
    HEADING_SPELLING, LABEL_RULES, MISSING_OPERATION, MISSING_TITLE, MOJIBAKE, OPERATION_SPELLING,
    PLACEHOLDER, UNKNOWN_OPERATION,
};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::format::{Block, Recognition, Revision};
use crate::markdown::{Outline, TitledHeading, titled_headings};
use crate::reading::{
    Body, Choice, Label, LabelName, Labels, Stated, choose, counted, is_placeholder, nearest,
    report_mojibake, unquoted,
};
use crate::text::{Span, Text};

const HEADINGS: [&str; 2] = ["registry update", "registry updated"];
const OPERATIONS: [&str; 3] = ["added", "removed", "updated"];
/// Words for the three, in the form that `normal` gives.
const OPERATION_NAMES: [(&str, &str); 11] = [
    ("added", "added"),
    ("add", "added"),
    ("new", "added"),
    ("removed", "removed"),
    ("remove", "removed"),
    ("deleted", "removed"),
    ("delete", "removed"),
    ("updated", "updated"),
    ("update", "updated"),
    ("changed", "updated"),
    ("modified", "updated"),
];

const FILE: usize = 0;
const LINE: usize = 1;
const CHANGED_LINE: usize = 2;
const OPERATION: usize = 3;

static NAMES: [LabelName; 4] = [
    LabelName { name: "File", synonyms: &["registry", "registry file", "path"], field: "file" },
    LabelName { name: "Line", synonyms: &["lines", "entry", "change"], field: "line" },
    // What was done stands in the label instead of behind it.
    LabelName {
        name: "Line changed",
        synonyms: &[
            "line added",
            "line removed",
            "line updated",
            "line deleted",
            "line modified",
            "added line",
            "removed line",
            "updated line",
            "deleted line",
            "modified line",
            "added",
            "removed",
        ],
        field: "line",
    },
    // The contract says it in front of the line.
    LabelName { name: "Operation", synonyms: &["action", "change type", "type"], field: "operation" },
];

pub(super) fn recognize(text: &Text, outline: &Outline) -> Vec<Recognition> {
    let recognition = |heading: TitledHeading| {
        let is_contract =
            heading.level == 2 && heading.line.slice(text.source()).starts_with("## Registry Update: ");
        Recognition {
            span: heading.section(text, outline),
            revision: if is_contract { Revision::Current } else { Revision::Legacy },
            reason: "heading `## Registry Update:`",
        }
    };
    titled_headings(text, outline, &HEADINGS).into_iter().map(recognition).collect()
}

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> RegistryUpdate {
    let mut update = RegistryUpdate::default();
    let first = block.outline.range(block.span).start;
    if let Some(heading) = TitledHeading::read(block.text, block.outline, first) {
        title(block, &heading, &mut update, sink);
    }
    let labels = Labels::read(block, &NAMES);
    update.file = labels.required(FILE, &LABEL_RULES, sink).map(|file| unquoted(&file.value));
    match labels.find(CHANGED_LINE).filter(|_| labels.find(LINE).is_none()) {
        Some(label) => changed_line(block, label, &mut update, sink),
        None => {
            let listed = lines(block, &labels);
            if !listed.is_empty() {
                listed_lines(block, &listed, &mut update, sink);
            } else if let Some(line) = labels.required(LINE, &LABEL_RULES, sink) {
                operation(block, &line, &mut update, sink);
            }
            if let Some(label) = labels.find(OPERATION).filter(|_| update.operation.is_none()) {
                labelled_operation(block, label, &mut update, sink);
            } else if update.operation.is_none() && update.line.is_some() {
                report_no_operation(block, sink);
            }
        }
    }
    report_mojibake(block, &MOJIBAKE, sink);
    update
}

/// Several lines, listed under their label.
fn lines(block: &Block<'_>, labels: &Labels<'_>) -> Vec<Span> {
    let Some(label) = labels.find(LINE).filter(|label| label.value.is_empty()) else { return Vec::new() };
    let items: Vec<Span> =
        Body::of(block).items(label.below.clone()).into_iter().map(|item| item.span).collect();
    if items.len() > 1 { items } else { Vec::new() }
}

fn listed_lines(block: &Block<'_>, listed: &[Span], update: &mut RegistryUpdate, sink: &mut Sink) {
    let source = block.text.source();
    let contents: Vec<Span> = listed.iter().map(|line| within_quotes(source, *line)).collect();
    contents.iter().for_each(|line| sink.field(FieldPath::name("line"), *line));
    let written: Vec<_> = contents.iter().map(|line| block.text.read(*line)).collect();
    update.line = Some(written.join("\n"));
    if let Some(first) = listed.first() {
        let message = format!("{} stand under one label", counted(listed.len(), "line"));
        let several = Diagnostic::new(LABEL_RULES.form, *first, message).field("line");
        sink.report(several.expected("an update for each line"));
    }
}

/// `**Operation:** added`.
fn labelled_operation(block: &Block<'_>, label: &Label, update: &mut RegistryUpdate, sink: &mut Sink) {
    if label.value.is_empty() {
        return;
    }
    sink.markup(label.line);
    sink.field(FieldPath::name("operation"), label.value);
    update.operation = Some(operation_of(block, label.value, sink));
    let message = "the operation stands under a label of its own";
    let apart = Diagnostic::new(&OPERATION_SPELLING, label.line, message).field("operation");
    sink.report(apart.expected("`added: \"…\"` behind `**Line:**`"));
}

fn report_no_operation(block: &Block<'_>, sink: &mut Sink) {
    let place = sink.coverage.span_of(FieldPath::name("line")).unwrap_or(block.span.take(1));
    let message = "the line does not say what was done to it";
    let missing = Diagnostic::new(&MISSING_OPERATION, place, message).field("operation");
    sink.report(missing.expected("`added: \"…\"`"));
}

fn title(block: &Block<'_>, heading: &TitledHeading, update: &mut RegistryUpdate, sink: &mut Sink) {
    sink.markup(heading.line);
    let written = block.text.read(heading.title).into_owned();
    if written.is_empty() {
        let message = "the heading has no title";
        sink.report(Diagnostic::new(&MISSING_TITLE, heading.line, message).field("title"));
        return;
    }
    sink.field(FieldPath::name("title"), heading.title);
    if is_placeholder(&written) {
        let message = "the title is a placeholder";
        sink.report(Diagnostic::new(&PLACEHOLDER, heading.title, message).field("title"));
    }
    if block.revision != Revision::Current {
        let mended = format!("## Registry Update: {}", heading.title.slice(block.text.source()));
        let message = "the heading is not written as the contract has it";
        let misspelled = Diagnostic::new(&HEADING_SPELLING, heading.line, message).field("title");
        sink.report(misspelled.expected(mended.as_str()).fix(
            format!("Write `{mended}`"),
            heading.line,
            mended.clone(),
        ));
    }
    update.title = Some(written);
}

/// `**Line removed:** "the line"`.
fn changed_line(block: &Block<'_>, label: &Label, update: &mut RegistryUpdate, sink: &mut Sink) {
    let source = block.text.source();
    let written = label.key.slice(source);
    let mut words = written.rsplit(|edge: char| !edge.is_alphanumeric());
    let operation = words.find_map(|word| {
        let (_, known) = OPERATION_NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word))?;
        Some((word, *known))
    });
    if let Some((word, known)) = operation {
        let at = written.find(word).unwrap_or_default();
        sink.field(FieldPath::name("operation"), label.key.skip(at).take(word.len()));
        update.operation = Some(known.to_owned());
    }
    let content = within_quotes(source, label.value);
    if content.is_empty() {
        let message = "nothing stands behind the operation";
        sink.report(Diagnostic::new(LABEL_RULES.missing, label.line, message).field("line"));
        return;
    }
    sink.field(FieldPath::name("line"), content);
    update.line = Some(block.text.read(content).into_owned());
    let message = format!("`Line` is called `{written}`");
    let misnamed = Diagnostic::new(LABEL_RULES.name, label.key, message).field("line").found(written);
    let known = operation.map_or("updated", |(_, known)| known);
    let gap = Span::new(label.key.end, label.value.start);
    let misnamed = misnamed.expected(format!("`**Line:** {known}: \"…\"`"));
    sink.report(misnamed.fix(
        "Say it behind the label",
        label.key.to(gap),
        format!("Line{}{known}: ", gap.slice(source)),
    ));
}

/// `added: "the line"`.
fn operation(block: &Block<'_>, line: &Stated, update: &mut RegistryUpdate, sink: &mut Sink) {
    let source = block.text.source();
    let written = line.span.slice(source);
    let colon = written.find(':').filter(|at| written.get(..*at).is_some_and(is_word));
    let Some(colon) = colon else {
        let (content, word) = behind_line(source, line.span);
        let content = within_quotes(source, content);
        sink.field(FieldPath::name("line"), content);
        update.line = Some(block.text.read(content).into_owned());
        if let Some(word) = word {
            sink.field(FieldPath::name("operation"), word);
            update.operation = Some(operation_of(block, word, sink));
            let message = "the operation stands behind the line";
            let behind = Diagnostic::new(&OPERATION_SPELLING, word, message).field("operation");
            sink.report(behind.expected("`added: \"…\"`"));
        }
        return;
    };
    let word = line.span.take(colon).trim(source);
    sink.field(FieldPath::name("operation"), word);
    update.operation = Some(operation_of(block, word, sink));
    let content = within_quotes(source, line.span.skip(colon + 1).trim(source));
    if content.is_empty() {
        let message = "nothing stands behind the operation";
        sink.report(Diagnostic::new(LABEL_RULES.missing, line.span, message).field("line"));
        return;
    }
    sink.field(FieldPath::name("line"), content);
    update.line = Some(block.text.read(content).into_owned());
}

fn operation_of(block: &Block<'_>, word: Span, sink: &mut Sink) -> String {
    let written = block.text.read(word);
    if is_placeholder(&written) {
        let message = "the operation is a placeholder";
        sink.report(Diagnostic::new(&PLACEHOLDER, word, message).field("operation"));
        return written.into_owned();
    }
    let report = |rule, message: String, nearest: Option<&str>| {
        let found = Diagnostic::new(rule, word, message).field("operation").found(written.as_ref());
        let found = found.expected("`added`, `removed` or `updated`");
        match nearest {
            Some(name) => found.fix(format!("Write `{name}`"), word, name),
            None => found,
        }
    };
    match choose(&written, &OPERATION_NAMES) {
        Choice::Whole(known) | Choice::Among(known) => {
            if written != known {
                let message = format!("the operation is written `{written}`");
                sink.report(report(&OPERATION_SPELLING, message, Some(known)));
            }
            known.to_owned()
        }
        Choice::Unknown => {
            let message = format!("`{written}` is no operation");
            sink.report(report(&UNKNOWN_OPERATION, message, nearest(&written, &OPERATIONS)));
            written.into_owned()
        }
    }
}

/// The line, and the operation that follows it: `"the line" added`.
fn behind_line(source: &str, span: Span) -> (Span, Option<Span>) {
    let written = span.slice(source);
    let parts = written.rsplit_once(char::is_whitespace).filter(|(line, word)| {
        line.trim_end().ends_with(['"', '”', '`'])
            && OPERATION_NAMES
                .iter()
                .any(|(name, _)| name.eq_ignore_ascii_case(word.trim_matches(['(', ')'])))
    });
    match parts {
        Some((line, word)) => {
            (span.take(line.len()).trim(source), Some(span.skip(written.len() - word.len())))
        }
        None => (span, None),
    }
}

/// One word or two, so that no colon inside the line is taken for the one behind the operation.
fn is_word(written: &str) -> bool {
    let mut words = written.split_whitespace();
    let is_short = words.next().is_some() && words.nth(1).is_none();
    is_short && !written.contains(['"', '|', '`'])
}

/// What stands in quotes; a comment in parentheses may follow them.
fn within_quotes(source: &str, span: Span) -> Span {
    let comment = span.slice(source).rsplit_once(['"', '”', '`']).map(|(_, comment)| comment);
    let comment = comment.filter(|comment| comment.trim_start().starts_with('(') && comment.ends_with(')'));
    let span = span.take(span.len() as usize - comment.map_or(0, str::len)).trim(source);
    let written = span.slice(source);
    let pairs = [("\"", "\""), ("“", "”"), ("`", "`")];
    let inner = pairs.iter().find(|(open, close)| {
        written.len() > open.len() + close.len() && written.starts_with(open) && written.ends_with(close)
    });
    inner.map_or(span, |(open, close)| span.skip(open.len()).take(written.len() - open.len() - close.len()))
}
