//! Versions of a source.

use std::sync::Arc;

use app::document::{DocumentHead, Source, Versions};

use super::sql::{Sql, as_key};
use super::{queries, sessions};
use crate::store::StoreError;

/// A condition on `document`: there is no later version. Looked up in the index of versions, so that removals need no
/// bookkeeping.
pub(super) const IS_NEWEST: &str = "NOT EXISTS (SELECT 1 FROM document AS later
    WHERE later.series = document.series AND later.version > document.version)";

/// Returns the name that all versions of a source share. Commit and CI run distinguish versions. A source without a path has
/// no versions.
pub(super) fn series(source: &Source) -> Option<String> {
    let Source { session, repository, path: Some(path), part, .. } = source else { return None };
    // An array of words always serializes, and escapes what the database can't have.
    let series = serde_json::to_string(&(session, repository, path, part)).ok()?;
    Some(as_key(&series).into_owned())
}

/// Returns the newest document of a source.
pub(super) async fn newest(sql: &Sql, series: &str) -> Result<Option<DocumentHead>, StoreError> {
    let newest = sql
        .row("SELECT head FROM document WHERE series = $1 ORDER BY version DESC LIMIT 1", &[&series])
        .await?;
    newest.map(|row| queries::read_head(row.try_get(0)?)).transpose()
}

/// The documents of a file in a checkout that were stored before checkouts were known, under the file's whole path.
pub(super) struct Former {
    pub series: String,
    pub newest: Arc<DocumentHead>,
}

impl Former {
    /// Gives these documents the name of the source of `next`, which becomes their next version.
    pub async fn rename(&self, sql: &Sql, next: &DocumentHead, series: &str) -> Result<(), StoreError> {
        let Source { path, repository, session, .. } = &next.source;
        for row in sql.rows("SELECT head FROM document WHERE series = $1", &[&self.series]).await? {
            let mut head = queries::read_head(row.try_get(0)?)?;
            head.source.path.clone_from(path);
            head.source.repository.clone_from(repository);
            queries::set_head(sql, &head).await?;
        }
        if session.is_none() {
            sessions::move_mentions(sql, &self.series, &self.newest.session(), &next.session()).await?;
        }
        sql.execute("UPDATE document SET series = $2 WHERE series = $1", &[&self.series, &series]).await?;
        Ok(())
    }
}

/// Returns whether a document is the newest of its source, which lists show and totals count.
pub(super) async fn is_newest(sql: &Sql, head: &DocumentHead) -> Result<bool, StoreError> {
    let statement = format!("SELECT 1 FROM document WHERE seq = $1 AND {IS_NEWEST}");
    sql.exists(&statement, &[&head.seq.cast_signed()]).await
}

pub(super) async fn around(sql: &Sql, head: &DocumentHead) -> Result<Versions, StoreError> {
    let alone = || Versions { newest: head.version, newest_id: head.id.clone(), ..Versions::default() };
    let Some(series) = series(&head.source) else { return Ok(alone()) };
    let Some(newest) = newest(sql, &series).await? else { return Ok(alone()) };
    let version = i64::from(head.version);
    let older = "SELECT id FROM document WHERE series = $1 AND version < $2 ORDER BY version DESC LIMIT 1";
    let newer = "SELECT id FROM document WHERE series = $1 AND version > $2 ORDER BY version LIMIT 1";
    let mut neighbors = [None, None];
    for (neighbor, statement) in neighbors.iter_mut().zip([older, newer]) {
        let row = sql.row(statement, &[&series, &version]).await?;
        *neighbor = row.map(|row| row.try_get(0)).transpose()?;
    }
    let [older, newer] = neighbors;
    Ok(Versions { newest: newest.version, newest_id: newest.id, older, newer })
}
