//! Parses all stored texts again: lists, chains and filters are derived from them, and a newer Harmony may recognize
//! more.

use app::document::DocumentHead;
use tokio::task;

use super::derive;
use crate::store::{Reached, Rederived, SharedStore, StoreError};

/// The progress of parsing all documents again.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Reparsed {
    pub documents: u64,
    /// Documents whose derived data changed.
    pub changed: u64,
    /// Documents that were left as they were read.
    pub kept: u64,
}

/// Parses the documents after a place in the order, batch by batch, and reports each batch. An interrupted run keeps its
/// progress.
pub async fn reparse(
    store: &SharedStore,
    after: u64,
    report: impl FnMut(Reparsed),
) -> Result<Reparsed, StoreError> {
    reparse_unless(store, after, |_| false, report).await
}

/// Likewise, and leaves documents as they were read for which `is_kept` says so.
pub async fn reparse_unless(
    store: &SharedStore,
    after: u64,
    is_kept: impl Fn(&DocumentHead) -> bool,
    mut report: impl FnMut(Reparsed),
) -> Result<Reparsed, StoreError> {
    let mut reparsed = Reparsed::default();
    let mut reached = after;
    loop {
        let mut texts = store.texts(reached).await?;
        let Some(last) = texts.last() else { break };
        reached = last.0.seq;
        let found = texts.len();
        texts.retain(|(head, _)| !is_kept(head));
        reparsed.kept += (found - texts.len()) as u64;
        let read = move || texts.into_iter().map(|(head, raw)| derive(head, raw)).collect::<Vec<_>>();
        let documents = task::spawn_blocking(read).await.map_err(|_| StoreError::Stopped)?;
        reparsed.documents += documents.len() as u64;
        let batch = Rederived { documents, reached: Reached::Seq(reached) };
        reparsed.changed += u64::from(store.rederive(batch).await?);
        report(reparsed);
    }
    store.rederive(Rederived { documents: Vec::new(), reached: Reached::End }).await?;
    Ok(reparsed)
}
