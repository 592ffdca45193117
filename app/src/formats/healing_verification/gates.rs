//! Reads the figures: scores and violations before and after, for the target gate and for the others.

use super::columns::{
    CHANGE as GATE_CHANGE, COMPARISON as COMPARISON_COLUMNS, DELTA, GATE, GATE_AFTER, GATE_BEFORE, GATES,
    METRIC, METRIC_AFTER, METRIC_BEFORE, STATUS,
};
use super::names::{
    AFTER, AFTER_LABELS, ANALYSIS, BEFORE, BEFORE_LABELS, CHANGE, COMPARISON, OTHER_GATES, OTHER_LABELS,
    PASS_RATE, PATTERN, TARGET, TARGET_LABELS, VIOLATIONS,
};
use super::rules::{MISSING_TABLE, TARGET_AGAINST_HEADING, UNREADABLE_NUMBER};
use super::{Comparison, GateChange, GateState, HealingVerification, target_table};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{
    Figure, LABEL_FORM, Label, LabelName, Labels, Number, ReportReader, TableRow, half, read_rows,
};
use crate::text::Span;

pub(super) fn read(reader: &mut ReportReader<'_, '_>, report: &mut HealingVerification) {
    report.comparison = comparison(reader);
    reader.required_part(ANALYSIS);
    target(reader, report);
    let Some(part) = reader.required_part(OTHER_GATES) else { return };
    let body = &reader.parts.body;
    let sink = &mut *reader.sink;
    report.other_gates =
        read_rows(body, part.nodes.clone(), &GATES, "otherGates", sink, |row, sink| GateChange {
            gate: row.words(GATE, "gate", sink).map(|(_, gate)| half(&gate)),
            before: figure(row, GATE_BEFORE, "before", sink),
            after: figure(row, GATE_AFTER, "after", sink),
            change: row.words(GATE_CHANGE, "change", sink).map(|(_, change)| change),
        });
    let labels = reader.labels(part, &OTHER_LABELS);
    report.new_violations = reader.value(&labels, 0);
}

fn comparison(reader: &mut ReportReader<'_, '_>) -> Vec<Comparison> {
    let Some(part) = reader.required_part(COMPARISON) else { return Vec::new() };
    let (body, nodes, sink) = (&reader.parts.body, part.nodes.clone(), &mut *reader.sink);
    let rows = read_rows(body, nodes, &COMPARISON_COLUMNS, "comparison", sink, |row, sink| Comparison {
        metric: row.words(METRIC, "metric", sink).map(|(_, metric)| half(&metric)),
        before: figure(row, METRIC_BEFORE, "before", sink),
        after: figure(row, METRIC_AFTER, "after", sink),
        delta: figure(row, DELTA, "delta", sink),
        status: row.words(STATUS, "status", sink).map(|(_, status)| status),
    });
    if rows.is_empty() {
        let message = "the section has no table of figures";
        let missing = Diagnostic::new(&MISSING_TABLE, part.heading, message).field("comparison");
        reader.sink.report(missing.expected("| Metric | Before Healing | After Healing | Delta | Status |"));
    }
    rows
}

fn figure(row: &TableRow<'_, '_>, column: usize, part: &'static str, sink: &mut Sink) -> Option<Figure> {
    let Some((cell, written)) = row.words(column, part, sink) else {
        // `none` is a count here; a dash says that there is none.
        let written = row.cell(column).map(|cell| row.body.plain(cell));
        return written.map(|written| Figure::read(&written)).filter(|figure| figure.number.is_some());
    };
    let figure = Figure::read(&written);
    if figure.number.is_none() {
        let message = format!("`{}` is no number", written.trim());
        let unreadable = Diagnostic::new(&UNREADABLE_NUMBER, cell, message).field(row.path(part).to_string());
        sink.report(unreadable.found(written.trim()));
    }
    Some(figure)
}

