//! A session as a request of OTLP: a trace for each chain, with a span for each attempt at a step.

mod events;
mod ids;
mod steps;

use app::document::State;
use app::moves::Progress;
use app::track::{Chain, ChainState, Mention, Session};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::InstrumentationScope;
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, ScopeSpans, Span, Status};

use self::events::Events;
use super::attributes::{attribute, shortened, stated};

/// The most spans of a session. Steps beyond them are counted by the span of their chain.
const MOST_SPANS: usize = 10_000;
/// The name of the service that the spans are of, unless the session names its project.
const SERVICE: &str = "agents";

/// Returns the chains of a session as spans, or only the one of that id.
pub fn request(session: &Session, mentions: &[Mention], chain: Option<&str>) -> ExportTraceServiceRequest {
    let events = Events::of(mentions);
    let chosen = session.chains.iter().filter(|known| chain.is_none_or(|id| known.id == id));
    let mut spans = Vec::new();
    for chain in chosen {
        spans.extend(spans_of(session, chain, &events, MOST_SPANS.saturating_sub(spans.len())));
    }
    let service = session.project.as_deref().unwrap_or(SERVICE);
    let resource = Resource {
        attributes: vec![
            attribute("service.name", service),
            attribute("session.id", session.name.as_str()),
            attribute("harmony.session", session.name.as_str()),
        ],
        ..Resource::default()
    };
    let scope = InstrumentationScope {
        name: "harmony".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        ..InstrumentationScope::default()
    };
    let scope_spans = vec![ScopeSpans { scope: Some(scope), spans, ..ScopeSpans::default() }];
    let resource_spans =
        vec![ResourceSpans { resource: Some(resource), scope_spans, ..ResourceSpans::default() }];
    ExportTraceServiceRequest { resource_spans }
}

/// Returns the span of a chain and those of its steps, at most so many.
fn spans_of(session: &Session, chain: &Chain, events: &Events<'_>, most: usize) -> Vec<Span> {
    let Some(most) = most.checked_sub(1) else { return Vec::new() };
    let trace = ids::of_chain(&session.name, &chain.id);
    let root = ids::of_root(&trace);
    let newest_ms = chain.newest_ms;
    let mut spans: Vec<Span> = chain
        .steps
        .iter()
        .flat_map(|step| steps::spans(step, chain, &trace, &root, events))
        .take(most.saturating_add(1))
        .collect();
    let is_cut = spans.len() > most;
    spans.truncate(most);
    let is_done = chain.phase == ChainState::Done;
    let started = spans.iter().map(|span| span.start_time_unix_nano).min();
    let ended = spans.iter().map(|span| span.end_time_unix_nano).max();
    let opened = nanoseconds(chain.opened_ms);
    let closed = nanoseconds(chain.ended_ms.unwrap_or(newest_ms));
    let count = |progress: Progress| chain.count(|known| known == progress) as u32;
    let attributes = [
        Some(attribute("harmony.chain.id", chain.id.as_str())),
        stated("harmony.chain.title", chain.title.as_deref()),
        stated("harmony.agent", chain.agent.as_deref()),
        stated("harmony.request", chain.request.as_deref()),
        stated("harmony.flow", chain.source.as_deref()),
        Some(attribute("harmony.document.id", chain.opened.document.as_str())),
        Some(attribute("harmony.state", chain.state().as_str())),
        Some(attribute("harmony.steps", chain.steps.len() as u32)),
        Some(attribute("harmony.steps.pending", count(Progress::Pending))),
        Some(attribute("harmony.steps.skipped", count(Progress::Skipped))),
        (!is_done).then(|| attribute("harmony.running", true)),
        chain.is_by_receipt.then(|| attribute("harmony.times_by_receipt", true)),
        is_cut.then(|| attribute("harmony.spans_cut", true)),
    ];
    let (events, dropped) = events.of_chain(chain);
    let start = started.map_or(opened, |started| started.min(opened));
    let span = Span {
        trace_id: trace,
        span_id: root,
        name: chain.title.as_deref().map_or_else(|| "chain".to_owned(), shortened),
        kind: SpanKind::Internal.into(),
        start_time_unix_nano: start,
        end_time_unix_nano: ended.map_or(closed, |ended| ended.max(closed)).max(start),
        attributes: attributes.into_iter().flatten().collect(),
        events,
        dropped_events_count: dropped,
        status: Some(status(chain.state(), None)),
        ..Span::default()
    };
    spans.insert(0, span);
    spans
}

/// Returns how a span went. What runs, waits or was never judged has no status yet.
fn status(state: State, error: Option<&str>) -> Status {
    let code = match state {
        State::Passed => StatusCode::Ok,
        State::Failed | State::Contradicted => StatusCode::Error,
        State::None | State::Running | State::Waiting | State::Quarantined => StatusCode::Unset,
    };
    let message = match code {
        StatusCode::Error => shortened(error.unwrap_or(state.as_str())),
        StatusCode::Ok | StatusCode::Unset => String::new(),
    };
    Status { code: code.into(), message }
}

fn nanoseconds(milliseconds: i64) -> u64 {
    u64::try_from(milliseconds).unwrap_or_default().saturating_mul(1_000_000)
}
