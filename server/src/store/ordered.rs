use app::api::{DocumentList, ListQuery, Order};

use super::{PAGE, Store, StoreError};

/// Returns a page of documents in the order that is asked for. Of those that match, the newest [`Order::WINDOW`] are
/// ordered together; `next` leads to older ones.
pub async fn listed(store: &dyn Store, query: ListQuery) -> Result<DocumentList, StoreError> {
    let Some(order) = query.order() else { return store.list(query).await };
    let mut all = DocumentList::default();
    let mut next = query.before;
    loop {
        let missing = Order::WINDOW - all.documents.len();
        let limit = (ListQuery::MOST).min(missing as u32);
        let list = store.list(ListQuery { before: next, limit: Some(limit), ..query.clone() }).await?;
        next = list.next;
        all.not_searched = list.not_searched;
        all.documents.extend(list.documents);
        all.excerpts.extend(list.excerpts);
        if next.is_none() || all.documents.len() >= Order::WINDOW {
            break;
        }
    }
    all.next = next;
    let most = query.limit.map_or(PAGE, |limit| limit as usize);
    Ok(all.arranged(order, query.skip.unwrap_or(0) as usize, most))
}
