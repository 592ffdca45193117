//! The queries of readers. A query ends before its result is sent, so that no statement waits for a socket.

use app::api::{DocumentList, ListQuery};
use app::document::DocumentHead;
use app::event::{Cursor, Feed, Totals};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

use super::filter::{CRITICAL, Filter};
use super::versions;
use super::versions::IS_NEWEST;
use crate::store::{Frame, PAGE, Replay, StoreError, StoredDocument, body};

pub(super) fn feed(connection: &mut Connection, epoch: u32) -> Result<Feed, StoreError> {
    // One transaction, so that documents, totals and cursor match.
    let moment = connection.transaction()?;
    let seq = newest_seq(&moment)?;
    let totals = totals(&moment)?;
    let mut newest = moment.prepare_cached(&format!(
        "SELECT head FROM document JOIN facet USING (seq)
         WHERE {IS_NEWEST} AND kind IS NOT 'event' AND document.seq > ?2 ORDER BY document.seq DESC LIMIT ?1"
    ))?;
    let looked_through = seq.saturating_sub(MOST_LOOKED_AT as u64);
    let heads =
        newest.query_map(params![Feed::KEPT as i64, looked_through], |row| row.get::<_, String>(0))?;
    let mut documents = Vec::with_capacity(Feed::KEPT);
    for head in heads {
        documents.push(read_head(&head?)?);
    }
    Ok(Feed { cursor: Cursor { epoch, seq }, documents, totals })
}

/// A query of a list.
struct Listing {
    sql: String,
    values: Vec<Value>,
    page: usize,
    most_looked_at: usize,
}

impl Listing {
    fn of(query: &ListQuery) -> Self {
        let filter = Filter::of(query);
        let has_source = filter.has_source();
        let Filter { sql, values: conditions, of_source, of_source_values, .. } = filter;
        let Filter { is_of_documents, is_of_session, format, severity, .. } = filter;
        let mut values = [of_source_values, conditions].concat();
        let of_format = format.filter(|_| !is_of_documents && !is_of_session && severity.is_none());
        // The first table is scanned. A row of `facet` is much smaller than one of `document`, which matters where few
        // documents match.
        let (tables, seq) = match &of_format {
            Some(_) => (
                "document_format AS of_format CROSS JOIN facet USING (seq) CROSS JOIN document USING (seq)",
                "of_format.seq",
            ),
            None if is_of_documents && !is_of_session => ("document JOIN facet USING (seq)", "document.seq"),
            None => ("facet CROSS JOIN document USING (seq)", "facet.seq"),
        };
        let mut sql =
            format!("SELECT {seq} AS place, CASE WHEN {of_source} THEN head END FROM {tables} WHERE 1{sql}");
        if let Some(format) = of_format {
            sql.push_str(" AND of_format.format = ?");
            values.push(Value::Text(format));
        }
        if let Some(before) = query.before {
            sql.push_str(&format!(" AND {seq} < ?"));
            values.push(Value::Integer(i64::try_from(before).unwrap_or(i64::MAX)));
        }
        // Each severity is found by its index, in order, and SQLite merges them.
        let is_of_levels = !is_of_documents && !is_of_session;
        if let Some(lowest) = severity.filter(|lowest| is_of_levels && *lowest <= CRITICAL) {
            // `> 0` is the condition of the index.
            let of_level = |level| format!("{sql} AND facet.severity > 0 AND facet.severity = {level}");
            let levels: Vec<String> = (lowest..=CRITICAL).map(of_level).collect();
            values = vec![values; levels.len()].concat();
            sql = levels.join(" UNION ALL ");
        }
        sql.push_str(" ORDER BY place DESC LIMIT ?");
        let page = page_of(query);
        let most_looked_at = if has_source { MOST_LOOKED_AT } else { page };
        values.push(Value::Integer(most_looked_at as i64 + 1));
        Self { sql, values, page, most_looked_at }
    }
}

pub(super) fn list(connection: &mut Connection, query: &ListQuery) -> Result<DocumentList, StoreError> {
    let Listing { sql, values, page, most_looked_at } = Listing::of(query);
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params_from_iter(values))?;
    let mut list = DocumentList::default();
    let (mut looked_at, mut last) = (0, None);
    while let Some(row) = rows.next()? {
        if looked_at == most_looked_at || list.documents.len() == page {
            list.next = last;
            break;
        }
        looked_at += 1;
        last = Some(row.get(0)?);
        if let Some(head) = row.get::<_, Option<String>>(1)? {
            list.documents.push(read_head(&head)?);
        }
    }
    Ok(list)
}

/// The most documents that are looked at for one page of those of a source. If few of them match, the next page continues.
pub(in crate::store) const MOST_LOOKED_AT: usize = 20_000;