fn target(reader: &mut ReportReader<'_, '_>, report: &mut HealingVerification) {
    let Some(part) = reader.required_part(TARGET) else {
        // The table may stand right below the section that the target's belongs to.
        if let Some(part) = reader.parts.find(ANALYSIS) {
            let labels = reader.labels(part, &TARGET_LABELS);
            target_table::read(reader, part, &labels, report);
        }
        return;
    };
    compare_names(reader, part.heading, report.target_gate.as_deref());
    let labels = reader.labels(part, &TARGET_LABELS);
    if target_table::read(reader, part, &labels, report) {
        return;
    }
    report.before = state(reader, &labels, BEFORE, &BEFORE_LABELS);
    report.after = state(reader, &labels, AFTER, &AFTER_LABELS);
    report.change = reader.value(&labels, CHANGE);
}

/// Reports a heading that names another gate than the label, as far as both have a number.
fn compare_names(reader: &mut ReportReader<'_, '_>, heading: Span, target: Option<&str>) {
    let written = reader.block.read(heading);
    let number = |name: &str| Number::find(name).map(|(number, _)| number);
    let (Some(named), Some(wanted)) = (number(&written), target.and_then(number)) else { return };
    if named == wanted {
        return;
    }
    let message = format!("the section tells of gate {named}, and the target is gate {wanted}");
    let mut found = Diagnostic::new(&TARGET_AGAINST_HEADING, heading, message).field("targetGate");
    if let Some(label) = reader.sink.coverage.span_of(FieldPath::name("targetGate")) {
        found = found.related(label, "the target");
    }
    reader.sink.report(found);
}

/// `5 violations, pass rate 60%`: figures that stand behind the label itself.
fn told_in_words(reader: &mut ReportReader<'_, '_>, label: &Label, field: &'static str) -> Option<GateState> {
    let text = reader.block.text;
    let mut state = GateState::default();
    let mut at = 0;
    let source = text.source();
    for part in label.value.slice(source).split_inclusive([',', ';', '·', '|']) {
        let span = label.value.skip(at).take(part.len());
        at += part.len();
        let written =
            text.read(span.trim(source)).trim_end_matches([',', ';', '·', '|']).trim_end().to_owned();
        let figure = || Some(Figure::read(&written)).filter(|figure| figure.number.is_some());
        let words = written.to_lowercase();
        let place = if words.contains("violation") { &mut state.violations } else { &mut state.pass_rate };
        if words.contains("violation") || words.contains("pass") {
            *place = place.take().or_else(figure);
        } else if let Some(pattern) = written.strip_prefix("pattern") {
            state.pattern = Some(pattern.trim_start_matches([':', ' ']).to_owned());
        }
    }
    if state == GateState::default() {
        return None;
    }
    reader.sink.field(FieldPath::name(field), label.value);
    let message = "the figures stand on one line, not under labels of their own";
    let loose = Diagnostic::new(&LABEL_FORM, label.value, message).field(field);
    reader.sink.report(loose.expected("`- **Violations:** …`, `- **Pass Rate:** …` and `- **Pattern:** …`"));
    Some(state)
}

/// The labels that are listed under another one.
fn state(
    reader: &mut ReportReader<'_, '_>,
    labels: &Labels<'_>,
    name: usize,
    names: &'static [LabelName],
) -> GateState {
    labels.report_missing(name, reader.sink);
    let Some(label) = labels.find(name) else { return GateState::default() };
    labels.report(label, name, reader.sink);
    let below = labels.content(label).map_or(label.line, |below| label.line.to(below));
    let inner = Block { span: Span::new(label.line.start, below.end), ..*reader.block };
    let inner = Labels::read(&inner, names);
    if inner.all().iter().all(|inner| inner.known.is_none())
        && let Some(told) = told_in_words(reader, label, labels.field(name))
    {
        return told;
    }
    GateState {
        violations: reader.figure(&inner, VIOLATIONS, &UNREADABLE_NUMBER),
        pass_rate: reader.figure(&inner, PASS_RATE, &UNREADABLE_NUMBER),
        pattern: reader.value(&inner, PATTERN),
    }
}
