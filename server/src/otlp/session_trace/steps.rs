//! The spans of a step: one for each attempt, the newest last.

use app::document::State;
use app::track::{Chain, EarlierAttempt, SecondOpinion, Step, gate_name};
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;

use super::events::Events;
use super::{ids, nanoseconds, status};
use crate::otlp::attributes::{attribute, shortened, stated};

/// Returns no span for a step that has not begun.
pub(super) fn spans(step: &Step, chain: &Chain, trace: &[u8], root: &[u8], events: &Events<'_>) -> Vec<Span> {
    let span = |attempt: usize, started_ms: i64, ended_ms: i64, state: State, error: Option<&str>| Span {
        trace_id: trace.to_vec(),
        span_id: ids::of_attempt(trace, step.number, attempt),
        parent_span_id: root.to_vec(),
        name: name(step),
        kind: SpanKind::Internal.into(),
        start_time_unix_nano: nanoseconds(started_ms),
        end_time_unix_nano: nanoseconds(ended_ms.max(started_ms)),
        attributes: vec![
            attribute("harmony.step.number", step.number.to_string().as_str()),
            attribute("harmony.step.attempt", attempt as u32),
        ],
        status: Some(status(state, error)),
        ..Span::default()
    };
    let newest_started_ms = step.started_ms.or(step.ended_ms);
    let earlier = step.attempts.iter().zip(1..).map(|(earlier, attempt)| {
        let EarlierAttempt { started_ms, ended_ms, is_failed } = *earlier;
        let state = if is_failed { State::Failed } else { State::None };
        let mut earlier = span(attempt, started_ms, ended_ms, state, None);
        let next = step.attempts.get(attempt).map(|next| next.started_ms).or(newest_started_ms);
        let (from_ms, until_ms) =
            (if attempt == 1 { i64::MIN } else { started_ms }, next.unwrap_or(i64::MAX));
        (earlier.events, earlier.dropped_events_count) = events.of_step(step, from_ms, until_ms);
        earlier
    });
    let mut spans: Vec<Span> = earlier.collect();
    let Some(started_ms) = newest_started_ms else { return spans };
    let (state, error) = outcome(step);
    let ended_ms = step.ended_ms.unwrap_or(chain.newest_ms);
    let mut newest = span(spans.len() + 1, started_ms, ended_ms, state, error.as_deref());
    newest.attributes.extend(attributes(step, chain));
    let from_ms = if spans.is_empty() { i64::MIN } else { started_ms };
    (newest.events, newest.dropped_events_count) = events.of_step(step, from_ms, i64::MAX);
    spans.push(newest);
    spans
}

fn name(step: &Step) -> String {
    match &step.action {
        Some(action) => shortened(action),
        None => format!("step {}", step.number),
    }
}

/// Returns how the step went, and what failed. The newest report on a step that is complete may reject its work.
fn outcome(step: &Step) -> (State, Option<String>) {
    let newest = step.reports.last().map(|attached| &attached.report);
    match step.state() {
        State::Failed => (State::Failed, step.error.clone()),
        State::Passed if newest.is_some_and(|report| report.state == State::Failed) => {
            let rejection = newest
                .map(|report| format!("{}: {}", report.name, report.verdict.as_deref().unwrap_or("failed")));
            (State::Failed, rejection)
        }
        state => (state, None),
    }
}

fn attributes(step: &Step, chain: &Chain) -> impl Iterator<Item = KeyValue> {
    let gates = |gate: &u8| format!("{gate} {}", gate_name((*gate).into()).unwrap_or_default());
    let newest = step.reports.last();
    let is_running = !step.progress.has_ended();
    let waits_for: Vec<String> = step.waits_for.iter().map(ToString::to_string).collect();
    let skipped = matches!(step.second_opinion, Some(SecondOpinion::Skipped { .. }));
    let attributes = [
        Some(attribute("harmony.progress", step.progress.as_str())),
        stated("harmony.agent", chain.agent.as_deref()),
        stated("gen_ai.request.model", step.model.as_deref()),
        stated("harmony.step.inputs", step.inputs.as_deref()),
        stated("harmony.step.result", step.result.as_deref()),
        (!waits_for.is_empty()).then(|| attribute("harmony.step.waits_for", waits_for)),
        (!step.gates.is_empty())
            .then(|| attribute("harmony.gate", step.gates.iter().map(gates).collect::<Vec<_>>())),
        stated("harmony.verdict", newest.and_then(|attached| attached.report.verdict.as_deref())),
        stated("harmony.score", newest.and_then(|attached| attached.report.score).map(u32::from)),
        stated("harmony.document.id", step.places.last().map(|place| place.document.as_str())),
        is_running.then(|| attribute("harmony.running", true)),
        (!is_running && step.ended_ms.is_none()).then(|| attribute("harmony.end_unknown", true)),
        step.is_blocked.then(|| attribute("harmony.started_in_quarantine", true)),
        step.is_by_receipt.then(|| attribute("harmony.times_by_receipt", true)),
        step.is_untimed.then(|| attribute("harmony.untimed", true)),
        skipped.then(|| attribute("harmony.second_opinion_skipped", true)),
    ];
    attributes.into_iter().flatten()
}
