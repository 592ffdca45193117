//! Finds and reads learnings that are put before a person.

use super::LearningSurface;
use super::rules::MISSING_MODEL;
use crate::block::{Block, Recognition, Revision};
use crate::chain::model_in;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::TitledHeading;
use crate::reading::{HEADING_FORM, LabelName, Labels, Stated, count_labels, report_mojibake};
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener, Scan};
use crate::text::Span;

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &["agent learning", "agent learnings", "agent learning surfaced"],
    form: HeadingForm::Any,
    deepest: 3,
    contract: &["## Agent Learning"],
    evidence: Evidence::Code(opens),
})];

/// The labels that tell a learning, and how many are enough below a heading that says more.
const LABELS: [&str; 4] = ["from", "issue", "root cause", "suggested fix"];
const FEWEST_LABELS: usize = 2;

/// How the question begins that closes a learning.
const QUESTIONS: [&str; 6] = ["implement", "approve", "record", "should i", "shall i", "add "];

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

/// Behind a title, as in `## Agent Learning: a race`, the labels tell.
pub(super) fn opens(scan: &Scan<'_>, heading: &TitledHeading, is_contract: bool) -> Option<Recognition> {
    let is_shown =
        heading.title.is_empty() || count_labels(scan.text, scan.outline, heading, &LABELS) >= FEWEST_LABELS;
    is_shown.then(|| Recognition {
        span: heading.section(scan.text, scan.outline),
        revision: if is_contract { Revision::Current } else { Revision::Legacy },
        reason: "heading `## Agent Learning`",
    })
}

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> LearningSurface {
    let labels = Labels::read(block, &NAMES).or_in_tables();
    heading(block, sink);
    labels.report_tables(sink);
    let mut learning = LearningSurface::default();
    if let Some(from) = labels.required(FROM, sink) {
        origin(&from, block, &mut learning, sink);
    }
    learning.issue = labels.required_text(ISSUE, sink).map(unquoted);
    learning.root_cause = labels.required_text(ROOT_CAUSE, sink).map(unquoted);
    // The question that closes a learning stands behind its last value, a line apart.
    learning.suggested_fix = labels.required_text(SUGGESTED_FIX, sink).map(|fix| {
        let value = unquoted(fix);
        let last = value.rfind(['\n', '\r']).map(|at| value.get(at..).unwrap_or_default().trim());
        match last.filter(|last| is_question(last)) {
            Some(question) => bare(value.trim_end().strip_suffix(question).unwrap_or(&value)).to_owned(),
            None => value,
        }
    });
    report_mojibake(block, sink);
    learning
}

fn heading(block: &Block<'_>, sink: &mut Sink) {
    let source = block.text.source();
    let first = block.outline.range(block.span).start;
    let Some(line) = block.outline.heading_line(source, first) else { return };
    sink.markup(line);
    if block.revision != Revision::Current {
        let message = format!("the heading is written `{}`", line.slice(source));
        let misspelled = Diagnostic::new(&HEADING_FORM, line, message).expected("`## Agent Learning`");
        // A title is content, which no edit may drop.
        let titled = TitledHeading::read(block.text, block.outline, first);
        match titled.filter(|heading| !heading.title.is_empty()) {
            Some(heading) => {
                sink.prose(heading.title);
                sink.report(misspelled);
            }
            None => sink.report(misspelled.fix("Write `## Agent Learning`", line, "## Agent Learning")),
        }
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
        Some(block.read(action).trim_matches('`').to_owned()).filter(|name| !name.is_empty());
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
    learning.from_model = Some(block.read(model).into_owned());
}

fn unquoted(stated: Stated) -> String {
    bare(&stated.value).to_owned()
}

/// `Implement?`, `Should I record it?`: what is asked of the person, behind what was learned.
fn is_question(line: &str) -> bool {
    let words = line.trim_matches(['*', '_', '>', ' ']).to_lowercase();
    words.ends_with('?') && QUESTIONS.iter().any(|begin| words.starts_with(begin))
}

/// Without the quotes around all of it.
fn bare(value: &str) -> &str {
    let value = value.trim();
    let pairs = [('"', '"'), ('“', '”')];
    let inner = pairs.iter().find_map(|(open, close)| value.strip_prefix(*open)?.strip_suffix(*close));
    inner.filter(|inner| !inner.contains('"')).unwrap_or(value)
}
