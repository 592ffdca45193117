//! The headings and labels of the three shapes, and where one begins.

use super::Shape;
use super::records::{NAMES, TARGET_ID, TARGET_TYPE};
use crate::format::prelude::*;
use crate::markdown::{Outline, TitledHeading};
use crate::reading::{Columns, LabelName, PartName, count_labels, normal};

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

    /// Returns the shape that a heading names, or `None` if it could be any.
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

const EVENT: PartName = PartName::new(
    "WebSocket Event",
    2,
    "event",
    &["event", "websocket", "web socket event", "quarantineevent"],
);
const IMPACT: PartName = PartName::new("Impact", 2, "impact", &["effects", "effect"]);

/// The sections of a record; a release names the first of them otherwise.
pub(super) static RECORD_PARTS: [PartName; 3] =
    [PartName::new("Redis Record", 2, "redis", &["redis", "redis operation"]), EVENT, IMPACT];

pub(super) static RELEASE_PARTS: [PartName; 3] =
    [PartName::new("Redis Operation", 2, "redis", &["redis", "redis record"]), EVENT, IMPACT];

pub(super) static LIST_PARTS: [PartName; 4] = [
    PartName::new("Redis Record", 2, "redis", &[]),
    EVENT,
    IMPACT,
    PartName::new(
        "Quarantine Records",
        2,
        "records",
        &["records", "active quarantines", "quarantines", "active records"],
    ),
];

pub(super) static HEAD_LABELS: [LabelName; 10] = [
    LabelName::new("Subcommand", "subcommand", &["command", "operation"]),
    LabelName::new("Target Type", "targetType", &["type"]),
    LabelName::new("Target ID", "targetId", &["target", "id"]),
    LabelName::new("Reason", "reason", &["why", "violation"]),
    LabelName::new("Quarantined At", "quarantinedAt", &["quarantined", "since"]),
    LabelName::new("Auto-Release", "autoRelease", &["auto released", "automatic release"]),
    LabelName::new("TTL", "ttl", &["time to live", "expires after"]),
    LabelName::new("Released At", "releasedAt", &["released"]),
    LabelName::new("Executed At", "executedAt", &["executed", "as of"]),
    LabelName::new("Total Quarantines", "total", &["total", "count", "active quarantines"]),
];

pub(super) static RECORD_KEY: [LabelName; 2] = [
    LabelName::new("Key", "redis.key", &["redis key"]),
    LabelName::new("Payload", "redis.payload", &["value", "redis payload"]),
];

pub(super) static RELEASE_KEY: [LabelName; 1] =
    [LabelName::new("Key Deleted", "redis.key", &["key", "deleted key", "redis key"])];

pub(super) static EVENT_LABELS: [LabelName; 3] = [
    LabelName::new("Type", "event.type", &["event type"]),
    LabelName::new("Action", "event.action", &["event action"]),
    LabelName::new("Payload", "event", &["event payload"]),
];

pub(super) static CLOSING_LABELS: [LabelName; 2] = [
    LabelName::new("Status", "status", &["state"]),
    LabelName::new("Next Step", "nextStep", &["next steps", "next action"]),
];

pub(super) fn opens(scan: &Scan<'_>, heading: &TitledHeading, is_contract: bool) -> Option<Recognition> {
    let fewest = if is_contract { 1 } else { 2 };
    let is_shown = count_labels(scan.text, scan.outline, heading, &EVIDENCE) >= fewest
        || lists_targets(scan.text, scan.outline, heading);
    is_shown.then(|| scan.under(heading, is_contract, REASONS))
}

fn lists_targets(text: &Text, outline: &Outline, heading: &TitledHeading) -> bool {
    let mut tables = outline.tables(outline.range(heading.section(text, outline)));
    tables.any(|(_, node, table)| {
        let columns = Columns::find(text, outline, table, &NAMES);
        let names_target = columns.place(TARGET_TYPE).is_some() && columns.place(TARGET_ID).is_some();
        names_target && node.fence == heading.fence
    })
}
