//! Events of spans: what documents announced and reported, and what is odd about a chain.

use std::cell::Cell;
use std::collections::HashMap;

use app::moves::{Move, Report};
use app::track::{Chain, Mention, SourceRef, Step};
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::trace::v1::span::Event;

use super::nanoseconds;
use crate::otlp::attributes::{attribute, stated};

/// As many as a span of OpenTelemetry has by default. Others are counted as dropped.
const MOST_EVENTS: usize = 128;
/// The most events of a session: a table of a chain is one in each of its steps.
const MOST_OF_SESSION: usize = 20_000;

/// What was said where, and when.
pub(super) struct Events<'m> {
    mentions: HashMap<(u64, u32), &'m Mention>,
    /// How many more there may be.
    left: Cell<usize>,
}

impl<'m> Events<'m> {
    pub fn of(mentions: &'m [Mention]) -> Self {
        let by_place = |mention: &'m Mention| ((mention.place.seq, mention.place.line), mention);
        Self { mentions: mentions.iter().map(by_place).collect(), left: Cell::new(MOST_OF_SESSION) }
    }

    /// Returns what was said about a step between two moments, and how much of it has no room.
    pub fn of_step(&self, step: &Step, from_ms: i64, until_ms: i64) -> (Vec<Event>, u32) {
        let is_within = |place: &&SourceRef| {
            let mention = self.mention(place);
            // The plan is of the whole chain.
            mention.is_some_and(|mention| {
                (from_ms..until_ms).contains(&mention.at_ms) && !matches!(mention.what, Move::Compiled { .. })
            })
        };
        self.bounded(step.places.iter().filter(is_within).filter_map(|place| self.at(place)))
    }

    /// Returns what was said about a chain as a whole.
    pub fn of_chain(&self, chain: &Chain) -> (Vec<Event>, u32) {
        let reports = chain.reports.iter().filter_map(|attached| self.at(&attached.place));
        let notes = chain.notes.iter().map(|note| {
            let at_ms =
                note.place.as_ref().and_then(|place| self.mention(place)).map(|mention| mention.at_ms);
            let document = note.place.as_ref().map(|place| place.document.as_str());
            let attributes = [
                Some(attribute("harmony.note", note.kind.as_str())),
                Some(attribute("harmony.message", note.message.as_str())),
                stated("harmony.document.id", document),
            ];
            event("harmony.note", at_ms.unwrap_or(chain.newest_ms), attributes)
        });
        self.bounded(self.at(&chain.opened).into_iter().chain(reports).chain(notes))
    }

    fn mention(&self, place: &SourceRef) -> Option<&'m Mention> {
        self.mentions.get(&(place.seq, place.line)).copied()
    }

    fn bounded(&self, events: impl Iterator<Item = Event>) -> (Vec<Event>, u32) {
        let mut events: Vec<Event> = events.collect();
        events.sort_by_key(|event| event.time_unix_nano);
        let most = MOST_EVENTS.min(self.left.get());
        let dropped = events.len().saturating_sub(most);
        events.truncate(most);
        self.left.set(self.left.get() - events.len());
        (events, dropped as u32)
    }

    fn at(&self, place: &SourceRef) -> Option<Event> {
        let mention = self.mention(place)?;
        let document = [
            Some(attribute("harmony.document.id", place.document.as_str())),
            Some(attribute("harmony.document.line", place.line)),
            stated("harmony.document.path", mention.path.as_deref()),
            stated("harmony.agent", mention.agent.as_deref()),
        ];
        Some(match &mention.what {
            Move::Report(report) => {
                event("harmony.report", mention.at_ms, document.into_iter().chain(stated_by(report)))
            }
            other => {
                let message = stated("harmony.message", message_of(other));
                event(kind_of(other), mention.at_ms, document.into_iter().chain([message]))
            }
        })
    }
}

fn event(name: &str, at_ms: i64, attributes: impl IntoIterator<Item = Option<KeyValue>>) -> Event {
    Event {
        time_unix_nano: nanoseconds(at_ms),
        name: name.to_owned(),
        attributes: attributes.into_iter().flatten().collect(),
        ..Event::default()
    }
}

fn stated_by(report: &Report) -> impl Iterator<Item = Option<KeyValue>> {
    let found = |key: &str, count: u32| (count > 0).then(|| attribute(key, count));
    let tally = report.tally;
    [
        Some(attribute("harmony.format", report.format.as_str())),
        Some(attribute("harmony.format.name", report.name.as_str())),
        stated("harmony.report.title", report.title.as_deref()),
        stated("harmony.verdict", report.verdict.as_deref()),
        stated("harmony.score", report.score.map(u32::from)),
        Some(attribute("harmony.findings", tally.total())),
        found("harmony.findings.critical", tally.critical),
        found("harmony.findings.high", tally.high),
        found("harmony.findings.medium", tally.medium),
        found("harmony.findings.low", tally.low),
    ]
    .into_iter()
}

fn message_of(what: &Move) -> Option<&str> {
    match what {
        Move::Failed { message, .. } => message.as_deref(),
        Move::HumanGate { prompt, .. } => prompt.as_deref(),
        Move::SecondOpinion { summary, .. } => summary.as_deref(),
        Move::SecondOpinionSkipped { reason, .. } => reason.as_deref(),
        _ => None,
    }
}

/// Returns the name of the event of an announcement.
const fn kind_of(what: &Move) -> &'static str {
    match what {
        Move::Routed { .. } => "harmony.routed",
        Move::Compiled { .. } => "harmony.chain_compiled",
        Move::Updated { .. } => "harmony.chain_updated",
        Move::Started { .. } => "harmony.step_started",
        Move::Completed { .. } => "harmony.step_completed",
        Move::SecondOpinion { .. } => "harmony.second_opinion",
        Move::SecondOpinionSkipped { .. } => "harmony.second_opinion_skipped",
        Move::HumanGate { .. } => "harmony.human_gate",
        Move::Failed { .. } => "harmony.step_failed",
        Move::Done { .. } => "harmony.chain_done",
        Move::Indexed { .. } => "harmony.indexed",
        Move::Learned { .. } => "harmony.learned",
        Move::SessionStarted { .. } => "harmony.session_started",
        Move::Report(_) => "harmony.report",
    }
}
