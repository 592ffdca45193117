//! What changes previews in the store, and what it returns of them.

use app::document::{DocumentHead, Summary};
use axum::body::Bytes;

/// The most previews that can be read at a time, and the most bytes of their texts.
pub const MOST_PREVIEWS: u32 = 1000;
pub const MOST_PREVIEW_BYTES: u64 = 1024 * 1024 * 1024;

#[derive(Clone, Debug)]
pub struct NewPreview {
    pub token: String,
    pub title: String,
    pub published_ms: i64,
    pub expires_ms: i64,
    /// The worst first.
    pub documents: Vec<(DocumentHead, Bytes)>,
}

#[derive(Clone, Debug)]
pub enum PreviewChange {
    /// The answer is its id, or `None` if there are [`MOST_PREVIEWS`] or [`MOST_PREVIEW_BYTES`].
    Publish(NewPreview),
    /// The answer is its id, or `None` if there is none that can be read.
    Revoke { id: i64, now_ms: i64 },
    /// Deletes the texts of those that have expired. The answer says how many of them there were.
    Expire { now_ms: i64 },
}

/// A preview without its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewRow {
    pub id: i64,
    pub token: String,
    pub title: String,
    /// Of its worst document.
    pub summary: Summary,
    pub documents: u32,
    pub published_ms: i64,
    pub expires_ms: i64,
    pub revoked_ms: Option<i64>,
}

/// A preview that was asked for by its token.
#[derive(Clone, Debug)]
pub struct StoredPreview {
    pub row: PreviewRow,
    /// None if it has ended.
    pub heads: Vec<DocumentHead>,
    /// Of the document that was asked for, or of the only one.
    pub text: Option<Bytes>,
}
