//! Reads an operation, part by part.

use serde_json::{Value, json};

use super::json::payload;
use super::names::{
    CLOSING_LABELS, EVENT_LABELS, HEAD_LABELS, LIST_PARTS, RECORD_KEY, RECORD_PARTS, RELEASE_KEY,
    RELEASE_PARTS,
};
use super::rules::{MISSING_END, UNREADABLE_MOMENT, UNREADABLE_NUMBER};
use super::words::Subcommand;
use super::{QuarantineOperations, Shape, json, records};
use crate::diagnostic::{Piece, Role};
use crate::format::prelude::*;
use crate::reading::{
    LABEL_FORM, LABEL_NAME, Labels, OneOf, Parts, ReportReader, Scope, report_opener, report_text, unquoted,
};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> QuarantineOperations {
    let shape = shape(block);
    let names = match shape {
        Shape::Record => &RECORD_PARTS[..],
        Shape::Release => &RELEASE_PARTS[..],
        Shape::List => &LIST_PARTS[..],
    };
    let (closing, closing_line) = shape.closing();
    let parts = Parts::read_with_labels(block, names, closing);
    let title = report_opener(block.text, parts.head(), shape.title(), sink);
    parts.report_headings(sink);
    let mut report = QuarantineOperations { title, shape, ..QuarantineOperations::default() };
    let mut reader = ReportReader { block, parts: &parts, sink };
    head(&mut reader, &mut report);
    if shape == Shape::List {
        report.records = records::read(&mut reader);
    } else {
        redis(&mut reader, &mut report);
        report.event = event(&mut reader, shape);
        impact(&mut reader, &mut report);
    }
    let labels = reader.closing_labels(&CLOSING_LABELS, closing_line, &MISSING_END);
    report.status = reader.value(&labels, "status");
    if shape == Shape::Record {
        report.next_step = reader.value(&labels, "nextStep");
    }
    leave_objects_alone(sink);
    report_text(block, sink);
    report
}

/// What looks like a label inside a JSON object is fixed as the object's.
fn leave_objects_alone(sink: &mut Sink) {
    const OBJECTS: [&str; 2] = ["redis.payload", "event"];
    let is_object = |piece: &Piece| matches!(piece.role, Role::Field(path) if OBJECTS.contains(&path.name));
    let objects: Vec<Span> = sink.coverage.pieces().filter(is_object).map(|piece| piece.span).collect();
    for found in &mut sink.diagnostics {
        let is_of_label = [LABEL_FORM.id, LABEL_NAME.id].contains(&found.rule.id);
        found.fix.take_if(|edit| is_of_label && objects.iter().any(|object| object.overlaps(edit.span)));
    }
}

/// Returns the shape that the heading names, or else the one that the subcommand names.
fn shape(block: &Block<'_>) -> Shape {
    let heading = Scope::of(block).opening_line();
    Shape::of_heading(&block.read(heading)).unwrap_or_else(|| {
        let labels = Labels::read(block, &HEAD_LABELS);
        let written = labels.find("subcommand").map(|label| block.read(label.value));
        match written.and_then(|written| OneOf::<Subcommand>::read(&written).known) {
            Some(Subcommand::Release) => Shape::Release,
            Some(Subcommand::List) => Shape::List,
            Some(Subcommand::Quarantine) | None => Shape::Record,
        }
    })
}

fn head(reader: &mut ReportReader<'_, '_>, report: &mut QuarantineOperations) {
    let labels = reader.labels(reader.parts.head(), &HEAD_LABELS);
    report.subcommand = reader.word(&labels, "subcommand");
    if report.shape == Shape::List {
        report.executed_at = reader.moment(&labels, "executedAt", &UNREADABLE_MOMENT);
        report.total = reader.figure(&labels, "total", &UNREADABLE_NUMBER);
        return;
    }
    report.target_type = reader.word(&labels, "targetType");
    report.target_id = reader.value(&labels, "targetId").map(|id| unquoted(&id));
    if report.shape == Shape::Release {
        report.released_at = reader.moment(&labels, "releasedAt", &UNREADABLE_MOMENT);
        return;
    }
    report.reason = reader.value(&labels, "reason");
    report.quarantined_at = reader.moment(&labels, "quarantinedAt", &UNREADABLE_MOMENT);
    report.auto_release = reader.word(&labels, "autoRelease");
    report.ttl = reader.value(&labels, "ttl");
}

fn redis(reader: &mut ReportReader<'_, '_>, report: &mut QuarantineOperations) {
    let (name, labels) = match report.shape {
        Shape::Release => ("Redis Operation", &RELEASE_KEY[..]),
        Shape::Record | Shape::List => ("Redis Record", &RECORD_KEY[..]),
    };
    let Some(part) = reader.required_part(name) else { return };
    let labels = reader.labels(part, labels);
    report.redis.key = reader.value(&labels, "redis.key").map(|key| unquoted(&key));
    if report.shape != Shape::Release {
        report.redis.payload = payload(reader, part, &labels, "redis.payload", &json::RECORD);
        let flow = report.redis.payload.as_ref().and_then(|payload| payload.get("suggestedFlow"));
        report.suggested_flow = flow.and_then(Value::as_str).map(str::to_owned);
    }
}

/// Returns the payload as printed, or else an event made from the labels.
fn event(reader: &mut ReportReader<'_, '_>, shape: Shape) -> Option<Value> {
    let part = reader.required_part("WebSocket Event")?;
    let labels = reader.labels(part, &EVENT_LABELS);
    let type_name = reader.value(&labels, "event.type");
    let action = reader.value(&labels, "event.action");
    let properties = if shape == Shape::Release { &json::REMOVED } else { &json::ADDED };
    let printed = payload(reader, part, &labels, "event", properties);
    let is_said = type_name.is_some() || action.is_some();
    printed.or_else(|| is_said.then(|| json!({ "type": type_name, "action": action })))
}

fn impact(reader: &mut ReportReader<'_, '_>, report: &mut QuarantineOperations) {
    let Some(part) = reader.required_part("Impact") else { return };
    for (index, span) in (0..).zip(reader.listed(part, "impact")) {
        reader.sink.field(FieldPath::row("impact", index), span);
        report.impact.push(reader.parts.body.read(span).into_owned());
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
