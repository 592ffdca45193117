//! The headings and labels of the three shapes, and where one begins.

use super::Shape;
use super::columns::{RECORDS, TARGET_ID, TARGET_TYPE};
use crate::block::{Recognition, Revision};
use crate::markdown::{Kind, Outline, TitledHeading};
use crate::reading::{Columns, LabelName, PartName, count_labels, normal};
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener, Scan};
use crate::text::Text;

const REASONS: [&str; 2] =
    ["heading of a quarantine, and its labels", "heading that names a quarantine, and its labels"];
pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &[
        "quarantine record", "quarantine release", "active quarantines", "quarantine list",
        "quarantine report", "quarantine released", "quarantine added", "quarantine operation",
        "quarantine operations report",
    ],
    form: HeadingForm::Any,
    deepest: 3,
    contract: &[Shape::Record.title(), Shape::Release.title(), Shape::List.title()],
    evidence: Evidence::Code(opens),
})];
const EVIDENCE: [&str; 8] = [
    "subcommand", "target type", "target id", "total quarantines", "quarantined at", "released at",
    "auto release", "key deleted",
];

impl Shape {
    pub const fn title(self) -> &'static str {
        match self {
            Self::Record => "# Quarantine Record",
            Self::Release => "# Quarantine Release",
            Self::List => "# Active Quarantines",
        }
    }

    /// The line that ends the report, in the form of [`normal`] and as the contract writes it.
    pub const fn closing(self) -> (&'static [&'static str], &'static str) {
        match self {
            Self::Record => (&["quarantine active", "quarantine complete"], "**Quarantine Active**"),
            Self::Release => (&["quarantine released", "release complete"], "**Quarantine Released**"),
            Self::List => (&["list complete"], "**List Complete**"),
        }
    }

    /// What a heading speaks of; none where it may be any.
    pub fn of_heading(heading: &str) -> Option<Self> {
        let words = normal(heading.trim_start_matches('#'));
        if words.starts_with("quarantine release") {
            Some(Self::Release)
        } else if words.starts_with("active") || words.starts_with("quarantine list") {
            Some(Self::List)
        } else if words.starts_with("quarantine record") || words.starts_with("quarantine added") {
            Some(Self::Record)
        } else {
            None
        }
    }
}

pub(super) const REDIS: usize = 0;
pub(super) const EVENT: usize = 1;
pub(super) const IMPACT: usize = 2;
pub(super) const LIST: usize = 3;

const EVENT_PART: PartName = PartName {
    name: "WebSocket Event",
    level: 2,
    synonyms: &["event", "websocket", "web socket event", "quarantineevent"],
    field: "event",
};
const IMPACT_PART: PartName =
    PartName { name: "Impact", level: 2, synonyms: &["effects", "effect"], field: "impact" };

/// The sections of a record; a release names the first of them otherwise.
pub(super) static RECORD_PARTS: [PartName; 3] = [
    PartName { name: "Redis Record", level: 2, synonyms: &["redis", "redis operation"], field: "redis" },
    EVENT_PART,
    IMPACT_PART,
];

pub(super) static RELEASE_PARTS: [PartName; 3] = [
    PartName { name: "Redis Operation", level: 2, synonyms: &["redis", "redis record"], field: "redis" },
    EVENT_PART,
    IMPACT_PART,
];

pub(super) static LIST_PARTS: [PartName; 4] = [
    PartName { name: "Redis Record", level: 2, synonyms: &[], field: "redis" },
    EVENT_PART,
    IMPACT_PART,
    PartName {
        name: "Quarantine Records",
        level: 2,
        synonyms: &["records", "active quarantines", "quarantines", "active records"],
        field: "records",
    },
];

const fn label(name: &'static str, field: &'static str, synonyms: &'static [&'static str]) -> LabelName {
    LabelName { name, synonyms, field }
}

pub(super) const SUBCOMMAND: usize = 0;
pub(super) const TYPE: usize = 1;
pub(super) const ID: usize = 2;
pub(super) const REASON: usize = 3;
pub(super) const QUARANTINED_AT: usize = 4;
pub(super) const AUTO_RELEASE: usize = 5;
pub(super) const TTL: usize = 6;
pub(super) const RELEASED_AT: usize = 7;
pub(super) const EXECUTED_AT: usize = 8;
pub(super) const TOTAL: usize = 9;

pub(super) static HEAD_LABELS: [LabelName; 10] = [
    label("Subcommand", "subcommand", &["command", "operation"]),
    label("Target Type", "targetType", &["type"]),
    label("Target ID", "targetId", &["target", "id"]),
    label("Reason", "reason", &["why", "violation"]),
    label("Quarantined At", "quarantinedAt", &["quarantined", "since"]),
    label("Auto-Release", "autoRelease", &["auto released", "automatic release"]),
    label("TTL", "ttl", &["time to live", "expires after"]),
    label("Released At", "releasedAt", &["released"]),
    label("Executed At", "executedAt", &["executed", "as of"]),
    label("Total Quarantines", "total", &["total", "count", "active quarantines"]),
];

pub(super) static RECORD_KEY: [LabelName; 2] = [
    label("Key", "redis.key", &["redis key"]),
    label("Payload", "redis.payload", &["value", "redis payload"]),
];

pub(super) static RELEASE_KEY: [LabelName; 1] =
    [label("Key Deleted", "redis.key", &["key", "deleted key", "redis key"])];

pub(super) const KEY: usize = 0;
pub(super) const PAYLOAD: usize = 1;

pub(super) const EVENT_TYPE: usize = 0;
pub(super) const EVENT_ACTION: usize = 1;
pub(super) const EVENT_PAYLOAD: usize = 2;

pub(super) static EVENT_LABELS: [LabelName; 3] = [
    label("Type", "event.type", &["event type"]),
    label("Action", "event.action", &["event action"]),
    label("Payload", "event", &["event payload"]),
];

pub(super) const STATUS: usize = 0;
pub(super) const NEXT_STEP: usize = 1;

pub(super) static CLOSING_LABELS: [LabelName; 2] =
    [label("Status", "status", &["state"]), label("Next Step", "nextStep", &["next steps", "next action"])];

pub(super) fn opens(scan: &Scan<'_>, heading: &TitledHeading, is_contract: bool) -> Option<Recognition> {
    let Scan { text, outline, .. } = *scan;
    let fewest = if is_contract { 1 } else { 2 };
    let is_shown =
        count_labels(text, outline, heading, &EVIDENCE) >= fewest || lists_targets(text, outline, heading);
    let [by_contract, otherwise] = REASONS;
    is_shown.then(|| Recognition {
        span: heading.section(text, outline),
        revision: if is_contract { Revision::Current } else { Revision::Legacy },
        reason: if is_contract { by_contract } else { otherwise },
    })
}

fn lists_targets(text: &Text, outline: &Outline, heading: &TitledHeading) -> bool {
    let nodes = outline.slice(outline.range(heading.section(text, outline)));
    nodes.iter().filter(|node| node.fence == heading.fence).any(|node| match node.kind {
        Kind::Table(table) => {
            let columns = Columns::find(text, outline, table, &RECORDS);
            columns.place(TARGET_TYPE).is_some() && columns.place(TARGET_ID).is_some()
        }
        _ => false,
    })
}
