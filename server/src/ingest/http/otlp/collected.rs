//! The texts of a request, and what of it was refused.

use std::collections::BTreeSet;

use app::document::Source;
use axum::body::Bytes;

use super::super::envelopes::{MOST_DOCUMENTS, checked};
use crate::error::ApiError;
use crate::ingest::{Incoming, LIMIT};
use crate::store::{Identity, Receipt};

/// The most reasons that a response states.
const MOST_REASONS: usize = 3;

#[derive(Default)]
pub(super) struct Collected {
    pub texts: Vec<Incoming>,
    /// The record or span of each text.
    pub items: Vec<usize>,
    pub refused: Refused,
}

#[derive(Default)]
pub(super) struct Refused {
    items: BTreeSet<usize>,
    reasons: Vec<String>,
}

impl Collected {
    pub fn add(&mut self, item: usize, key: &str, source: Source, text: String) {
        if text.len() > LIMIT {
            let reason = format!("a text has {} bytes; the limit is {LIMIT}", text.len());
            return self.refused.add(item, reason);
        }
        match checked(source) {
            Ok(source) => {
                let identity = Identity::of_key(key);
                self.texts.push(Incoming { identity, source, raw: Bytes::from(text) });
                self.items.push(item);
            }
            Err(error) => self.refused.add(item, error.to_string()),
        }
    }

    /// Refuses a request with more texts than one may have.
    pub fn bounded(self) -> Result<Self, ApiError> {
        let count = self.texts.len();
        if count <= MOST_DOCUMENTS {
            return Ok(self);
        }
        Err(ApiError::BadTelemetry(format!(
            "the request has {count} texts, and the limit is {MOST_DOCUMENTS}: let the sender make smaller batches"
        )))
    }
}

impl Refused {
    pub fn add(&mut self, item: usize, reason: impl Into<String>) {
        self.items.insert(item);
        let reason = reason.into();
        if self.reasons.len() < MOST_REASONS && !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    /// Adds texts whose record or span was stored with another text before.
    pub fn add_conflicts(&mut self, items: &[usize], receipts: &[Receipt]) {
        for (item, receipt) in items.iter().zip(receipts) {
            if let Receipt::Conflict(head) = receipt {
                self.add(*item, format!("document {} has another text of the same place", head.id));
            }
        }
    }

    /// Returns how many records or spans were refused, and why; `None` if none was.
    pub fn counted(self) -> Option<(i64, String)> {
        (!self.items.is_empty()).then(|| (self.items.len() as i64, self.reasons.join("; ")))
    }
}
