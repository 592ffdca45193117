//! Checks what the contract requires in prose, and its schema can't.

use serde_json::Value;

use super::V36Decision;
use super::forms::offset;
use super::rules::{
    BOT_KEY_HASH, FOREIGN_OFFSET, RAW_KEY, SELF_ATTESTATION, SHARED_LINE, SINGLE_SIGNAL, UNLINKED_ESCALATION,
};
use crate::format::prelude::*;
use crate::json::{Json, Member, breaks_off};
use crate::text::holds_secret;

/// Layers whose decisions rest on signals.
const LAYERS_OF_SIGNALS: [&str; 2] = ["layer_2_spawn_detection", "layer_3_watchdog"];
/// An artifact that changed within so many seconds is fresh.
pub(super) const FRESH_SECONDS: i64 = 900;
/// A key in a field of its own.
const KEY_FIELDS: [&str; 6] = ["bot_key", "api_key", "token", "secret", "password", "raw_key"];

pub(super) fn check(record: &V36Decision, evidence: Option<&Json<'_>>, block: &Block<'_>, sink: &mut Sink) {
    check_line(block, sink);
    let start = Span::new(block.span.start, block.span.start + 1);
    let place = |sink: &Sink, path| sink.coverage.span_of(FieldPath::name(path)).unwrap_or(start);
    let report = |sink: &mut Sink, rule, path: &'static str, message: String| {
        let span = place(sink, path);
        sink.report(Diagnostic::new(rule, span, message).field(path));
    };
    let layer = record.contract_layer.as_deref().unwrap_or_default();
    if LAYERS_OF_SIGNALS.contains(&layer) {
        let (stated, lit) = signals(evidence);
        // All sources dark is a finding of its own, if there are several.
        let is_too_few = lit == 1 || (lit == 0 && stated < 2);
        if is_too_few && !breaks_off(sink) {
            let message =
                format!("a decision of `{layer}` rests on {lit} lit of {stated} signals, and wants two");
            report(sink, &SINGLE_SIGNAL, "evidence", message);
        }
    }
    let foreign = record.ts.as_deref().filter(|ts| !ts.ends_with("+09:00"));
    if let Some(zone) = foreign.and_then(offset) {
        report(sink, &FOREIGN_OFFSET, "ts", format!("the time is given with the offset `{zone}`"));
    }
    if record.actor_attribution.evidence_level.as_deref() == Some("L1_SELF_ATTESTATION") {
        let message = "nothing but the actor's own word says who acted".to_owned();
        report(sink, &SELF_ATTESTATION, "actor_attribution.evidence_level", message);
    }
    let is_escalation = record.decision_class.as_deref() == Some("ESCALATE_CHAIR");
    if is_escalation && record.linked_decision_ids.is_empty() && !breaks_off(sink) {
        let message = "an escalation that is linked to no decision before it".to_owned();
        report(sink, &UNLINKED_ESCALATION, "decision_class", message);
    }
    let hash = evidence.and_then(|evidence| evidence.at("dispatch_marker.bot_key_hash")?.text());
    let is_hash = |hash: &str| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    if hash.is_some_and(|hash| !is_hash(hash)) {
        let message = "the hash of a key is 16 hex digits; this may be the key itself".to_owned();
        report(sink, &BOT_KEY_HASH, "evidence.dispatch_marker.bot_key_hash", message);
    }
    // In a stored text the key is already masked, and is still reported.
    if holds_secret(block.text.slice(block.span)) || evidence.is_some_and(names_a_key) {
        report(sink, &RAW_KEY, "evidence", "something that looks like a raw key".to_owned());
    }
}

/// A record that begins its line has the line to itself. In a list of JSON a comma or bracket follows it.
fn check_line(block: &Block<'_>, sink: &mut Sink) {
    let source = block.text.source();
    let before = source.get(..block.span.start as usize).unwrap_or_default().trim_end_matches([' ', '\t']);
    let after = source.get(block.span.end as usize..).unwrap_or_default();
    let begins_line = before.is_empty() || before.ends_with(['\n', '\r']);
    let is_whole = block.text.slice(block.span).ends_with('}');
    let rest = after.split(['\n', '\r']).next().unwrap_or_default().trim_matches([' ', '\t']);
    let is_of_list = matches!(rest, "," | "]" | "],") && source.trim_start().starts_with('[');
    if !begins_line || !is_whole || rest.is_empty() || is_of_list {
        return;
    }
    let end = Span::new(block.span.end - 1, block.span.end);
    let mut shared = Diagnostic::new(&SHARED_LINE, end, "the line goes on after the record");
    if rest.starts_with('{') {
        shared = shared.fix("Begin a new line", Span::empty_at(block.span.end), "\n");
    }
    sink.report(shared);
}

/// Counts the signals that are stated, and those that are lit.
fn signals(evidence: Option<&Json<'_>>) -> (usize, usize) {
    let groups = ["spawn_signals", "watchdog_alive_signals"].into_iter();
    let members = groups.filter_map(|group| Some(evidence?.get(group)?.members())).flatten();
    let values: Vec<Value> = members.map(|member| member.value.plain()).collect();
    let stated = values.iter().filter(|value| !value.is_null()).count();
    (stated, values.iter().filter(|value| is_lit(value)).count())
}

/// The source saw something: a flag that is set, a timer that ran, a fresh artifact.
pub(super) fn is_lit(signal: &Value) -> bool {
    match signal {
        Value::Bool(seen) => *seen,
        Value::String(state) => !matches!(state.as_str(), "absent" | "cancelled"),
        Value::Number(seconds) => {
            seconds.as_i64().is_some_and(|seconds| (0..FRESH_SECONDS).contains(&seconds))
        }
        _ => false,
    }
}

fn names_a_key(json: &Json<'_>) -> bool {
    let is_key = |member: &Member<'_>| {
        KEY_FIELDS.contains(&member.key.as_ref()) && member.value.text().is_some_and(|key| !key.is_empty())
    };
    json.members().iter().any(|member| is_key(member) || names_a_key(&member.value))
        || json.items().iter().any(names_a_key)
}
