//! Versions of a source.

use app::document::{DocumentHead, Source, Versions};
use rusqlite::{Connection, OptionalExtension, params};

use super::queries;
use crate::store::StoreError;

/// A condition on `facet`: there is no later version. Looked up in the index of versions, so that removals need no
/// bookkeeping.
pub(super) const IS_NEWEST: &str = "NOT EXISTS (SELECT 1 FROM facet AS later
    WHERE later.series = facet.series AND later.version > facet.version)";

/// Returns the name that all versions of a source share, in the form that the migration writes. Commit and CI run
/// distinguish versions. A source without a path has no versions.
pub(super) fn series(connection: &Connection, source: &Source) -> Result<Option<String>, StoreError> {
    let Source { session, repository, path: Some(path), part, .. } = source else { return Ok(None) };
    let named = connection
        .prepare_cached("SELECT json_array(?1, ?2, ?3, ?4)")?
        .query_row(params![session, repository, path, part], |row| row.get(0))?;
    Ok(Some(named))
}

/// Returns the newest document of a source.
pub(super) fn newest(connection: &Connection, series: &str) -> Result<Option<DocumentHead>, StoreError> {
    let newest = connection
        .prepare_cached(
            "SELECT head FROM facet JOIN document USING (seq) WHERE series = ?1 ORDER BY version DESC LIMIT 1",
        )?
        .query_row([series], |row| row.get::<_, String>(0))
        .optional()?;
    newest.map(|head| queries::read_head(&head)).transpose()
}

/// Returns whether a document is the newest of its source, which lists show and totals count.
pub(super) fn is_newest(connection: &Connection, head: &DocumentHead) -> Result<bool, StoreError> {
    let sql = format!("SELECT 1 FROM facet WHERE seq = ?1 AND {IS_NEWEST}");
    Ok(connection.prepare_cached(&sql)?.exists([head.seq])?)
}

pub(super) fn around(connection: &Connection, head: &DocumentHead) -> Result<Versions, StoreError> {
    let alone = || Versions { newest: head.version, newest_id: head.id.clone(), ..Versions::default() };
    let Some(series) = series(connection, &head.source)? else { return Ok(alone()) };
    let Some(newest) = newest(connection, &series)? else { return Ok(alone()) };
    let neighbor = |sql: &str| -> Result<Option<String>, StoreError> {
        let mut statement = connection.prepare_cached(sql)?;
        Ok(statement.query_row(params![series, head.version], |row| row.get(0)).optional()?)
    };
    let older = neighbor(
        "SELECT id FROM facet JOIN document USING (seq)
         WHERE series = ?1 AND version < ?2 ORDER BY version DESC LIMIT 1",
    )?;
    let newer = neighbor(
        "SELECT id FROM facet JOIN document USING (seq)
         WHERE series = ?1 AND version > ?2 ORDER BY version LIMIT 1",
    )?;
    Ok(Versions { newest: newest.version, newest_id: newest.id, older, newer })
}
