//! Earlier reports of a scope, which a report is compared with.

use app::api::ListQuery;
use app::document::{DocumentHead, Kind};

use crate::store::{SharedStore, StoreError};

/// The most earlier reports that are offered.
const MOST: usize = 3;
/// The newest documents of the format that are looked through for the scope.
const LOOKED_THROUGH: u32 = 200;
/// Versions of longer texts are not walked through.
const MOST_BYTES: u32 = 1 << 20;

/// Returns the last reports of the same scope before this one, the oldest first: earlier versions of its file, or other
/// documents with its title.
pub(super) async fn of_document(
    store: &SharedStore,
    head: &DocumentHead,
    older: Option<String>,
) -> Result<Vec<DocumentHead>, StoreError> {
    let Some(lead) = head.lead().filter(|block| block.kind == Kind::Report) else { return Ok(Vec::new()) };
    let mut earlier = Vec::new();
    let mut older = older.filter(|_| head.bytes <= MOST_BYTES);
    while let Some(id) = older.take().filter(|_| earlier.len() < MOST) {
        let Some(document) = store.get(id).await? else { break };
        older = document.versions.older;
        earlier.push(document.head);
    }
    if earlier.is_empty() {
        let query = ListQuery {
            format: Some(lead.format.clone()),
            before: Some(head.seq),
            limit: Some(LOOKED_THROUGH),
            ..ListQuery::default()
        };
        let same_scope = |other: &DocumentHead| {
            other.title == head.title && other.source.repository == head.source.repository
        };
        earlier.extend(store.list(query).await?.documents.into_iter().filter(same_scope).take(MOST));
    }
    earlier.reverse();
    Ok(earlier)
}
