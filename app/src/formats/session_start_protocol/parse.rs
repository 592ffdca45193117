//! Finds and reads what was loaded.

use super::SessionStartProtocol;
use super::count::{Count, count};
use super::rules::{MISSING_VALUE, UNREADABLE_COUNT};
use crate::block::{Block, Recognition, Revision};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::TitledHeading;
use crate::reading::{
    Figure, HEADING_FORM, Label, LabelName, Number, PLACEHOLDER, Scope, find_label, half, has_label, is_last,
    is_placeholder, report_label_name, report_mojibake,
};
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener, Scan};
use crate::text::Span;

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &["session started", "session start", "session initialized"],
    form: HeadingForm::Alone,
    deepest: 6,
    contract: &["## Session Started"],
    evidence: Evidence::Code(opens),
})];

static LABELS: [LabelName; 5] = [
    LabelName { name: "Project", synonyms: &["project name"], field: "projectName" },
    LabelName { name: "Contexts", synonyms: &["departments", "workbenches"], field: "contexts" },
    LabelName { name: "Flows", synonyms: &["flow count"], field: "flowCount" },
    LabelName { name: "Actions", synonyms: &["action count"], field: "actionCount" },
    LabelName {
        name: "Past executions",
        synonyms: &["total chains", "executions", "chains"],
        field: "pastExecutionCount",
    },
];

/// Labels tell what a session began with; before they are written, the contract's sentence does.
pub(super) fn opens(scan: &Scan<'_>, heading: &TitledHeading, is_contract: bool) -> Option<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let span = heading.section(text, outline);
    let below = Span::new(heading.line.end, span.end).trim(text.source());
    let is_shown = is_last(text, outline, heading)
        || text.slice(below).starts_with("Loaded configuration")
        || has_label(text, outline, heading, &LABELS);
    is_shown.then_some(Recognition {
        span,
        revision: if is_contract { Revision::Current } else { Revision::Legacy },
        reason: "heading `## Session Started`",
    })
}

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> SessionStartProtocol {
    let body = Scope::of(block);
    let heading = body.opening_line();
    sink.markup(heading);
    if block.revision != Revision::Current {
        let message = format!("the heading is written `{}`", body.read(heading));
        let misspelled = Diagnostic::new(&HEADING_FORM, heading, message).expected("`## Session Started`");
        sink.report(misspelled.fix("Write `## Session Started`", heading, "## Session Started"));
    }
    let mut labels = body.labels(body.range());
    labels.extend(body.table_labels(body.range()));
    let mut reader = Reader { body: &body, labels: &labels, sink };
    let [project, contexts, flows, actions, past_executions] = &LABELS;
    let start = SessionStartProtocol {
        project_name: reader.value(project).map(|(_, written)| half(&written)),
        contexts: reader.value(contexts).map(|(_, written)| written),
        flow_count: reader.count(flows),
        action_count: reader.count(actions),
        past_execution_count: reader.count(past_executions),
    };
    body.mark_boilerplate(&["loaded configuration", "ready to route requests"], sink);
    report_mojibake(block, sink);
    start
}

struct Reader<'r, 't> {
    body: &'r Scope<'t>,
    labels: &'r [Label],
    sink: &'r mut Sink,
}

impl Reader<'_, '_> {
    fn value(&mut self, name: &LabelName) -> Option<(Span, String)> {
        let label = find_label(self.labels, name).filter(|label| !label.value.is_empty());
        let Some(label) = label else {
            let message = format!("`{}` is not stated", name.name);
            let line = self.body.opening_line();
            self.sink.report(Diagnostic::new(&MISSING_VALUE, line, message).field(name.field));
            return None;
        };
        let is_cased_alike = self.body.read(label.key).eq_ignore_ascii_case(name.name);
        if !is_cased_alike {
            report_label_name(self.body, label, name, self.sink);
        }
        self.sink.field(FieldPath::name(name.field), label.value);
        let written = self.body.read(label.value).into_owned();
        if is_placeholder(&written) {
            let message = "a placeholder was not filled in";
            self.sink.report(Diagnostic::new(&PLACEHOLDER, label.value, message).field(name.field));
        }
        Some((label.value, written))
    }

    /// The number that is stated; one that can't be read to its last digit is kept as it was written.
    fn count(&mut self, name: &LabelName) -> Option<Figure> {
        let (span, written) = self.value(name)?;
        if is_placeholder(&written) {
            return None;
        }
        let message = match count(&written) {
            Count::Exact(number) => return Some(Figure { number: Some(Number(f64::from(number))), written }),
            Count::Unclear => format!("`{}` states no exact number", name.name),
            Count::Missing => format!("`{}` states no number", name.name),
        };
        let unreadable = Diagnostic::new(&UNREADABLE_COUNT, span, message).field(name.field);
        self.sink.report(unreadable.found(written.as_str()));
        Some(Figure { number: None, written })
    }
}
