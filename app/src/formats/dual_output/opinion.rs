//! What the second model thinks: its name, its words, how much it found, and where both reports are.

use super::DualOutput;
use super::counts;
use super::parts::PartLine;
use super::rules::MISSING_PART;
use super::words::{content, report_missing, words};
use crate::format::prelude::*;
use crate::markdown::Kind;
use crate::reading::{Label, LabelName, Scope, is_none, labelled, unquoted};

pub(super) fn read(body: &Scope<'_>, part: &PartLine, dual: &mut DualOutput, sink: &mut Sink) {
    dual.second_opinion_model = part.detail.and_then(|detail| model(body, detail, sink));
    let region = content(body, part.value);
    let mut labels = body.labels(body.outline.range(region));
    labels.extend(body.table_labels(body.outline.range(region)));
    let figures = read_figures(body, &labels, part.label, dual, sink);
    let summary = summary_span(body.text.source(), region, &figures);
    dual.second_opinion_summary = words(body, summary, "secondOpinionSummary", sink);
    if summary.is_empty() {
        report_missing(part.label, "secondOpinionSummary", "the second opinion says nothing", sink);
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
    let mut stated = |field, sink: &mut Sink| {
        let label = labelled(body, labels, &LabelName::of(DualOutput::FIELDS, field)?, sink)?;
        // The block may end in the middle of a paragraph, behind the line that says what comes next.
        let [whole, value] = [label.line, label.value].map(|span| span.within(body.span).trim(source));
        // The header of a table is neither a figure nor part of the summary.
        let table = body.outline.nodes().get(label.node).filter(|node| matches!(node.kind, Kind::Table(_)));
        figures.push(table.map_or(whole, |table| table.span.trim(source).to(whole)));
        Some(value)
    };
    let mut count = |field, sink: &mut Sink| {
        let Some(value) = stated(field, sink) else { return report_label(opener, field, sink) };
        counts::read(body, value, field, sink)
    };
    let missed = count("missedIssues", sink);
    let disagreements = count("disagreements", sink);
    (dual.missed_issues, dual.missed_issues_as_written) = (missed.number, missed.as_written);
    (dual.disagreements, dual.disagreements_as_written) = (disagreements.number, disagreements.as_written);
    if let Some(value) = stated("notable", sink) {
        dual.notable = words(body, value, "notable", sink).filter(|notable| !is_none(notable));
    }
    figures
}

/// Where both reports are in full.
pub(super) fn read_reports(body: &Scope<'_>, part: &PartLine, dual: &mut DualOutput, sink: &mut Sink) {
    let source = body.text.source();
    let mut labels = body.labels(body.outline.range(part.value));
    // A paragraph may go on behind the line that ends the block.
    labels.retain(|label| part.value.contains(label.key));
    labels.iter_mut().for_each(|label| label.value = label.value.within(part.value).trim(source));
    let mut path = |field| {
        let label = labelled(body, &labels, &LabelName::of(DualOutput::FIELDS, field)?, sink);
        let Some(label) = label else { return report_label(part.label, field, sink) };
        words(body, label.value, field, sink).map(|path| unquoted(&path))
    };
    dual.original_log_path = path("originalLogPath");
    dual.critique_log_path = path("critiqueLogPath");
}

/// Reports that a field has no label.
fn report_label<T: Default>(place: Span, field: &'static str, sink: &mut Sink) -> T {
    let name = LabelName::of(DualOutput::FIELDS, field).map_or("", |name| name.name);
    let missing = Diagnostic::new(&MISSING_PART, place, format!("`{name}` is not stated")).field(field);
    sink.report(missing.expected(format!("`- {name}: …`")));
    T::default()
}

/// `llama3:70b` of `llama3:70b via Ollama`.
pub(super) fn model(body: &Scope<'_>, detail: Span, sink: &mut Sink) -> Option<String> {
    let source = body.text.source();
    let end = detail.slice(source).find(" via ").unwrap_or(detail.slice(source).len());
    let model = detail.take(end).trim(source);
    words(body, model, "secondOpinionModel", sink).map(|model| unquoted(&model))
}

/// The words before the figures. All of it where words follow them, or where the words only introduce them.
fn summary_span(source: &str, region: Span, figures: &[Span]) -> Span {
    let Some(all) = figures.iter().copied().reduce(Span::to) else { return region };
    let before = Span::new(region.start, all.start.max(region.start)).trim(source);
    let after = Span::new(all.end.min(region.end), region.end).trim(source);
    let words = before.slice(source).trim_end_matches(['*', '_', ' ']);
    if words.is_empty() || words.ends_with(':') || !after.is_empty() { region } else { before }
}
