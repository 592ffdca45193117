//! Work items: what quality gates said of each, attempt by attempt.

mod fold;
mod record;

use serde::{Deserialize, Serialize};

use crate::gate::{GateKind, GateOutcome};
use crate::query_error::QueryError;

pub use record::{GateRecord, RecordedFlag, RecordedPlace};

/// A gate's answer in its document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    pub document: String,
    /// The document's place in the server's order.
    pub seq: u64,
    pub session: Option<String>,
    /// When it was written, or else when the document was received.
    pub at_ms: i64,
    /// What the document is a version of, and which one.
    pub series: Option<String>,
    pub version: u32,
    pub record: GateRecord,
}

/// An answer about a work item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Attempt {
    /// As stated, or else its place among the answers of its gate; unknown where older answers are left out.
    pub attempt: Option<u32>,
    pub outcome: GateOutcome,
    pub rule: String,
    pub flags: Vec<RecordedFlag>,
    /// Red flags besides.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more_flags: usize,
    pub document: String,
    pub seq: u64,
    pub line: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    pub at_ms: i64,
}

/// The answers of one gate, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct GateAttempts {
    pub kind: GateKind,
    pub attempts: Vec<Attempt>,
}

/// A work item with the answers of its gates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct WorkItem {
    pub task: String,
    /// Pass only if the newest answer of each gate passes.
    pub outcome: GateOutcome,
    /// Gates that answered.
    pub gates: Vec<GateAttempts>,
    /// It has older answers, which were left out.
    pub is_cut: bool,
    /// When it was judged last.
    pub newest_ms: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct WorkItems {
    /// Those that were judged last come first.
    pub items: Vec<WorkItem>,
    /// Where the next page begins, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// What the list of work items, or the page of one, is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct WorkItemQuery {
    /// Only this one, with every answer.
    pub task: Option<String>,
    /// Only those after this place in the list.
    pub before: Option<u64>,
}

impl WorkItemQuery {
    /// Returns what is wrong with the query.
    pub fn error(&self) -> Option<QueryError> {
        let before = self.before.filter(|_| self.task.is_some())?;
        Some(QueryError::new("before", &before.to_string(), "left out where one `task` is asked for"))
    }
}

impl GateAttempts {
    pub fn newest(&self) -> Option<&Attempt> {
        self.attempts.last()
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}