/// Returns the most documents on a page of the list.
pub(in crate::store) fn page_of(query: &ListQuery) -> usize {
    query.limit.map_or(PAGE, |limit| limit.clamp(1, ListQuery::MOST) as usize)
}

pub(super) fn get(connection: &mut Connection, id: &str) -> Result<Option<StoredDocument>, StoreError> {
    let moment = connection.transaction()?;
    let mut statement = moment.prepare_cached("SELECT head, codec, raw FROM document WHERE id = ?1")?;
    let row = statement
        .query_row([id], |row| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?)))
        .optional()?;
    let Some((head, codec, stored)) = row else { return Ok(None) };
    let head = read_head(&head)?;
    let raw = body::decode(codec, stored, head.bytes)?.into();
    let versions = versions::around(&moment, &head)?;
    Ok(Some(StoredDocument { head, versions, raw }))
}

pub(super) fn replay(
    connection: &mut Connection,
    epoch: u32,
    after: Cursor,
    limit: u32,
) -> Result<Replay, StoreError> {
    let moment = connection.transaction()?;
    let newest = newest_seq(&moment)?;
    let oldest: Option<u64> = moment.query_row("SELECT min(seq) FROM event", [], |row| row.get(0))?;
    let is_kept = oldest.is_none_or(|oldest| after.seq.saturating_add(1) >= oldest);
    if after.epoch != epoch || after.seq > newest || !is_kept {
        return Ok(Replay::Gone);
    }
    let mut statement =
        moment.prepare_cached("SELECT seq, frame FROM event WHERE seq > ?1 ORDER BY seq LIMIT ?2")?;
    let rows = statement.query_map(params![after.seq, limit], |row| {
        Ok(Frame { cursor: Cursor { epoch, seq: row.get(0)? }, json: row.get(1)? })
    })?;
    Ok(Replay::Events(rows.collect::<Result<_, _>>()?))
}

/// Returns the bytes of the file, and those of them that are free.
pub(super) fn size(connection: &Connection) -> rusqlite::Result<(u64, u64)> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, u64>(0));
    let page = pragma("page_size")?;
    Ok((pragma("page_count")? * page, pragma("freelist_count")? * page))
}

/// Returns the newest place in the order. The newest event is never dropped, so it is that of an event.
pub(super) fn newest_seq(connection: &Connection) -> rusqlite::Result<u64> {
    let newest: Option<u64> = connection.query_row("SELECT max(seq) FROM event", [], |row| row.get(0))?;
    Ok(newest.unwrap_or(0))
}

/// Returns the totals, which each change updates, so that no query counts a million rows.
pub(super) fn totals(connection: &Connection) -> Result<Totals, StoreError> {
    let stored: Option<String> = connection
        .prepare_cached("SELECT value FROM meta WHERE name = 'totals'")?
        .query_row([], |row| row.get(0))
        .optional()?;
    match stored {
        Some(stored) => {
            serde_json::from_str(&stored).map_err(|error| StoreError::Corrupt(format!("the totals: {error}")))
        }
        None => count_totals(connection),
    }
}

/// Counts the totals, as a store needs that is new or was written by an older version.
fn count_totals(connection: &Connection) -> Result<Totals, StoreError> {
    let mut totals = Totals::default();
    let sql = format!("SELECT head FROM document JOIN facet USING (seq) WHERE {IS_NEWEST}");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        totals.add(&read_head(&row.get::<_, String>(0)?)?);
    }
    Ok(totals)
}

pub(in crate::store) fn read_head(stored: &str) -> Result<DocumentHead, StoreError> {
    serde_json::from_str(stored).map_err(|error| StoreError::Corrupt(format!("a document's head: {error}")))
}

#[cfg(test)]
mod tests {
    use app::api::ListQuery;
    use rusqlite::params_from_iter;

    use super::Listing;
    use crate::store::sqlite::connection;

    fn plan(query: &ListQuery) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let store = connection::open_writer(&folder.path().join("harmony.sqlite"), 1).unwrap().connection;
        let Listing { sql, values, .. } = Listing::of(query);
        let mut statement = store.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let rows = statement.query_map(params_from_iter(values), |row| row.get(3)).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn severities_are_found_by_their_index_and_never_sorted() {
        for (severity, levels) in [("critical", 1), ("high", 2), ("low", 4)] {
            let query =
                ListQuery { severity: Some(severity.to_owned()), before: Some(9), ..ListQuery::default() };
            let plan = plan(&query);
            let by_index = plan.iter().filter(|step| step.contains("USING INDEX facet_severity")).count();
            assert_eq!(by_index, levels, "{plan:?}");
            assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{plan:?}");
        }
    }
}
