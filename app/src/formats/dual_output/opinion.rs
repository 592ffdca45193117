//! What the second model thinks: its name, its words, and how much it found.

use super::DualOutput;
use super::counts::{self, Count};
use super::parts::PartLine;
use super::rules::MISSING_PART;
use super::words::{content, words};
use crate::diagnostic::{Diagnostic, Sink};
use crate::markdown::Kind;
use crate::reading::{Label, LabelName, Scope, find_label, is_none, report_label_name, unquoted};
use crate::text::Span;

pub(super) static MISSED: LabelName = LabelName {
    name: "Missed issues",
    synonyms: &["missed", "issues missed", "missed findings"],
    field: "missedIssues",
};
pub(super) static DISAGREEMENTS: LabelName = LabelName {
    name: "Disagreements",
    synonyms: &["disagreement", "disagrees", "disagreements with original"],
    field: "disagreements",
};
pub(super) static NOTABLE: LabelName = LabelName {
    name: "Notable",
    synonyms: &["notable finding", "notable findings", "top finding"],
    field: "notable",
};

pub(super) fn read(body: &Scope<'_>, part: &PartLine, dual: &mut DualOutput, sink: &mut Sink) {
    let source = body.text.source();
    dual.second_opinion_model = part.detail.and_then(|detail| model(body, detail, sink));
    let region = content(body, part.value);
    let mut labels = body.labels(body.outline.range(region));
    labels.extend(body.table_labels(body.outline.range(region)));
    let figures = read_figures(body, &labels, part.label, dual, sink);
    let summary = summary_span(source, region, &figures);
    dual.second_opinion_summary = words(body, summary, "secondOpinionSummary", sink);
    if summary.is_empty() {
        let message = "the second opinion says nothing";
        sink.report(Diagnostic::new(&MISSING_PART, part.label, message).field("secondOpinionSummary"));
    }
}

/// How much the second opinion found, by its labels; and where it says so.
pub(super) fn read_figures(
    body: &Scope<'_>,
    labels: &[Label],
    opener: Span,
    dual: &mut DualOutput,
    sink: &mut Sink,
) -> Vec<Span> {
    let source = body.text.source();
    let mut figures: Vec<Span> = Vec::new();
    let mut stated = |name: &'static LabelName, sink: &mut Sink| {
        let label = find_label(labels, name).filter(|label| !label.value.is_empty())?;
        report_cased_name(body, label, name, sink);
        // The block may end in the middle of a paragraph, behind the line that says what comes next.
        let [whole, value] = [label.line, label.value]
            .map(|span| Span::new(span.start, span.end.min(body.span.end)).trim(source));
        // Of a table the header counts nothing, and says nothing either.
        let table = body.outline.nodes().get(label.node).filter(|node| matches!(node.kind, Kind::Table(_)));
        figures.push(table.map_or(whole, |table| table.span.trim(source).to(whole)));
        Some(value)
    };
    let mut count = |name: &'static LabelName, sink: &mut Sink| match stated(name, sink) {
        Some(value) => counts::read(body, value, name.field, sink),
        None => {
            let message = format!("`{}` is not stated", name.name);
            let missing = Diagnostic::new(&MISSING_PART, opener, message).field(name.field);
            sink.report(missing.expected(format!("`- {}: …`", name.name)));
            Count::default()
        }
    };
    let missed = count(&MISSED, sink);
    let disagreements = count(&DISAGREEMENTS, sink);
    (dual.missed_issues, dual.missed_issues_as_written) = (missed.number, missed.as_written);
    (dual.disagreements, dual.disagreements_as_written) = (disagreements.number, disagreements.as_written);
    if let Some(value) = stated(&NOTABLE, sink) {
        dual.notable = words(body, value, "notable", sink).filter(|notable| !is_none(notable));
    }
    figures
}

/// `llama3:70b` of `llama3:70b via Ollama`.
pub(super) fn model(body: &Scope<'_>, detail: Span, sink: &mut Sink) -> Option<String> {
    let source = body.text.source();
    let end = detail.slice(source).find(" via ").unwrap_or(detail.slice(source).len());
    let model = detail.take(end).trim(source);
    words(body, model, "secondOpinionModel", sink).map(|model| unquoted(&model))
}

pub(super) fn report_cased_name(body: &Scope<'_>, label: &Label, name: &LabelName, sink: &mut Sink) {
    if !body.read(label.key).eq_ignore_ascii_case(name.name) {
        report_label_name(body, label, name, sink);
    }
}

/// The words before the figures. All of it where words follow them, or where the words only introduce them.
fn summary_span(source: &str, region: Span, figures: &[Span]) -> Span {
    let (Some(first), Some(last)) =
        (figures.iter().map(|figure| figure.start).min(), figures.iter().map(|figure| figure.end).max())
    else {
        return region;
    };
    let before = Span::new(region.start, first.max(region.start)).trim(source);
    let after = Span::new(last.min(region.end), region.end).trim(source);
    let words = before.slice(source).trim_end_matches(['*', '_', ' ']);
    if words.is_empty() || words.ends_with(':') || !after.is_empty() { region } else { before }
}
