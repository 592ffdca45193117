//! Reads an operation, part by part.

use serde_json::{Value, json};

use super::json::payload;
use super::names::{
    AUTO_RELEASE, CLOSING_LABELS, EVENT, EVENT_ACTION, EVENT_LABELS, EVENT_PAYLOAD, EVENT_TYPE, EXECUTED_AT,
    HEAD_LABELS, ID, IMPACT, KEY, LIST_PARTS, NEXT_STEP, PAYLOAD, QUARANTINED_AT, REASON, RECORD_KEY,
    RECORD_PARTS, REDIS, RELEASE_KEY, RELEASE_PARTS, RELEASED_AT, STATUS, SUBCOMMAND, TOTAL, TTL, TYPE,
};
use super::rules::{MISSING_END, UNREADABLE_MOMENT, UNREADABLE_NUMBER};
use super::words::Subcommand;
use super::{QuarantineOperations, Shape, json, records};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, FieldPath, Piece, Role, Sink};
use crate::reading::{
    EMPTY_SECTION, LABEL_FORM, LABEL_NAME, Labels, OneOf, Parts, ReportReader, entries_of, instant,
    report_opener, report_text, says_nothing, unquoted,
};
use crate::text::Span;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> QuarantineOperations {
    let shape = shape(block);
    let names = match shape {
        Shape::Record => &RECORD_PARTS[..],
        Shape::Release => &RELEASE_PARTS[..],
        Shape::List => &LIST_PARTS[..],
    };
    let parts = Parts::read_with_labels(block, names, shape.closing().0);
    let title = report_opener(block.text, parts.head(), shape.title(), sink);
    parts.report_headings(sink);
    let mut report = QuarantineOperations { title, shape, ..QuarantineOperations::default() };
    let mut reader = ReportReader { block, parts: &parts, sink };
    head(&mut reader, &mut report);
    match shape {
        Shape::List => report.records = records::read(&mut reader),
        Shape::Record | Shape::Release => {
            redis(&mut reader, &mut report);
            report.event = event(&mut reader, shape);
            impact(&mut reader, &mut report);
        }
    }
    end(&mut reader, &mut report);
    leave_objects_alone(reader.sink);
    report_text(block, sink);
    report
}

/// What looks like a label inside a JSON object is fixed as the object's.
fn leave_objects_alone(sink: &mut Sink) {
    let is_object = |piece: &Piece| matches!(piece.role, Role::Field(path) if OBJECTS.contains(&path.name));
    let objects: Vec<Span> = sink.coverage.pieces().filter(is_object).map(|piece| piece.span).collect();
    let of_labels =
        sink.diagnostics.iter_mut().filter(|found| [LABEL_FORM.id, LABEL_NAME.id].contains(&found.rule.id));
    for found in of_labels {
        found.fix.take_if(|edit| objects.iter().any(|object| object.overlaps(edit.span)));
    }
}

/// The fields that are printed as JSON.
const OBJECTS: [&str; 2] = ["redis.payload", "event"];

/// What the heading says; where it may be any, the subcommand.
fn shape(block: &Block<'_>) -> Shape {
    let heading = crate::reading::Scope::of(block).opening_line();
    Shape::of_heading(&block.read(heading)).unwrap_or_else(|| {
        let labels = Labels::read(block, &HEAD_LABELS);
        let written = labels.find(SUBCOMMAND).map(|label| block.read(label.value));
        match written.and_then(|written| OneOf::<Subcommand>::read(&written).known) {
            Some(Subcommand::Release) => Shape::Release,
            Some(Subcommand::List) => Shape::List,
            Some(Subcommand::Quarantine) | None => Shape::Record,
        }
    })
}

fn head(reader: &mut ReportReader<'_, '_>, report: &mut QuarantineOperations) {
    let labels = reader.labels(reader.parts.head(), &HEAD_LABELS);
    report.subcommand = reader.word(&labels, SUBCOMMAND);
    if report.shape == Shape::List {
        report.executed_at = moment(reader, &labels, EXECUTED_AT);
        report.total = reader.figure(&labels, TOTAL, &UNREADABLE_NUMBER);
        return;
    }
    report.target_type = reader.word(&labels, TYPE);
    report.target_id = reader.value(&labels, ID).map(|id| unquoted(&id));
    if report.shape == Shape::Release {
        report.released_at = moment(reader, &labels, RELEASED_AT);
        return;
    }
    report.reason = reader.value(&labels, REASON);
    report.quarantined_at = moment(reader, &labels, QUARANTINED_AT);
    report.auto_release = reader.word(&labels, AUTO_RELEASE);
    report.ttl = reader.value(&labels, TTL);
}

