//! Reads the figures: scores and violations before and after, for the target gate and for the others.

use super::names::{
    AFTER_LABELS, BEFORE_LABELS, COMPARISON_COLUMNS, GATE_COLUMNS, OTHER_LABELS, TARGET_LABELS,
};
use super::rules::{MISSING_TABLE, TARGET_AGAINST_HEADING, UNREADABLE_NUMBER};
use super::{Comparison, GateChange, GateState, HealingVerification, target_table};
use crate::format::prelude::*;
use crate::reading::{
    Contradictions, Figure, LABEL_FORM, Label, LabelName, Labels, Number, ReportReader, TableRow, half,
    read_figure, read_rows,
};

pub(super) fn read(reader: &mut ReportReader<'_, '_>, report: &mut HealingVerification) {
    report.comparison = comparison(reader);
    reader.required_part("Detailed Gate Analysis");
    target(reader, report);
    let Some(part) = reader.required_part("Other Gates") else { return };
    let (body, nodes) = (&reader.parts.body, part.nodes.clone());
    report.other_gates =
        read_rows(body, nodes, &GATE_COLUMNS, "otherGates", reader.sink, |row, sink| GateChange {
            gate: row.value("gate", sink).map(|gate| half(&gate)),
            before: figure(row, "before", sink),
            after: figure(row, "after", sink),
            change: row.value("change", sink),
        });
    let labels = reader.labels(part, &OTHER_LABELS);
    report.new_violations = reader.value(&labels, "newViolations");
}

fn comparison(reader: &mut ReportReader<'_, '_>) -> Vec<Comparison> {
    let Some(part) = reader.required_part("Health Score Comparison") else { return Vec::new() };
    let (body, nodes) = (&reader.parts.body, part.nodes.clone());
    let rows =
        read_rows(body, nodes, &COMPARISON_COLUMNS, "comparison", reader.sink, |row, sink| Comparison {
            metric: row.value("metric", sink).map(|metric| half(&metric)),
            before: figure(row, "before", sink),
            after: figure(row, "after", sink),
            delta: figure(row, "delta", sink),
            status: row.value("status", sink),
        });
    if rows.is_empty() {
        let message = "the section has no table of figures";
        let missing = Diagnostic::new(&MISSING_TABLE, part.heading, message).field("comparison");
        reader.sink.report(missing.expected("| Metric | Before Healing | After Healing | Delta | Status |"));
    }
    rows
}

fn figure(row: &TableRow<'_, '_>, part: &'static str, sink: &mut Sink) -> Option<Figure> {
    let Some((cell, written)) = row.words(part, sink) else {
        // `none` is a count here; a dash says that there is none.
        let figure = Figure::read(&row.body.plain(row.cell(part)?));
        return Some(figure).filter(|figure| figure.number.is_some());
    };
    Some(read_figure(&written, cell, row.path(part), &UNREADABLE_NUMBER, sink))
}

fn target(reader: &mut ReportReader<'_, '_>, report: &mut HealingVerification) {
    // A table may be right below the section that the target's belongs to.
    let target = reader.required_part("Target Gate");
    let Some(part) = target.or(reader.parts.find("Detailed Gate Analysis")) else { return };
    if target.is_some() {
        compare_names(reader, part.heading, report.target_gate.as_deref());
    }
    let labels = reader.labels(part, &TARGET_LABELS);
    if target_table::read(reader, part, &labels, report) || target.is_none() {
        return;
    }
    report.before = state(reader, &labels, "before", &BEFORE_LABELS);
    report.after = state(reader, &labels, "after", &AFTER_LABELS);
    report.change = reader.value(&labels, "change");
}

/// Reports a heading that names another gate than the label, as far as both have a number.
fn compare_names(reader: &mut ReportReader<'_, '_>, heading: Span, target: Option<&str>) {
    let number = |name: &str| Number::find(name).map(|(number, _)| number);
    let named = number(&reader.block.read(heading)).zip(target.and_then(number));
    if let Some((named, wanted)) = named.filter(|(named, wanted)| named != wanted) {
        let message = format!("the section is about gate {named}, and the target is gate {wanted}");
        let label = reader.sink.coverage.span_of("targetGate".into()).map(|label| (label, "the target"));
        Contradictions::of(reader.block, reader.sink).report_at(
            &TARGET_AGAINST_HEADING,
            "targetGate".into(),
            Some(heading),
            message,
            label,
        );
    }
}

/// `5 violations, pass rate 60%`: figures that are behind the label itself.
fn state_in_words(
    reader: &mut ReportReader<'_, '_>,
    label: &Label,
    field: &'static str,
) -> Option<GateState> {
    const MARKS: [char; 4] = [',', ';', '·', '|'];
    let text = reader.block.text;
    let mut state = GateState::default();
    for part in text.read(label.value).split(MARKS).map(str::trim) {
        let figure = || Some(Figure::read(part)).filter(|figure| figure.number.is_some());
        let words = part.to_lowercase();
        if words.contains("violation") {
            state.violations = state.violations.or_else(figure);
        } else if words.contains("pass") {
            state.pass_rate = state.pass_rate.or_else(figure);
        } else if let Some(pattern) = part.strip_prefix("pattern") {
            state.pattern = Some(pattern.trim_start_matches([':', ' ']).to_owned());
        }
    }
    if state == GateState::default() {
        return None;
    }
    reader.sink.field(field, label.value);
    let message = "the figures are on one line, not under labels of their own";
    let loose = Diagnostic::new(&LABEL_FORM, label.value, message).field(field);
    reader.sink.report(loose.expected("`- **Violations:** …`, `- **Pass Rate:** …` and `- **Pattern:** …`"));
    Some(state)
}

/// The labels that are listed under another one.
fn state(
    reader: &mut ReportReader<'_, '_>,
    labels: &Labels<'_>,
    field: &'static str,
    names: &'static [LabelName; 3],
) -> GateState {
    let name = field;
    labels.report_missing(name, reader.sink);
    let Some(label) = labels.find(name) else { return GateState::default() };
    labels.report(label, name, reader.sink);
    let below = labels.content(label).map_or(label.line, |below| label.line.to(below));
    let inner = Block { span: Span::new(label.line.start, below.end), ..*reader.block };
    let inner = Labels::read(&inner, names);
    if inner.all().iter().all(|inner| inner.known.is_none())
        && let Some(state) = state_in_words(reader, label, field)
    {
        return state;
    }
    let [violations, pass_rate, pattern] = names.each_ref().map(|name| name.field);
    GateState {
        violations: reader.figure(&inner, violations, &UNREADABLE_NUMBER),
        pass_rate: reader.figure(&inner, pass_rate, &UNREADABLE_NUMBER),
        pattern: reader.value(&inner, pattern),
    }
}
