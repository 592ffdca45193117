//! Quarantines as programs get them.

use app::quarantine::{Origin, QuarantineRecord, Quarantined, Quarantines, Released};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock;

/// An active quarantine: the contract's record, and what Harmony knows of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActiveQuarantine {
    #[serde(flatten)]
    pub record: QuarantineRecord,
    /// The key in Redis.
    pub key: String,
    pub origin: Origin,
    /// The document that states it.
    pub document: Option<String>,
    /// When it ends by itself, and in how many seconds; `None` if somebody has to release it.
    pub ends_at: Option<String>,
    pub remaining: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuarantineList {
    /// Newest first.
    pub quarantines: Vec<ActiveQuarantine>,
    /// All that are active, listed or not.
    pub total: u64,
    /// The last releases, newest first.
    pub released: Vec<Released>,
}

impl ActiveQuarantine {
    pub fn of(quarantined: Quarantined, now_ms: i64) -> Self {
        Self {
            key: quarantined.key(),
            ends_at: quarantined.ends_ms.map(clock::iso),
            remaining: quarantined.remaining(now_ms),
            origin: quarantined.origin,
            document: quarantined.document,
            record: quarantined.record,
        }
    }
}

impl QuarantineList {
    pub fn of(Quarantines { active, count, released, .. }: Quarantines, now_ms: i64) -> Self {
        let quarantines = active.into_iter().map(|found| ActiveQuarantine::of(found, now_ms)).collect();
        Self { quarantines, total: count, released }
    }
}
