//! Reads all stored texts again: what lists, chains and filters know comes from them, and a newer Harmony reads more.

use tokio::task;

use super::derive;
use crate::store::{Reached, Rederived, SharedStore, StoreError};

/// How far it is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Reparsed {
    pub documents: u64,
    /// Of which something is known otherwise now.
    pub changed: u64,
}

/// Reads what comes after a place in the order, batch by batch, and tells of each. What it did stays done when it is
/// broken off.
pub async fn reparse(
    store: &SharedStore,
    after: u64,
    mut tell: impl FnMut(Reparsed),
) -> Result<Reparsed, StoreError> {
    let mut reparsed = Reparsed::default();
    let mut reached = after;
    loop {
        let texts = store.texts(reached).await?;
        let Some(last) = texts.last() else { break };
        reached = last.0.seq;
        let read = move || texts.into_iter().map(|(head, raw)| derive(head, raw)).collect::<Vec<_>>();
        let documents = task::spawn_blocking(read).await.map_err(|_| StoreError::Stopped)?;
        reparsed.documents += documents.len() as u64;
        let batch = Rederived { documents, reached: Reached::Seq(reached) };
        reparsed.changed += u64::from(store.rederive(batch).await?);
        tell(reparsed);
    }
    store.rederive(Rederived { documents: Vec::new(), reached: Reached::End }).await?;
    Ok(reparsed)
}
