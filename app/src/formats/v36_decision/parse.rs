//! Reads a record, and judges it as its schema does.

use serde_json::{Map, Value};

use super::rules::{JSON_RULES, UNKNOWN_FIELD};
use super::schema::{ACTOR_ATTRIBUTION, DECISION_OUTCOME, PROPERTIES};
use super::{ActorAttribution, DecisionOutcome, V36Decision};
use crate::diagnostic::{Diagnostic, Sink};
use crate::format::Block;
use crate::json::{
    Conformity, Json, Kind, Others, Property, Reading, fits, fits_and_covers, judge_fields, read, read_block,
    report_slots,
};
use crate::reading::nearest;
use crate::text::Span;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> V36Decision {
    let (json, cut) = read_block(block, &JSON_RULES, sink);
    let before = sink.diagnostics.len();
    // Most records are right, and then nothing is said of their fields but where they stand.
    let is_right = fits_and_covers(block.text.source(), block.span, PROPERTIES, Others::Forbidden, sink);
    if !is_right {
        judge_fields(&json, cut, PROPERTIES, &JSON_RULES, sink);
    }
    // Evidence quotes commands and paths, in which brackets and bars are no slots of a template.
    let stated = json.members().iter().filter(|member| member.key != "evidence");
    report_slots(stated.map(|member| &member.value), sink);
    if !is_right {
        unknown_fields(&json, sink);
    }
    for diagnostic in sink.diagnostics.iter_mut().skip(before) {
        if let Some(field) = &diagnostic.field {
            diagnostic.message = format!("`{}`: {}", pointer(field), diagnostic.message);
        }
    }
    let text = |path: &str| json.at(path).and_then(Json::text).map(str::to_owned);
    let flag = |path: &str| json.at(path).and_then(Json::flag);
    let linked = json.get("linked_decision_ids").into_iter().flat_map(Json::items);
    V36Decision {
        schema_version: text("schema_version"),
        decision_id: text("decision_id"),
        ts: text("ts"),
        task_id: text("task_id"),
        contract_layer: text("contract_layer"),
        decision_class: text("decision_class"),
        evidence: json.get("evidence").map(Json::plain).unwrap_or_default(),
        decision_outcome: DecisionOutcome {
            next_state: text("decision_outcome.next_state"),
            next_action: text("decision_outcome.next_action"),
            tool_call_decision: text("decision_outcome.tool_call_decision"),
            others: others(json.get("decision_outcome"), DECISION_OUTCOME),
        },
        actor_attribution: ActorAttribution {
            evidence_level: text("actor_attribution.evidence_level"),
            claimed_actor: text("actor_attribution.claimed_actor"),
            verifiable: flag("actor_attribution.verifiable"),
            evidence_path: text("actor_attribution.evidence_path"),
            others: others(json.get("actor_attribution"), ACTOR_ATTRIBUTION),
        },
        reason_code: text("reason_code"),
        chair_authorization_id: text("chair_authorization_id"),
        dry_run: flag("dry_run"),
        linked_decision_ids: linked.filter_map(Json::text).map(str::to_owned).collect(),
        other_fields: if is_right { Map::new() } else { others(Some(&json), PROPERTIES) },
    }
}

/// What an object says beyond its properties.
fn others(json: Option<&Json<'_>>, properties: &[Property]) -> Map<String, Value> {
    let members = json.map(Json::members).unwrap_or_default().iter();
    let others = members.filter(|member| !properties.iter().any(|property| property.key == member.key));
    others.map(|member| (member.key.clone().into_owned(), member.value.plain())).collect()
}

pub(super) fn conforms(line: &str) -> bool {
    let scope = Span::of(0, line.len());
    match fits(line, scope, PROPERTIES, Others::Forbidden) {
        Conformity::Conforms => true,
        Conformity::Deviates => false,
        Conformity::Untold => conforms_otherwise(line, scope),
    }
}

/// The long way, for a record that is written as nobody writes it.
fn conforms_otherwise(line: &str, scope: Span) -> bool {
    let Reading { json, issues, cut } = read(line, scope);
    let rest = line.get(json.span.end as usize..).unwrap_or_default();
    let is_whole =
        issues.is_empty() && cut.is_none() && rest.trim_matches([' ', '\t', '\n', '\r']).is_empty();
    let mut sink = Sink::default();
    if is_whole {
        judge_fields(&json, None, PROPERTIES, &JSON_RULES, &mut sink);
        unknown_fields(&json, &mut sink);
    }
    is_whole && matches!(json.kind, Kind::Object(_)) && sink.diagnostics.is_empty()
}

/// The schema closes the record itself; evidence and its parts are open.
fn unknown_fields(json: &Json<'_>, sink: &mut Sink) {
    for member in json.members() {
        if PROPERTIES.iter().any(|property| property.path == member.key) {
            continue;
        }
        let known: Vec<&str> = PROPERTIES.iter().map(|property| property.path).collect();
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