fn moment(reader: &mut ReportReader<'_, '_>, labels: &Labels<'_>, name: usize) -> Option<String> {
    let stated = labels.required(name, reader.sink)?;
    if instant(&stated.value).is_none_or(|instant| !instant.is_exact) {
        let message = format!("`{}` is no ISO timestamp", stated.value);
        let unreadable = Diagnostic::new(&UNREADABLE_MOMENT, stated.span, message);
        let unreadable = unreadable.field(labels.field(name)).expected("`2026-02-21T15:45:30Z`");
        reader.sink.report(unreadable.found(stated.value.as_str()));
    }
    Some(stated.value)
}

fn redis(reader: &mut ReportReader<'_, '_>, report: &mut QuarantineOperations) {
    let Some(part) = reader.required_part(REDIS) else { return };
    if report.shape == Shape::Release {
        let labels = reader.labels(part, &RELEASE_KEY);
        report.redis.key = reader.value(&labels, KEY).map(|key| unquoted(&key));
        return;
    }
    let labels = reader.labels(part, &RECORD_KEY);
    report.redis.key = reader.value(&labels, KEY).map(|key| unquoted(&key));
    report.redis.payload = payload(reader, part, &labels, PAYLOAD, &json::RECORD);
    let flow = report.redis.payload.as_ref().and_then(|payload| payload.get("suggestedFlow"));
    report.suggested_flow = flow.and_then(Value::as_str).map(str::to_owned);
}

/// The payload as it was printed; without one, what the labels say of it.
fn event(reader: &mut ReportReader<'_, '_>, shape: Shape) -> Option<Value> {
    let part = reader.required_part(EVENT)?;
    let labels = reader.labels(part, &EVENT_LABELS);
    let type_name = reader.value(&labels, EVENT_TYPE);
    let action = reader.value(&labels, EVENT_ACTION);
    let properties = if shape == Shape::Release { &json::REMOVED } else { &json::ADDED };
    let printed = payload(reader, part, &labels, EVENT_PAYLOAD, properties);
    let is_said = type_name.is_some() || action.is_some();
    printed.or_else(|| is_said.then(|| json!({ "type": type_name, "action": action })))
}

fn impact(reader: &mut ReportReader<'_, '_>, report: &mut QuarantineOperations) {
    let Some(part) = reader.required_part(IMPACT) else { return };
    let body = &reader.parts.body;
    let entries = entries_of(body, part.nodes.clone());
    if entries.is_empty() {
        let empty = Diagnostic::new(&EMPTY_SECTION, part.heading, "nothing stands below the heading");
        reader.sink.report(empty.field("impact"));
    }
    for entry in entries {
        let written = body.read(entry.span);
        if says_nothing(&written) {
            continue;
        }
        reader.sink.field(FieldPath::row("impact", report.impact.len() as u32), entry.span);
        report.impact.push(written.into_owned());
    }
    if report.suggested_flow.is_none() {
        report.suggested_flow = report.impact.iter().find_map(|effect| suggested(effect));
    }
}

/// `audit-and-fix/` of `Run audit-and-fix/ to heal, then release quarantine`.
fn suggested(effect: &str) -> Option<String> {
    let (_, after) = effect.split_once("Run ")?;
    let (flow, _) = after.split_once(" to heal")?;
    Some(unquoted(flow)).filter(|flow| !flow.contains('{'))
}

/// What stands below the closing line; without that line the labels may stand anywhere.
fn end(reader: &mut ReportReader<'_, '_>, report: &mut QuarantineOperations) {
    let closing = reader.parts.closing();
    if closing.is_none() {
        let message = "the report does not end with its closing line";
        let opener = reader.parts.head().heading;
        let missing = Diagnostic::new(&MISSING_END, opener, message);
        reader.sink.report(missing.expected(format!("`{}`", report.shape.closing().1)));
    }
    let labels = match closing {
        Some(closing) => reader.labels(closing, &CLOSING_LABELS),
        None => Labels::read(reader.block, &CLOSING_LABELS),
    };
    report.status = reader.value(&labels, STATUS);
    if report.shape == Shape::Record {
        report.next_step = reader.value(&labels, NEXT_STEP);
    }
}
