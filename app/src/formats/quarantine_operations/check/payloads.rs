//! What the report says of the target, against the key, the record in Redis, and the event.

use serde_json::Value;

use super::super::Shape;
use super::super::rules::{EVENT_MISMATCH, KEY_MISMATCH, PAYLOAD_MISMATCH};
use super::super::words::Answer;
use super::{Check, seconds};
use crate::diagnostic::FieldPath;
use crate::reading::instant;

pub(super) fn check(check: &mut Check<'_>) {
    key(check);
    record(check);
    event(check);
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

/// `quarantine:{targetType}:{targetId}`
fn key(check: &mut Check<'_>) {
    let report = check.report;
    let (Some(target_type), Some(id), Some(key)) =
        (report.target_type.as_ref(), report.target_id.as_deref(), report.redis.key.as_deref())
    else {
        return;
    };
    let expected = format!("quarantine:{}:{id}", target_type.as_str());
    if differ(&expected, key) {
        let message = format!("the key is `{key}`, and of this target it is `{expected}`");
        let other = Some(FieldPath::name("targetId"));
        check.report(&KEY_MISMATCH, FieldPath::name("redis.key"), message, other);
    }
}

fn record(check: &mut Check<'_>) {
    let report = check.report;
    let Some(payload) = &report.redis.payload else { return };
    let stated = [
        ("targetType", "redis.payload.targetType", report.target_type.as_ref().map(|word| word.as_str())),
        ("targetId", "redis.payload.targetId", report.target_id.as_deref()),
        ("reason", "redis.payload.reason", report.reason.as_deref()),
        ("quarantinedAt", "redis.payload.quarantinedAt", report.quarantined_at.as_deref()),
    ];
    for (name, path, said) in stated {
        let printed = payload.get(name).and_then(Value::as_str);
        if let Some((said, printed)) = said.zip(printed).filter(|(said, printed)| differ(said, printed)) {
            let message = format!("the record says `{printed}`, and the report `{said}`");
            check.report(&PAYLOAD_MISMATCH, FieldPath::name(path), message, Some(FieldPath::name(name)));
        }
    }
    let said = report.auto_release.as_ref().and_then(|answer| answer.known);
    let printed = payload.get("autoRelease").and_then(Value::as_bool);
    if let Some((_, printed)) = said.zip(printed).filter(|(said, printed)| (*said == Answer::Yes) != *printed)
    {
        let message = format!("the record says `{printed}`, and the report the contrary");
        let path = FieldPath::name("redis.payload.autoRelease");
        check.report(&PAYLOAD_MISMATCH, path, message, Some(FieldPath::name("autoRelease")));
    }
    let printed = payload.get("ttl").and_then(Value::as_i64);
    let said = report.ttl.as_deref().and_then(seconds);
    if let Some((said, printed)) = said.zip(printed).filter(|(said, printed)| said != printed) {
        let message = format!("the record says {printed} seconds, and the report {said}");
        check.report(
            &PAYLOAD_MISMATCH,
            FieldPath::name("redis.payload.ttl"),
            message,
            Some(FieldPath::name("ttl")),
        );
    }
}

fn event(check: &mut Check<'_>) {
    let report = check.report;
    let Some(event) = &report.event else { return };
    let (action, moment, moment_field) = match report.shape {
        Shape::Release => ("remove", report.released_at.as_deref(), "releasedAt"),
        Shape::Record | Shape::List => ("add", report.quarantined_at.as_deref(), "quarantinedAt"),
    };
    let stated = [
        ("action", "event.action", Some(action), None),
        (
            "targetType",
            "event.targetType",
            report.target_type.as_ref().map(|word| word.as_str()),
            Some("targetType"),
        ),
        ("targetId", "event.targetId", report.target_id.as_deref(), Some("targetId")),
        ("reason", "event.reason", report.reason.as_deref(), Some("reason")),
        ("timestamp", "event.timestamp", moment, Some(moment_field)),
    ];
    for (name, path, said, field) in stated {
        let printed = event.get(name).and_then(Value::as_str);
        if let Some((said, printed)) = said.zip(printed).filter(|(said, printed)| differ(said, printed)) {
            let message = format!("the event says `{printed}`, and the report `{said}`");
            check.report(&EVENT_MISMATCH, FieldPath::name(path), message, field.map(FieldPath::name));
        }
    }
}
