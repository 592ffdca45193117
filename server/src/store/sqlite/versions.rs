//! Versions of a source.

use app::document::{DocumentHead, Source, Versions};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::{queries, sessions};
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

/// The documents of a file in a checkout that were stored before checkouts were known, under the file's whole path.
pub(super) struct Former {
    series: String,
    pub newest: DocumentHead,
}

pub(super) fn former(connection: &Connection, source: &Source) -> Result<Option<Former>, StoreError> {
    let Some(series) = series(connection, source)? else { return Ok(None) };
    Ok(newest(connection, &series)?.map(|newest| Former { series, newest }))
}

impl Former {
    /// Gives these documents the name of the source of `next`, which becomes their next version.
    pub fn rename(
        &self,
        transaction: &Transaction<'_>,
        next: &DocumentHead,
        series: &str,
    ) -> Result<(), StoreError> {
        let source = &next.source;
        transaction
            .prepare_cached(
                "UPDATE document SET head = json_set(head, '$.source.path', ?2, '$.source.repository', ?3)
                 WHERE seq IN (SELECT seq FROM facet WHERE series = ?1)",
            )?
            .execute(params![self.series, source.path, source.repository])?;
        if source.session.is_none() {
            sessions::move_mentions(transaction, &self.series, &self.newest.session(), &next.session())?;
        }
        transaction
            .prepare_cached("UPDATE facet SET series = ?2 WHERE series = ?1")?
            .execute(params![self.series, series])?;
        Ok(())
    }
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
