//! What the report says of the target, against the key, the record in Redis, and the event.

use serde_json::Value;

use super::super::rules::{EVENT_MISMATCH, KEY_MISMATCH, PAYLOAD_MISMATCH};
use super::super::words::Answer;
use super::super::{QuarantineOperations, Shape};
use super::{AGAINST, seconds};
use crate::diagnostic::FieldPath;
use crate::reading::{Contradictions, instant};

pub(super) fn check(report: &QuarantineOperations, found: &mut Contradictions<'_>) {
    key(report, found);
    record(report, found);
    event(report, found);
}

/// In quotes, which are reported, a number or a flag says the same.
fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

fn flag(value: &Value) -> Option<bool> {
    value.as_bool().or_else(|| value.as_str()?.parse().ok())
}

/// Whether two texts contradict each other; slots of a template never do.
fn differ(left: &str, right: &str) -> bool {
    let is_filled = |text: &str| !text.contains('{') && !text.trim().is_empty();
    let is_same_moment = || {
        instant(left).zip(instant(right)).is_some_and(|(left, right)| left.milliseconds == right.milliseconds)
    };
    let plain = |text: &str| text.trim().trim_matches('`').to_owned();
    is_filled(left) && is_filled(right) && plain(left) != plain(right) && !is_same_moment()
}

fn against(field: &'static str) -> Option<(FieldPath, &'static str)> {
    Some((field.into(), AGAINST))
}

/// `quarantine:{targetType}:{targetId}`
fn key(report: &QuarantineOperations, found: &mut Contradictions<'_>) {
    let target = report.target_type.as_ref().zip(report.target_id.as_deref());
    let Some(((target_type, id), key)) = target.zip(report.redis.key.as_deref()) else { return };
    let expected = format!("quarantine:{}:{id}", target_type.as_str());
    if differ(&expected, key) {
        let message = format!("the key is `{key}`, and of this target it is `{expected}`");
        found.report(&KEY_MISMATCH, "redis.key", message, against("targetId"));
    }
}

fn record(report: &QuarantineOperations, found: &mut Contradictions<'_>) {
    let Some(payload) = &report.redis.payload else { return };
    let stated = [
        ("targetType", "redis.payload.targetType", report.target_type.as_ref().map(|word| word.as_str())),
        ("targetId", "redis.payload.targetId", report.target_id.as_deref()),
        ("reason", "redis.payload.reason", report.reason.as_deref()),
        ("quarantinedAt", "redis.payload.quarantinedAt", report.quarantined_at.as_deref()),
    ];
    for (name, path, stated) in stated {
        let both = stated.zip(payload.get(name).and_then(Value::as_str));
        if let Some((stated, printed)) = both.filter(|(stated, printed)| differ(stated, printed)) {
            let message = format!("the record says `{printed}`, and the report `{stated}`");
            found.report(&PAYLOAD_MISMATCH, path, message, against(name));
        }
    }
    let stated = report.auto_release.as_ref().and_then(|answer| answer.known);
    let both = stated.zip(payload.get("autoRelease").and_then(flag));
    if let Some((_, printed)) = both.filter(|(stated, printed)| (*stated == Answer::Yes) != *printed) {
        let message = format!("the record says `{printed}`, and the report the contrary");
        found.report(&PAYLOAD_MISMATCH, "redis.payload.autoRelease", message, against("autoRelease"));
    }
    let stated = report.ttl.as_deref().and_then(seconds);
    let both = stated.zip(payload.get("ttl").and_then(number));
    if let Some((stated, printed)) = both.filter(|(stated, printed)| stated != printed) {
        let message = format!("the record says {printed} seconds, and the report {stated}");
        found.report(&PAYLOAD_MISMATCH, "redis.payload.ttl", message, against("ttl"));
    }
}

fn event(report: &QuarantineOperations, found: &mut Contradictions<'_>) {
    let Some(event) = &report.event else { return };
    let (action, moment, moment_field) = match report.shape {
        Shape::Release => ("remove", report.released_at.as_deref(), "releasedAt"),
        Shape::Record | Shape::List => ("add", report.quarantined_at.as_deref(), "quarantinedAt"),
    };
    let target_type = report.target_type.as_ref().map(|word| word.as_str());
    let stated = [
        ("action", "event.action", Some(action), None),
        ("targetType", "event.targetType", target_type, against("targetType")),
        ("targetId", "event.targetId", report.target_id.as_deref(), against("targetId")),
        ("reason", "event.reason", report.reason.as_deref(), against("reason")),
        ("timestamp", "event.timestamp", moment, against(moment_field)),
    ];
    for (name, path, stated, other) in stated {
        let both = stated.zip(event.get(name).and_then(Value::as_str));
        if let Some((stated, printed)) = both.filter(|(stated, printed)| differ(stated, printed)) {
            let message = format!("the event says `{printed}`, and the report `{stated}`");
            found.report(&EVENT_MISMATCH, path, message, other);
        }
    }
}
