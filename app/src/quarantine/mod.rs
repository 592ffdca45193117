//! Quarantines: the record that the contract prints, what is done to targets, and what a store knows of them.

mod matching;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::event::{Quarantine, QuarantineAction};

pub use matching::{Targeted, is_name_of_format};

/// What may be quarantined.
pub const TARGET_TYPES: [&str; 3] = ["chain", "session", "format"];

/// The record as the contract prints it for Redis.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct QuarantineRecord {
    pub target_type: String,
    pub target_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub quarantined_at: String,
    pub auto_release: bool,
    /// In seconds.
    pub ttl: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_flow: Option<String>,
}

impl QuarantineRecord {
    /// Returns the contract's TTL in seconds: seven days, or one with auto-release.
    pub const fn usual_ttl(auto_release: bool) -> u64 {
        if auto_release { 86_400 } else { 604_800 }
    }
}

/// What is done to a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuarantineChange {
    Add(QuarantineRecord),
    #[serde(rename_all = "camelCase")]
    Release {
        target_type: String,
        target_id: String,
        released_at: String,
    },
}

impl QuarantineChange {
    /// Returns the type and the id of the target.
    pub fn target(&self) -> (&str, &str) {
        match self {
            Self::Add(record) => (&record.target_type, &record.target_id),
            Self::Release { target_type, target_id, .. } => (target_type, target_id),
        }
    }

    /// Returns when it happened, as stated.
    pub fn at(&self) -> &str {
        match self {
            Self::Add(record) => &record.quarantined_at,
            Self::Release { released_at, .. } => released_at,
        }
    }

    /// States the time where nothing is stated.
    pub fn or_at(mut self, time: impl FnOnce() -> String) -> Self {
        let (Self::Add(QuarantineRecord { quarantined_at: at, .. }) | Self::Release { released_at: at, .. }) =
            &mut self;
        if at.is_empty() {
            *at = time();
        }
        self
    }

    /// Returns the event that the contract prints for it.
    pub fn event(&self) -> Quarantine {
        let (target_type, target_id) = self.target();
        let (action, reason) = match self {
            Self::Add(record) => (QuarantineAction::Add, record.reason.clone()),
            Self::Release { .. } => (QuarantineAction::Remove, None),
        };
        Quarantine {
            action,
            target_type: target_type.to_owned(),
            target_id: target_id.to_owned(),
            reason,
            timestamp: self.at().to_owned(),
        }
    }
}

crate::named::named! {
    /// Who changed a quarantine.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum Origin {
        Document = "document",
        /// A request, or the command.
        Api = "api",
        /// A form on a page.
        Page = "page",
        /// Another program, by Redis.
        Redis = "redis",
        /// Its time was over.
        Time = "time",
    }
}

/// A target that is quarantined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quarantined {
    #[serde(flatten)]
    pub record: QuarantineRecord,
    pub origin: Origin,
    /// The document that states it, while it is stored.
    pub document: Option<String>,
    /// When it began and when it ends by itself, if it does: milliseconds since 1970.
    pub from_ms: i64,
    pub ends_ms: Option<i64>,
}

impl Quarantined {
    /// Returns the key in Redis.
    pub fn key(&self) -> String {
        format!("quarantine:{}:{}", self.record.target_type, self.record.target_id)
    }

    /// Returns how many seconds are left until it ends by itself, rounded up.
    pub fn remaining(&self, now_ms: i64) -> Option<i64> {
        self.ends_ms.map(|ends_ms| (ends_ms.saturating_sub(now_ms).max(0) + 999) / 1000)
    }
}

/// A release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Released {
    pub target_type: String,
    pub target_id: String,
    pub released_at: String,
    pub origin: Origin,
    pub document: Option<String>,
    pub at_ms: i64,
}

/// The quarantines of a store, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quarantines {
    pub active: Vec<Quarantined>,
    /// All that are active, listed or not.
    pub count: u64,
    /// The last releases.
    pub released: Vec<Released>,
    /// The chains that are quarantined by an id of Harmony's, by that id.
    #[serde(default)]
    pub chains: BTreeMap<String, NamedChain>,
}

/// What a chain is called, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedChain {
    pub session: String,
    pub title: Option<String>,
}

/// A time during which a target was quarantined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    pub target_type: String,
    pub target_id: String,
    pub reason: Option<String>,
    pub from_ms: i64,
    /// `None` while it lasts.
    pub until_ms: Option<i64>,
}
