//! What the store and Redis agreed on last.

use std::collections::BTreeMap;

use app::quarantine::QuarantineRecord;
use serde::{Deserialize, Serialize};

use crate::store::StoreError;

/// By key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Agreed(pub BTreeMap<String, Known>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Known {
    /// The value in Redis, and when it expires.
    pub payload: String,
    pub expires_ms: Option<i64>,
    /// The record in the store; `None` after a release. It is remembered, since a Redis that crashed may restore the value.
    pub ours: Option<QuarantineRecord>,
    /// The value and its expiry are as Harmony wrote them.
    pub is_ours: bool,
    /// Of the process of Redis that had it.
    pub run_id: String,
}

impl Agreed {
    pub fn read(stored: Option<&str>) -> Result<Self, StoreError> {
        let Some(stored) = stored else { return Ok(Self::default()) };
        serde_json::from_str(stored)
            .map_err(|error| StoreError::Corrupt(format!("what is known of Redis: {error}")))
    }

    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}
