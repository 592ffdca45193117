//! Reads the fields that all gates share, and computes the verdict.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::contract::{Contract, is_of_adr};
use super::kind::{GateKind, is_older};
use super::names::{Renamed, use_contract_names};
use super::rules::{NO_VERDICT, OLDER_SHAPE};
use super::verdict::{Flag, GateAnswer, GateOutcome, GateVerdict};
use crate::format::prelude::*;
use crate::json::{
    AnswerContext, BROKEN_JSON, Cut, FIELD_NAME, Json, Kind, SyntaxIssue, TRUNCATED_JSON, Tolerance, entries,
    is_placeholder, judge, read_answer_block, read_fields, record_of, report_reading,
};
use crate::reading::{normal, without_struck};
use crate::recognition::JsonFamily;

/// The fields that may state the verdict, in order of precedence.
pub(super) const VERDICT_PLACES: [&str; 4] =
    ["gate_status", "next_steps.gate_status", "validation_status.all_checks_passed", "all_checks_passed"];

/// Reads an answer, and checks one of the current shape against its contract. Returns the fields that all gates share
/// apart from the gate's own.
pub fn read_answer<'t, G: DeserializeOwned + Default>(
    kind: GateKind,
    block: &Block<'t>,
    contract: &Contract,
    sink: &mut Sink,
) -> (Json<'t>, GateAnswer, G) {
    let (json, context, issue) = read_json(block, sink);
    let before = sink.diagnostics.len();
    check_contract(&json, context.cut, contract, sink);
    let (verdict, verdict_field) = read_verdict(kind, &json, context.cut, sink);
    let fields = Value::Object(read_fields(&json, &contract.adr, Tolerance::Strict, sink));
    let mut answer = GateAnswer {
        kind,
        verdict,
        outcome: verdict.into(),
        placeholders: has_placeholder(&json),
        verdict_field: verdict_field.map(str::to_owned),
        ..record_of(&fields)
    };
    let unreadable = match issue {
        _ if context.cut.is_some() => {
            let message = "the answer breaks off, and what is missing may be what matters".to_owned();
            Some((&TRUNCATED_JSON, Span::empty_at(json.span.end), message))
        }
        Some(issue) if verdict == GateVerdict::Pass => {
            let written = visible_part(block.text.slice(issue.span));
            let message =
                format!("no program can read the verdict: {}, at `{written}`", issue.kind.message());
            Some((&BROKEN_JSON, issue.span, message))
        }
        _ => None,
    };
    if let Some((rule, span, message)) = unreadable {
        let field = verdict_field.and_then(|field| Some((field, Some(json.at(field)?.span))));
        let (places, spans) = [("syntax", Some(span))].into_iter().chain(field).unzip();
        answer.red_flags.push(Flag { flag: rule.id, message, places, spans });
        answer.outcome = GateOutcome::Redeploy;
    }
    context.take_back_fixes(&json, before, sink);
    (json, answer, record_of(fields))
}

/// A part of the source that fits into a sentence.
fn visible_part(source: &str) -> String {
    source.split_whitespace().next().unwrap_or_default().chars().take(40).collect()
}

/// An answer with the contract's names for its fields, and the first character that a strict reader rejects.
fn read_json<'t>(block: &Block<'t>, sink: &mut Sink) -> (Json<'t>, AnswerContext, Option<SyntaxIssue>) {
    let answer = read_answer_block(block, GateKind::is_answer, sink);
    let context = answer.context();
    let issue = answer.reading.issues.iter().find(|issue| !issue.kind.is_end()).cloned();
    let mut json = report_reading(block, answer.reading, sink);
    for Renamed { key, written, name } in use_contract_names(&mut json) {
        let message = format!("the field `{name}` is called `{written}`");
        let renamed = Diagnostic::new(&FIELD_NAME, key, message).expected(name).found(written);
        sink.report(match context.is_in_string {
            true => renamed,
            false => renamed.fix(format!("Call it `{name}`"), key, format!("\"{name}\"")),
        });
    }
    (json, context, issue)
}

