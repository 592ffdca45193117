//! 5.6, Quarantine Operations: what was put under quarantine, what was released, and what still is.

mod check;
mod event;
mod json;
mod listed;
mod names;
mod parse;
mod parted;
mod records;
mod rules;
#[cfg(feature = "viewers")]
mod view;
mod words;

use serde_json::Value;

use self::words::{Answer, Subcommand, TargetType};
use crate::format::prelude::*;
use crate::json::JSON;
use crate::quarantine::QuarantineChange;
use crate::reading::{
    FENCES, Figure, HEADINGS, LABEL_NAMES, LABELS, Number, OneOf, SECTIONS, TABLES, TEXT, WORDS, counted,
    instant,
};

record! {
    pub struct QuarantineOperations as camelCase {
        subcommand: Option<OneOf<Subcommand>> = required Enum(&["quarantine", "release", "list"]),
        target_type: Option<OneOf<TargetType>> = required Enum(&["chain", "session", "format"]) => of_some_shapes(),
        target_id: Option<String> = required Text => of_some_shapes(),
        reason: Option<String> = required Markdown => of_some_shapes(),
        quarantined_at: Option<String> = required Instant => of_some_shapes(),
        auto_release: Option<OneOf<Answer>> = required Enum(&["yes", "no"]) => of_some_shapes(),
        ttl: Option<String> = required Duration => of_some_shapes(),
        released_at: Option<String> = other_shape Instant,
        redis: Redis = required Record(Redis::FIELDS),
        /// As it was printed, whatever it says.
        event: Option<Value> = required Record(EVENTS) => of_some_shapes(),
        impact: Vec<String> = required List(&Text),
        suggested_flow: Option<String> = optional Text,
        status: Option<String> = required Text,
        next_step: Option<String> = required Text => of_some_shapes(),
        executed_at: Option<String> = other_shape Instant,
        total: Option<Figure> = other_shape Integer,
        records: Vec<Record> = other_shape Table(self::Record::FIELDS),
        ..
        /// What the heading says beyond the contract.
        #[serde(skip)]
        title: Option<String>,
        #[serde(skip)]
        shape: Shape,
    }
}

/// The operation that the heading names.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    #[default]
    Record,
    Release,
    List,
}

record! {
    pub struct Redis {
        key: Option<String> = required Text => of_some_shapes(),
        /// As it was printed, whatever it says.
        payload: Option<Value> = required Record(PAYLOAD) => of_some_shapes(),
    }

    /// A row of the list.
    pub struct Record as camelCase {
        target_type: Option<OneOf<TargetType>> = other_shape Enum(&["chain", "session", "format"]);
            Column(&["Target Type", "type", "kind"]),
        target_id: Option<String> = other_shape Text; Column(&["Target ID", "target", "id"]),
        reason: Option<String> = other_shape Markdown; Column(&["Reason", "why", "violation", "cause"]),
        quarantined_at: Option<String> = other_shape Instant;
            Column(&["Quarantined At", "quarantined", "since", "added at", "timestamp"]),
        ttl_remaining: Option<String> = other_shape Duration;
            Column(&["TTL Remaining", "ttl", "remaining", "time left", "expires in"]),
        suggested_flow: Option<String> = other_shape Text;
            Column(&["Suggested Flow", "flow", "healing flow", "suggested action"]),
    }
}

impl QuarantineOperations {
    /// How many are under quarantine; the stated total where no record could be read.
    fn active(&self) -> usize {
        let stated = self.total.as_ref().and_then(|total| total.number).and_then(Number::count);
        match self.records.len() {
            0 => stated.map_or(0, |stated| stated as usize),
            rows => rows,
        }
    }
}

