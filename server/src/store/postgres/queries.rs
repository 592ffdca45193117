//! The queries of readers.

use app::api::{DocumentList, ListQuery};
use app::document::DocumentHead;
use app::event::{Cursor, Feed, Totals};

use super::filter::Filter;
use super::sql::{Sql, Unsigned};
use super::versions::IS_NEWEST;
use super::{changes, versions};
use crate::store::body;
use crate::store::sqlite::queries::{MOST_LOOKED_AT, page_of};
use crate::store::{Frame, Replay, StoreError, StoredDocument};

pub(in crate::store) use crate::store::sqlite::queries::read_head;

/// Returns the newest place in the order.
pub(in crate::store) async fn cursor(sql: &Sql) -> Result<Cursor, StoreError> {
    let row = sql.one("SELECT epoch, seq FROM shard WHERE number = 0", &[]).await?;
    let epoch = u32::try_from(row.try_get::<_, i64>(0)?).unwrap_or_default();
    Ok(Cursor { epoch, seq: row.unsigned(1)? })
}

pub(in crate::store) async fn feed(sql: &Sql) -> Result<Feed, StoreError> {
    let cursor = cursor(sql).await?;
    let statement = format!(
        "SELECT head FROM document WHERE {IS_NEWEST} AND kind IS DISTINCT FROM 'event' AND seq > $2
         ORDER BY seq DESC LIMIT $1"
    );
    let looked_through = cursor.seq.saturating_sub(MOST_LOOKED_AT as u64).cast_signed();
    let rows = sql.rows(&statement, &[&(Feed::KEPT as i64), &looked_through]).await?;
    let mut documents = Vec::with_capacity(rows.len());
    for row in rows {
        documents.push(read_head(row.try_get(0)?)?);
    }
    Ok(Feed { cursor, documents, totals: totals(sql).await? })
}

pub(in crate::store) async fn list(sql: &Sql, query: &ListQuery) -> Result<DocumentList, StoreError> {
    let page = page_of(query);
    let mut filter = Filter::of(query);
    let most_looked_at = if filter.has_source() { MOST_LOOKED_AT } else { page };
    filter.before(query.before);
    let most = most_looked_at as i64 + 1;
    let statement = filter.statement("SELECT seq, head FROM document WHERE true");
    let rows = sql.rows(&statement, &filter.values(&most)).await?;
    let mut list = DocumentList::default();
    let mut last = None;
    for (looked_at, row) in rows.iter().enumerate() {
        if looked_at == most_looked_at || list.documents.len() == page {
            list.next = last;
            break;
        }
        last = Some(row.unsigned(0)?);
        let head = read_head(row.try_get(1)?)?;
        if filter.fits(&head) {
            list.documents.push(head);
        }
    }
    Ok(list)
}

pub(in crate::store) async fn get(sql: &Sql, id: &str) -> Result<Option<StoredDocument>, StoreError> {
    let statement = "SELECT head, codec, raw FROM document JOIN text USING (day, seq) WHERE id = $1";
    let Some(row) = sql.row(statement, &[&super::sql::clean(id).as_ref()]).await? else { return Ok(None) };
    let head = read_head(row.try_get(0)?)?;
    let raw = body::decode(row.try_get(1)?, row.try_get(2)?, head.bytes)?.into();
    let versions = versions::around(sql, &head).await?;
    Ok(Some(StoredDocument { head, versions, raw }))
}

pub(in crate::store) async fn replay(sql: &Sql, after: Cursor, limit: u32) -> Result<Replay, StoreError> {
    let newest = cursor(sql).await?;
    let oldest: Option<i64> = sql.one("SELECT min(seq) FROM event", &[]).await?.try_get(0)?;
    let is_kept = oldest.is_none_or(|oldest| after.seq.saturating_add(1) >= oldest.cast_unsigned());
    if after.epoch != newest.epoch || after.seq > newest.seq || !is_kept {
        return Ok(Replay::Gone);
    }
    let statement = "SELECT seq, frame FROM event WHERE seq > $1 ORDER BY seq LIMIT $2";
    let rows = sql.rows(statement, &[&after.seq.cast_signed(), &i64::from(limit)]).await?;
    let frame = |row: &tokio_postgres::Row| {
        let cursor = Cursor { epoch: newest.epoch, seq: row.unsigned(0)? };
        Ok(Frame { cursor, json: row.try_get(1)? })
    };
    Ok(Replay::Events(rows.iter().map(frame).collect::<Result<_, StoreError>>()?))
}

/// Returns the bytes that all tables and indexes take.
pub(in crate::store) async fn size(sql: &Sql) -> Result<u64, StoreError> {
    sql.one(
        "SELECT coalesce(sum(pg_relation_size(oid)), 0)::bigint FROM pg_class WHERE relnamespace = current_schema()::regnamespace",
        &[],
    )
    .await?
    .unsigned(0)
}

/// Returns the totals, which each change updates, so that no query counts a million rows.
pub(in crate::store) async fn totals(sql: &Sql) -> Result<Totals, StoreError> {
    read_totals(sql.one("SELECT totals FROM shard WHERE number = 0", &[]).await?.try_get(0)?)
}

/// A new store has none.
pub(in crate::store) fn read_totals(stored: Option<String>) -> Result<Totals, StoreError> {
    let Some(stored) = stored else { return Ok(Totals::default()) };
    serde_json::from_str(&stored).map_err(|error| StoreError::Corrupt(format!("the totals: {error}")))
}

pub(in crate::store) async fn has_meta(sql: &Sql, name: &str) -> Result<bool, StoreError> {
    sql.exists("SELECT 1 FROM meta WHERE name = $1", &[&name]).await
}

/// Replaces the head of a document, by its place.
pub(in crate::store) async fn set_head(sql: &Sql, head: &DocumentHead) -> Result<(), StoreError> {
    let json = changes::to_json(head)?;
    sql.execute("UPDATE document SET head = $2 WHERE seq = $1", &[&head.seq.cast_signed(), &json]).await?;
    Ok(())
}
