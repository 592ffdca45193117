//! The audit of decision records across documents: what is kept of each record, and what is asked of all of them.

mod query;
mod record;

use serde::{Deserialize, Serialize};

use crate::severity::Severity;

pub use crate::formats::{SPAWN_DONE, STATES, end_of_trail, step_between};
pub use query::{DecisionQuery, Facet};
pub use record::{DecisionRecord, RecordFinding, signals_of};

/// A finding, with how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct CountedFinding {
    pub rule: String,
    pub severity: Severity,
    pub count: u64,
}

/// What is known of decisions: a part of them, newest first, and what all are chosen by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Decisions {
    /// The trail of the task that is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trail: Option<Trail>,
    /// Tasks, those decided on last first; none where a task is asked for.
    pub tasks: Vec<AuditedTask>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_tasks: Option<u64>,
    pub records: Vec<StoredDecision>,
    /// Where the next page of records begins, if there may be one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
    pub facets: Vec<FacetValues>,
}

/// The values of a facet, the most frequent first, with how many records of the store have each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct FacetValues {
    pub facet: Facet,
    pub values: Vec<(String, u64)>,
    /// There are more than those.
    pub is_cut: bool,
}

/// A task and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct AuditedTask {
    pub task: String,
    pub records: u64,
    /// The last state of each machine.
    pub states: [Option<String>; STATES.len()],
    pub findings: Vec<CountedFinding>,
    pub newest_ms: i64,
}

/// How a task came to where it is, across all documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Trail {
    pub task: AuditedTask,
    pub machines: Vec<Path>,
    /// What is missing at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<EndFinding>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct EndFinding {
    pub finding: RecordFinding,
    pub place: Place,
}

/// The way of a task through the states of a machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema), schemars(rename = "MachinePath"))]
pub struct Path {
    pub machine: String,
    /// All states but unknown ones, with whether the task was in each.
    pub states: Vec<(String, bool)>,
    /// In the order of time: the newest, if there are very many.
    pub steps: Vec<PathStep>,
    pub is_cut: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct PathStep {
    pub state: String,
    pub at_ms: i64,
    pub place: Place,
    /// What is impossible about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<RecordFinding>,
}

/// Where a record is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema), schemars(rename = "RecordPlace"))]
pub struct Place {
    pub document: String,
    pub line: u32,
}

/// A record in its document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct StoredDecision {
    /// Its place in the order of all records.
    pub number: u64,
    pub place: Place,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    pub id: Option<String>,
    /// As written.
    pub ts: Option<String>,
    /// When it was made: as it states, or else as the record before it.
    pub at_ms: i64,
    pub task: Option<String>,
    pub layer: Option<String>,
    pub class: Option<String>,
    pub level: Option<String>,
    pub actor: Option<String>,
    pub reason: Option<String>,
    /// Machines whose state it says.
    pub moves: Vec<MachineMove>,
    pub signals: Vec<(String, bool)>,
    pub links: Vec<Link>,
    pub findings: Vec<RecordFinding>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct MachineMove {
    pub machine: String,
    /// The state before it in the trail of its task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    pub to: String,
}

/// A decision on which another rests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Link {
    pub id: String,
    /// Its number and place, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<(u64, Place)>,
}