const TARGETS: FieldType = FieldType::Enum(&["chain", "session", "format"]);
const PAYLOAD: &[FieldSpec] = &[
    FieldSpec::required("targetType", TARGETS),
    FieldSpec::required("targetId", FieldType::Text),
    FieldSpec::required("reason", FieldType::Markdown),
    FieldSpec::required("quarantinedAt", FieldType::Form(json::moment)),
    FieldSpec::required("autoRelease", FieldType::Flag),
    FieldSpec::required("ttl", FieldType::Count),
    FieldSpec::required("suggestedFlow", FieldType::Text),
];
const EVENT: &[FieldSpec] = &[
    FieldSpec::required("type", FieldType::Enum(&["QuarantineEvent"])),
    FieldSpec::required("action", FieldType::Enum(&["add"])),
    FieldSpec::required("targetType", TARGETS),
    FieldSpec::required("targetId", FieldType::Text),
    FieldSpec::required("reason", FieldType::Markdown),
    FieldSpec::required("timestamp", FieldType::Form(json::moment)),
];
/// Either event.
const EVENTS: &[FieldSpec] = &[
    FieldSpec::required("type", FieldType::Enum(&["QuarantineEvent"])),
    FieldSpec::required("action", FieldType::Enum(&["add", "remove"])),
    FieldSpec::required("targetType", TARGETS),
    FieldSpec::required("targetId", FieldType::Text),
    FieldSpec::required("reason", FieldType::Markdown).of_some_shapes(),
    FieldSpec::required("timestamp", FieldType::Form(json::moment)),
];
/// The event of a release, which has no reason.
const REMOVAL: &[FieldSpec] = &[
    FieldSpec::required("type", FieldType::Enum(&["QuarantineEvent"])),
    FieldSpec::required("action", FieldType::Enum(&["remove"])),
    FieldSpec::required("targetType", TARGETS),
    FieldSpec::required("targetId", FieldType::Text),
    FieldSpec::required("timestamp", FieldType::Form(json::moment)),
];

impl QuarantineOperations {
    /// Returns when a quarantine expires, if it is released by itself and its start and duration are known: milliseconds
    /// since 1970.
    fn ends_ms(&self) -> Option<i64> {
        self.auto_release.as_ref().filter(|answer| answer.known == Some(Answer::Yes))?;
        let began = self.quarantined_at.as_deref().and_then(instant)?;
        let lasts = self.ttl.as_deref().and_then(check::seconds)?;
        began.milliseconds.checked_add(lasts.checked_mul(1000)?)
    }
}

impl Format for QuarantineOperations {
    const SPEC: Spec = spec! {
        id: "5.6",
        slug: "quarantine-operations",
        other_examples: &[include_str!("fixtures/complete_release.md"), include_str!("fixtures/complete_list.md")],
        name: "Quarantine Operations",
        hints: Hints::titled(&["targetId"]).judged("subcommand", &[], &[]),
        producer: "isolate/",
        gate: 9,
        priority: Some(4),
        openers: names::OPENERS,
        sets: &[&JSON, &HEADINGS, &LABELS, &LABEL_NAMES, &SECTIONS, &WORDS, &TABLES, &TEXT, &FENCES],
    };
    const PARSE: Parse<Self> = parse::parse;
    const CHECK: Check<Self> = check::check;

    const SUMMARY: Summarize<Self> = |value| {
        let target_type = value.target_type.as_ref().map(OneOf::as_str);
        let target: Vec<&str> = target_type.into_iter().chain(value.target_id.as_deref()).collect();
        let title = match value.shape {
            Shape::List => Some(counted(value.active(), "active quarantine")),
            _ => (!target.is_empty()).then(|| target.join(" ")),
        };
        Summary {
            title,
            verdict: value.subcommand.as_ref().map(|subcommand| subcommand.as_str().to_owned()),
            state: match value.shape {
                Shape::Record => State::Quarantined,
                Shape::Release | Shape::List => State::None,
            },
            ends_ms: value.ends_ms(),
            ..Summary::default()
        }
    };

    fn quarantine(&self) -> Option<QuarantineChange> {
        event::of(self)
    }
}
