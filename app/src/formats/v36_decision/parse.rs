//! Reads a record, and checks it as its schema does.

use serde_json::{Map, Value};

use super::check::check;
use super::contradictions::contradictions;
use super::evidence::Evidence;
use super::rules::UNKNOWN_FIELD;
use super::{ActorAttribution, CONTRACT, DecisionOutcome, V36Decision};
use crate::format::prelude::*;
use crate::json::{Json, Member, Reading, fits, judge_fields, read, read_block, report_slots};
use crate::reading::nearest;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> V36Decision {
    let (json, cut) = read_block(block, sink);
    let before = sink.diagnostics.len();
    let has_issues = before > 0;
    judge_fields(&json, cut, &CONTRACT, sink);
    // Evidence quotes commands and paths, in which brackets and bars are no slots of a template.
    let stated = json.members().iter().filter(|member| member.key != "evidence");
    report_slots(stated.map(|member| &member.value), sink);
    let unknown: Vec<&Member<'_>> = unknown_members(&json, V36Decision::FIELDS).collect();
    report_unknown(&unknown, sink);
    for diagnostic in sink.diagnostics.iter_mut().skip(before) {
        if let Some(field) = &diagnostic.field {
            diagnostic.message = format!("`{}`: {}", pointer(field), diagnostic.message);
        }
    }
    let [evidence, outcome, actor] =
        ["evidence", "decision_outcome", "actor_attribution"].map(|key| json.get(key));
    let text_in =
        |part: Option<&Json<'_>>, key: &str| part.and_then(|part| Some(part.get(key)?.text()?.to_owned()));
    let text = |key: &str| text_in(Some(&json), key);
    let linked = json.get("linked_decision_ids").into_iter().flat_map(Json::items);
    let record = V36Decision {
        schema_version: text("schema_version"),
        decision_id: text("decision_id"),
        ts: text("ts"),
        task_id: text("task_id"),
        contract_layer: text("contract_layer"),
        decision_class: text("decision_class"),
        evidence: evidence
            .map(|json| Evidence::of(json, block.text.source(), has_issues))
            .unwrap_or_default(),
        decision_outcome: DecisionOutcome {
            next_state: text_in(outcome, "next_state"),
            next_action: text_in(outcome, "next_action"),
            tool_call_decision: text_in(outcome, "tool_call_decision"),
            others: others(outcome, DecisionOutcome::FIELDS),
        },
        actor_attribution: ActorAttribution {
            evidence_level: text_in(actor, "evidence_level"),
            claimed_actor: text_in(actor, "claimed_actor"),
            verifiable: actor.and_then(|actor| actor.get("verifiable")?.flag()),
            evidence_path: text_in(actor, "evidence_path"),
            others: others(actor, ActorAttribution::FIELDS),
        },
        reason_code: text("reason_code"),
        chair_authorization_id: text("chair_authorization_id"),
        dry_run: json.get("dry_run").and_then(Json::flag),
        linked_decision_ids: linked.filter_map(Json::text).map(str::to_owned).collect(),
        other_fields: unknown.into_iter().map(plain).collect(),
    };
    check(&record, evidence, block, sink);
    contradictions(&record, &json, sink);
    record
}

/// What the schema does not name, as it is passed on.
fn others(json: Option<&Json<'_>>, fields: &[FieldSpec]) -> Map<String, Value> {
    json.into_iter().flat_map(|json| unknown_members(json, fields)).map(plain).collect()
}

fn plain(member: &Member<'_>) -> (String, Value) {
    (member.key.clone().into_owned(), member.value.plain())
}

pub(super) fn conforms(line: &str) -> bool {
    let Reading { json, issues, cut } = read(line, Span::of(0, line.len()));
    let rest = line.get(json.span.end as usize..).unwrap_or_default();
    let is_whole =
        issues.is_empty() && cut.is_none() && rest.trim_matches([' ', '\t', '\n', '\r']).is_empty();
    is_whole && fits(&json, &CONTRACT) && unknown_members(&json, V36Decision::FIELDS).next().is_none()
}

/// Returns the members that the schema does not name. It closes the record itself; evidence and its parts are open.
fn unknown_members<'j, 't>(json: &'j Json<'t>, fields: &[FieldSpec]) -> impl Iterator<Item = &'j Member<'t>> {
    json.members().iter().filter(|member| !fields.iter().any(|field| field.name == member.key))
}

fn report_unknown(members: &[&Member<'_>], sink: &mut Sink) {
    for member in members {
        let known: Vec<&str> = CONTRACT.iter().map(|property| property.path).collect();
        let message = format!("`/{}`: the schema knows no such field", escaped(&member.key));
        let mut unknown = Diagnostic::new(&UNKNOWN_FIELD, member.key_span, message);
        if let Some(near) = nearest(&member.key, &known) {
            unknown = unknown.expected(near);
        }
        sink.report(unknown.found(member.key.as_ref()));
    }
}

/// A key as a JSON pointer writes it.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// `evidence.spawn_state` is `/evidence/spawn_state`.
fn pointer(field: &str) -> String {
    format!("/{}", field.replace(['.', '['], "/").replace(']', ""))
}
