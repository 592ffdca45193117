//! Which documents are versions of one source.

use app::document::{DocumentHead, Source, Versions};
use rusqlite::{Connection, OptionalExtension, params};

use crate::store::StoreError;

/// The newest document of a source.
pub(super) struct Newest {
    pub id: String,
    pub version: u32,
}

/// The name that all versions of a source share, as the migration wrote it for those that were there before.
/// Commit and CI run tell versions apart; without a path nothing says that two texts are the same thing.
pub(super) fn series(connection: &Connection, source: &Source) -> Result<Option<String>, StoreError> {
    let Source { session, repository, path: Some(path), part, .. } = source else { return Ok(None) };
    let named = connection
        .prepare_cached("SELECT json_array(?1, ?2, ?3, ?4)")?
        .query_row(params![session, repository, path, part], |row| row.get(0))?;
    Ok(Some(named))
}

pub(super) fn newest(connection: &Connection, series: &str) -> Result<Option<Newest>, StoreError> {
    let newest = connection
        .prepare_cached(
            "SELECT id, version FROM facet JOIN document USING (seq)
             WHERE series = ?1 ORDER BY version DESC LIMIT 1",
        )?
        .query_row([series], |row| Ok(Newest { id: row.get(0)?, version: row.get(1)? }))
        .optional()?;
    Ok(newest)
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
