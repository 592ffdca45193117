//! 5.6, Quarantine Operations: what was put under quarantine, what was released, and what still is.

mod check;
mod columns;
mod event;
mod in_list;
mod json;
mod listed;
mod names;
mod parse;
mod parted;
mod records;
mod rules;
#[cfg(feature = "ssr")]
mod view;
mod words;

use serde::Serialize;
use serde_json::Value;

use self::words::{Answer, Subcommand, TargetType};
use crate::declaration::FieldType;
use crate::diagnostic::Sink;
use crate::document::{Outcome, Summary};
use crate::event::Quarantine;
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::json::JSON;
use crate::markdown::TitledHeading;
use crate::reading::{
    FENCES, Figure, HEADINGS, LABEL_NAMES, LABELS, Number, OneOf, SECTIONS, TABLES, TEXT, WORDS, counted,
    instant,
};
use crate::recognition::Scan;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QuarantineOperations {
    /// What the heading says beyond the contract.
    #[serde(skip)]
    pub title: Option<String>,
    #[serde(skip)]
    pub shape: Shape,
    pub subcommand: Option<OneOf<Subcommand>>,
    pub target_type: Option<OneOf<TargetType>>,
    pub target_id: Option<String>,
    pub reason: Option<String>,
    pub quarantined_at: Option<String>,
    pub auto_release: Option<OneOf<Answer>>,
    pub ttl: Option<String>,
    pub released_at: Option<String>,
    pub redis: Redis,
    /// As it was printed, whatever it says.
    pub event: Option<Value>,
    pub impact: Vec<String>,
    pub suggested_flow: Option<String>,
    pub status: Option<String>,
    pub next_step: Option<String>,
    pub executed_at: Option<String>,
    pub total: Option<Figure>,
    pub records: Vec<Record>,
}

/// What the heading says that was done.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    #[default]
    Record,
    Release,
    List,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Redis {
    pub key: Option<String>,
    /// As it was printed, whatever it says.
    pub payload: Option<Value>,
}

/// A row of the list.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    pub target_type: Option<OneOf<TargetType>>,
    pub target_id: Option<String>,
    pub reason: Option<String>,
    pub quarantined_at: Option<String>,
    pub ttl_remaining: Option<String>,
    pub suggested_flow: Option<String>,
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

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("subcommand", FieldType::Enum(&["quarantine", "release", "list"])),
    FieldSpec::required("targetType", FieldType::Enum(&["chain", "session", "format"])),
    FieldSpec::required("targetId", FieldType::Text),
    FieldSpec::required("reason", FieldType::Markdown),
    FieldSpec::required("quarantinedAt", FieldType::Instant),
    FieldSpec::required("autoRelease", FieldType::Enum(&["yes", "no"])),
    FieldSpec::required("ttl", FieldType::Duration),
    FieldSpec::other_shape("releasedAt", FieldType::Instant),
    FieldSpec::required("redis", FieldType::Record),
    FieldSpec::required("redis.key", FieldType::Text),
    FieldSpec::required("redis.payload", FieldType::Record),
    FieldSpec::required("redis.payload.targetType", FieldType::Text),
    FieldSpec::required("redis.payload.targetId", FieldType::Text),
    FieldSpec::required("redis.payload.reason", FieldType::Markdown),
    FieldSpec::required("redis.payload.quarantinedAt", FieldType::Instant),
    FieldSpec::required("redis.payload.autoRelease", FieldType::Flag),
    FieldSpec::required("redis.payload.ttl", FieldType::Integer),
    FieldSpec::required("redis.payload.suggestedFlow", FieldType::Text),
    FieldSpec::required("event", FieldType::Record),
    FieldSpec::required("event.type", FieldType::Text),
    FieldSpec::required("event.action", FieldType::Text),
    FieldSpec::required("event.targetType", FieldType::Text),
    FieldSpec::required("event.targetId", FieldType::Text),
    FieldSpec::required("event.reason", FieldType::Markdown),
    FieldSpec::required("event.timestamp", FieldType::Instant),
    FieldSpec::required("impact", FieldType::List),
    FieldSpec::optional("suggestedFlow", FieldType::Text),
    FieldSpec::required("status", FieldType::Text),
    FieldSpec::required("nextStep", FieldType::Text),
    FieldSpec::other_shape("executedAt", FieldType::Instant),
    FieldSpec::other_shape("total", FieldType::Integer),
    FieldSpec::other_shape("records", FieldType::Table),
    FieldSpec::other_shape("records[].targetType", FieldType::Enum(&["chain", "session", "format"])),
    FieldSpec::other_shape("records[].targetId", FieldType::Text),
    FieldSpec::other_shape("records[].reason", FieldType::Markdown),
    FieldSpec::other_shape("records[].quarantinedAt", FieldType::Instant),
    FieldSpec::other_shape("records[].ttlRemaining", FieldType::Duration),
    FieldSpec::other_shape("records[].suggestedFlow", FieldType::Text),
];

impl QuarantineOperations {
    /// When a quarantine ends by itself, as far as its beginning and its duration tell: milliseconds since 1970.
    fn ends_ms(&self) -> Option<i64> {
        let began = self.quarantined_at.as_deref().and_then(instant)?;
        let lasts = self.ttl.as_deref().and_then(check::seconds)?;
        began.milliseconds.checked_add(lasts.checked_mul(1000)?)
    }
}

impl Format for QuarantineOperations {
    const SPEC: Spec = Spec {
        id: "5.6",
        slug: "quarantine-operations",
        name: "Quarantine Operations",
        producer: "isolate/",
        gate: 9,
        priority: Some(4),
        pattern: None,
        openers: names::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&JSON, &HEADINGS, &LABELS, &LABEL_NAMES, &SECTIONS, &WORDS, &TABLES, &TEXT, &FENCES],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.md"),
    };

    fn opens(scan: &Scan<'_>, heading: &TitledHeading, is_contract: bool) -> Option<Recognition> {
        names::opens(scan, heading, is_contract)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn check(&self, block: &Block<'_>, sink: &mut Sink) {
        check::check(self, block, sink);
    }

    fn summary(&self) -> Summary {
        let target_type = self.target_type.as_ref().map(OneOf::as_str);
        let target: Vec<&str> = target_type.into_iter().chain(self.target_id.as_deref()).collect();
        let title = match self.shape {
            Shape::List => Some(counted(self.active(), "active quarantine")),
            _ => (!target.is_empty()).then(|| target.join(" ")),
        };
        Summary {
            title,
            verdict: self.subcommand.as_ref().map(|subcommand| subcommand.as_str().to_owned()),
            outcome: match self.shape {
                Shape::Record => Outcome::Fail,
                Shape::Release => Outcome::Pass,
                Shape::List => Outcome::Unknown,
            },
            ends_ms: self.ends_ms(),
            ..Summary::default()
        }
    }

    fn quarantine(&self) -> Option<Quarantine> {
        event::of(self)
    }
}