fn check_contract(json: &Json<'_>, cut: Option<Cut>, contract: &Contract, sink: &mut Sink) {
    let is_early_failure = json.members().len() <= 3 && json.get("blocking_issues").is_some();
    if is_older(json) {
        judge(json, cut, &[], sink);
        let opening = json.span.take(1);
        let message = "an older shape, with the verdict in one of its sections";
        sink.report(Diagnostic::new(&OLDER_SHAPE, opening, message));
    } else if is_of_adr(json) {
        judge(json, cut, &contract.adr, sink);
    } else if is_early_failure {
        judge(json, cut, &contract.early, sink);
    } else {
        judge(json, cut, &contract.newer, sink);
    }
}

fn read_verdict(
    kind: GateKind,
    json: &Json<'_>,
    cut: Option<Cut>,
    sink: &mut Sink,
) -> (GateVerdict, Option<&'static str>) {
    let (verdict, verdict_field) = verdict(kind, json);
    // The verdict may have been cut off.
    if verdict == GateVerdict::Undecidable && (cut.is_none() || verdict_field.is_some()) {
        let place = verdict_field.map_or_else(|| json.span.take(1), |field| span_of(json, field));
        let message = "no field says whether the gate is passed";
        sink.report(Diagnostic::new(&NO_VERDICT, place, message).field("verdict"));
    }
    if let Some(field) = verdict_field {
        sink.field(FieldPath::name("verdict"), span_of(json, field));
    }
    (verdict, verdict_field)
}

/// Returns the verdict and the field that states it. Prose never decides.
fn verdict(kind: GateKind, json: &Json<'_>) -> (GateVerdict, Option<&'static str>) {
    for place in VERDICT_PLACES {
        let is_top_level_flag = place == "all_checks_passed";
        if is_top_level_flag && kind == GateKind::CodeReview && json.get("blocking_issues").is_some() {
            break;
        }
        let Some(value) = json.at(place) else { continue };
        if let Some(verdict) = parse_verdict(value) {
            return (verdict, Some(place));
        }
        // A slot in a section is a reminder of the template; at the top it is the verdict that was not given.
        if place == "gate_status" {
            return (GateVerdict::Undecidable, Some(place));
        }
    }
    if kind == GateKind::CodeReview {
        return computed(json);
    }
    (GateVerdict::Undecidable, None)
}

/// Parses the verdict that a field states.
pub(super) fn parse_verdict(value: &Json<'_>) -> Option<GateVerdict> {
    let passed = match &value.kind {
        Kind::Bool(passed) => *passed,
        _ => {
            let written = value.text()?;
            // Words that are struck out don't count.
            let meant = without_struck(written).unwrap_or(Cow::Borrowed(written));
            match normal(&meant).as_str() {
                "pass" | "passed" | "true" => true,
                "fail" | "failed" | "false" => false,
                _ => return None,
            }
        }
    };
    Some(if passed { GateVerdict::Pass } else { GateVerdict::Fail })
}

/// A code review passes when it lists neither blocking issues nor scope violations.
fn computed(json: &Json<'_>) -> (GateVerdict, Option<&'static str>) {
    let count = |key| Some(entries(json.get(key)?)?.len());
    match (count("blocking_issues"), count("scope_violations").unwrap_or(0)) {
        (Some(0), 0) => (GateVerdict::Pass, Some("blocking_issues")),
        (Some(0), _) => (GateVerdict::Fail, Some("scope_violations")),
        (Some(_), _) => (GateVerdict::Fail, Some("blocking_issues")),
        (None, _) => (GateVerdict::Undecidable, None),
    }
}

fn has_placeholder(json: &Json<'_>) -> bool {
    match &json.kind {
        Kind::Object(members) => members.iter().any(|member| has_placeholder(&member.value)),
        Kind::List(items) => items.iter().any(has_placeholder),
        _ => json.text().is_some_and(is_placeholder),
    }
}

/// Returns the place of a value, or the beginning of the answer where it has none.
pub(super) fn span_of(json: &Json<'_>, path: &str) -> Span {
    json.at(path).map_or_else(|| json.span.take(1), |value| value.span)
}
