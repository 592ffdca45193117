//! Compresses a document's text before it reaches the writer thread, which all senders wait for.

use axum::body::Bytes;
use tokio::task;

use super::body;
use crate::store::{Arrival, StoreError};

/// Up to so many bytes, compressing takes well under a millisecond and stays on the runtime's own threads.
const AT_ONCE_UP_TO: usize = 64 * 1024;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::store) enum Packing {
    AtOnce,
    /// During a burst; see [`crate::store::sqlite`].
    Later,
}

#[derive(Clone)]
pub(in crate::store) struct Prepared {
    pub arrival: Arrival,
    /// How `body` is encoded.
    pub codec: i64,
    pub body: Bytes,
    pub waits_for_packing: bool,
}

impl Prepared {
    pub fn of(arrival: Arrival, packing: Packing) -> Self {
        let raw = arrival.raw.clone();
        let waits_for_packing = packing == Packing::Later && body::may_be_packed(&raw);
        let (codec, body) = if waits_for_packing { (body::PLAIN, raw) } else { body::encode(raw) };
        Self { arrival, codec, body, waits_for_packing }
    }
}

/// Prepares each document of a batch.
pub(in crate::store) async fn prepare<T: Send + 'static>(
    batch: Vec<Arrival>,
    each: impl Fn(Arrival) -> T + Send + 'static,
) -> Result<Vec<T>, StoreError> {
    let bytes: usize = batch.iter().map(|arrival| arrival.raw.len()).sum();
    let prepare = move || batch.into_iter().map(each).collect();
    if bytes <= AT_ONCE_UP_TO {
        return Ok(prepare());
    }
    task::spawn_blocking(prepare).await.map_err(|_| StoreError::Stopped)
}
