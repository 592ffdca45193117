//! 3.3, Session Start Protocol: what the orchestrator loaded before its first chain.

mod count;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use count::{Count, count};
use rules::{MISSING_VALUE, UNREADABLE_COUNT};

use crate::format::prelude::*;
use crate::markdown::TitledHeading;
use crate::reading::{
    Figure, HEADINGS, LABEL_NAMES, Label, LabelName, Number, Scope, TEXT, half, has_label, is_last,
    is_placeholder, labelled, report_mojibake, report_name, report_placeholder,
};

record! {
    pub struct SessionStartProtocol as camelCase {
        project_name: Option<String> = required Text; Label(&["Project", "project name"]),
        /// As written: their number, their names, or both.
        contexts: Option<String> = required Text; Label(&["Contexts", "departments", "workbenches"]),
        flow_count: Option<Figure> = required Integer; Label(&["Flows", "flow count"]),
        action_count: Option<Figure> = required Integer; Label(&["Actions", "action count"]),
        past_execution_count: Option<Figure> = required Integer;
            Label(&["Past executions", "total chains", "executions", "chains"]),
    }
}

impl Format for SessionStartProtocol {
    const SPEC: Spec = spec! {
        id: "3.3",
        slug: "session-start-protocol",
        name: "Session Start Protocol",
        hints: Hints::titled(&["projectName"]),
        gate: 1,
        priority: Some(4),
        pattern: Some(r"^## Session Started$"),
        openers: &[Opener::Heading(HeadingOpener {
            names: &["session started", "session start", "session initialized"],
            form: HeadingForm::Alone,
            deepest: 6,
            contract: &["## Session Started"],
            evidence: Evidence::Code(opens),
        })],
        sets: &[&HEADINGS, &LABEL_NAMES, &TEXT],
    };

    const PARSE: Parse<Self> = |block, sink| {
        let body = Scope::of(block);
        report_name(block, "## Session Started", sink);
        let mut labels = body.labels(body.range());
        labels.extend(body.table_labels(body.range()));
        let mut reader = Reader { body: &body, labels: &labels, sink };
        let start = Self {
            project_name: reader.value("projectName").map(|(_, written)| half(&written)),
            contexts: reader.value("contexts").map(|(_, written)| written),
            flow_count: reader.count("flowCount"),
            action_count: reader.count("actionCount"),
            past_execution_count: reader.count("pastExecutionCount"),
        };
        body.mark_boilerplate(&["loaded configuration", "ready to route requests"], sink);
        report_mojibake(block, sink);
        start
    };
    const SUMMARY: Summarize<Self> = |value| Summary::titled(value.project_name.clone());

    fn moves(&self) -> Vec<Move> {
        vec![Move::SessionStarted { project: self.project_name.clone() }]
    }
}

/// Labels prove what a session began with; before they are written, the contract's sentence does.
fn opens(scan: &Scan<'_>, heading: &TitledHeading, is_contract: bool) -> Option<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let span = heading.section(text, outline);
    let below = Span::new(heading.line.end, span.end).trim(text.source());
    let is_shown = is_last(text, outline, heading)
        || text.slice(below).starts_with("Loaded configuration")
        || has_label(text, outline, heading, &LabelName::all(SessionStartProtocol::FIELDS));
    is_shown.then_some(Recognition::of(span, is_contract, ["heading `## Session Started`"; 2]))
}

struct Reader<'r, 't> {
    body: &'r Scope<'t>,
    labels: &'r [Label],
    sink: &'r mut Sink,
}

impl Reader<'_, '_> {
    fn value(&mut self, field: &'static str) -> Option<(Span, String)> {
        let name = LabelName::of(SessionStartProtocol::FIELDS, field)?;
        let Some(label) = labelled(self.body, self.labels, &name, self.sink) else {
            let message = format!("`{}` is not stated", name.name);
            let line = self.body.opening_line();
            self.sink.report(Diagnostic::new(&MISSING_VALUE, line, message).field(field));
            return None;
        };
        self.sink.field(FieldPath::name(field), label.value);
        let written = self.body.read(label.value).into_owned();
        report_placeholder(&written, label.value, field, self.sink);
        Some((label.value, written))
    }

    /// The number that is stated; one that can't be read to its last digit is kept as it was written.
    fn count(&mut self, field: &'static str) -> Option<Figure> {
        let (span, written) = self.value(field)?;
        if is_placeholder(&written) {
            return None;
        }
        let message = match count(&written) {
            Count::Exact(number) => return Some(Figure { number: Some(Number(f64::from(number))), written }),
            Count::Unclear => format!("`{written}` is no exact number"),
            Count::Missing => format!("`{written}` is no number"),
        };
        let unreadable = Diagnostic::new(&UNREADABLE_COUNT, span, message).field(field);
        self.sink.report(unreadable.found(written.as_str()));
        Some(Figure { number: None, written })
    }
}
