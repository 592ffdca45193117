//! Fields of one record that can't all be true.

use super::V36Decision;
use super::check::FRESH_SECONDS;
use super::rules::{CLASS_AGAINST_OUTCOME, FLAG_AGAINST_SECONDS, MATCH_AGAINST_SHAS, REASON_AGAINST_LEVEL};
use crate::format::prelude::*;
use crate::json::Json;

pub(super) fn contradictions(record: &V36Decision, json: &Json<'_>, sink: &mut Sink) {
    let mut report = |rule: &'static Rule, [first, second]: [&'static str; 2], message: String| {
        let place = |path| json.at(path).map_or_else(|| json.span.take(1), |value| value.span);
        let found = Diagnostic::new(rule, place(first), message).field(first);
        sink.report(found.related(place(second), format!("`{second}`")));
    };
    let class = record.decision_class.as_deref().unwrap_or_default();
    let action = record.decision_outcome.next_action.as_deref();
    if class == "DENY" && action == Some("PROCEED") {
        let message = "what is denied proceeds".to_owned();
        report(&CLASS_AGAINST_OUTCOME, ["decision_class", "decision_outcome.next_action"], message);
    }
    let tool_call = record.decision_outcome.tool_call_decision.as_deref();
    if matches!((class, tool_call), ("ALLOW", Some("DENY")) | ("DENY", Some("ALLOW"))) {
        let message =
            format!("the decision is `{class}`, and the tool call's `{}`", tool_call.unwrap_or_default());
        report(&CLASS_AGAINST_OUTCOME, ["decision_class", "decision_outcome.tool_call_decision"], message);
    }
    if let Some(message) = match_against_shas(json) {
        let places = ["evidence.task_md_sha.content_verbatim_match", "evidence.task_md_sha.actual_sha"];
        report(&MATCH_AGAINST_SHAS, places, message);
    }
    let reason = record.reason_code.as_deref().unwrap_or_default();
    let level = record.actor_attribution.evidence_level.as_deref().unwrap_or_default();
    let claimed = [("_l1", "L1_"), ("_l3", "L3_")].into_iter().find(|(end, _)| reason.ends_with(end));
    if claimed.is_some_and(|(_, start)| !level.is_empty() && !level.starts_with(start)) {
        let message = format!("the reason is `{reason}`, and the evidence `{level}`");
        report(&REASON_AGAINST_LEVEL, ["reason_code", "actor_attribution.evidence_level"], message);
    }
    if let Some((flag, message)) = flag_against_seconds(json) {
        let seconds = "evidence.spawn_signals.worktree_or_artifact_mtime_seconds";
        report(&FLAG_AGAINST_SECONDS, [flag, seconds], message);
    }
}

/// A patch of the metadata changes the hash of the file, and leaves its content as it is.
fn match_against_shas(json: &Json<'_>) -> Option<String> {
    let hashes = json.at("evidence.task_md_sha")?;
    let (expected, actual) = (hashes.get("expected_sha")?.text()?, hashes.get("actual_sha")?.text()?);
    let is_match = hashes.get("content_verbatim_match")?.flag()?;
    let is_patched = hashes.get("metadata_patch_detected").and_then(Json::flag) == Some(true);
    match (is_match, expected == actual) {
        (true, false) if !is_patched => Some("the content is said to match, with another hash".to_owned()),
        (false, true) => Some("the content is said not to match, with the same hash".to_owned()),
        _ => None,
    }
}

/// The seconds are those of the worktree or of an artifact, so two flags together say whether they are few.
fn flag_against_seconds(json: &Json<'_>) -> Option<(&'static str, String)> {
    const FLAGS: [&str; 2] = [
        "evidence.watchdog_alive_signals.worktree_mtime_lt_900s",
        "evidence.watchdog_alive_signals.recent_artifact_mtime_lt_900s",
    ];
    let seconds = json.at("evidence.spawn_signals.worktree_or_artifact_mtime_seconds")?.number()?;
    let flags = FLAGS.map(|path| json.at(path).and_then(Json::flag));
    if seconds >= FRESH_SECONDS as f64 {
        let (flag, _) = FLAGS.into_iter().zip(flags).find(|(_, said)| *said == Some(true))?;
        return Some((flag, format!("said to be fresh, after {seconds} seconds")));
    }
    let [flag, _] = FLAGS;
    let is_fresh = seconds >= 0.0;
    let are_stale = is_fresh && flags == [Some(false); 2];
    are_stale.then(|| (flag, format!("neither is said to be fresh, after {seconds} seconds")))
}
