//! Reads a record, and checks it as its schema does.

use serde_json::{Map, Value};

use super::check::check;
use super::evidence::Evidence;
use super::rules::UNKNOWN_FIELD;
use super::schema::{ACTOR_ATTRIBUTION, DECISION_OUTCOME, PROPERTIES};
use super::{ActorAttribution, DecisionOutcome, V36Decision};
use crate::block::Block;
use crate::diagnostic::{Diagnostic, Sink};
use crate::json::{
    Json, Member, Property, Reading, Shape, fits, judge_fields, read, read_block, report_slots,
};
use crate::reading::nearest;
use crate::text::Span;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> V36Decision {
    let (json, cut) = read_block(block, sink);
    let before = sink.diagnostics.len();
    let has_issues = before > 0;
    judge_fields(&json, cut, PROPERTIES, sink);
    // Evidence quotes commands and paths, in which brackets and bars are no slots of a template.
    let stated = json.members().iter().filter(|member| member.key != "evidence");
    report_slots(stated.map(|member| &member.value), sink);
    unknown_fields(&json, sink);
    for diagnostic in sink.diagnostics.iter_mut().skip(before) {
        if let Some(field) = &diagnostic.field {
            diagnostic.message = format!("`{}`: {}", pointer(field), diagnostic.message);
        }
    }
    let text = |path: &str| json.at(path).and_then(Json::text).map(str::to_owned);
    let flag = |path: &str| json.at(path).and_then(Json::flag);
    let evidence = json.get("evidence");
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
        other_fields: others(Some(&json), PROPERTIES),
    };
    check(&record, evidence, block, sink);
    record
}

/// Returns the members that the schema does not name.
fn others(json: Option<&Json<'_>>, properties: &[Property]) -> Map<String, Value> {
    let members = json.map(Json::members).unwrap_or_default().iter();
    let others = members.filter(|member| !properties.iter().any(|property| property.key == member.key));
    others.map(|member| (member.key.clone().into_owned(), member.value.plain())).collect()
}

pub(super) fn conforms(line: &str) -> bool {
    let Reading { json, issues, cut } = read(line, Span::of(0, line.len()));
    let rest = line.get(json.span.end as usize..).unwrap_or_default();
    let is_whole =
        issues.is_empty() && cut.is_none() && rest.trim_matches([' ', '\t', '\n', '\r']).is_empty();
    is_whole && fits(&json, &Shape::Object(PROPERTIES)) && unknown_members(&json).next().is_none()
}

/// The schema closes the record itself; evidence and its parts are open.
fn unknown_members<'j, 't>(json: &'j Json<'t>) -> impl Iterator<Item = &'j Member<'t>> {
    json.members().iter().filter(|member| !PROPERTIES.iter().any(|property| property.key == member.key))
}

fn unknown_fields(json: &Json<'_>, sink: &mut Sink) {
    for member in unknown_members(json) {
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
