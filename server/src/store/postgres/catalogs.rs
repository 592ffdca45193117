//! By which formats of a team documents were read, and what is derived again after these have changed.

use super::changes::{Changes, to_json};
use super::derivation::{next_texts, read_bounded};
use super::sql::{Sql, Unsigned};
use super::{inbox, sessions};
use crate::store::sqlite::catalogs::{BATCH, HAS_CHANGED};
use crate::store::{OtherText, OtherTexts, Reread, StoreError, StoredCatalog};

/// Returns the catalogs that documents were read by, the newest last.
pub(super) async fn all(sql: &Sql) -> Result<Vec<StoredCatalog>, StoreError> {
    let rows = sql.rows("SELECT key, formats FROM catalog ORDER BY number", &[]).await?;
    let mut catalogs = Vec::with_capacity(rows.len());
    for row in rows {
        let formats = serde_json::from_str(row.try_get(1)?)
            .map_err(|error| StoreError::Corrupt(format!("the formats of a catalog: {error}")))?;
        catalogs.push(StoredCatalog { key: row.try_get(0)?, formats });
    }
    Ok(catalogs)
}

/// Returns some documents after a place in the order that were read by another catalog than this.
pub(super) async fn texts_of_others(
    sql: &Sql,
    after: u64,
    key: Option<i64>,
) -> Result<OtherTexts, StoreError> {
    let newest = sql.one("SELECT coalesce(max(seq), 0) FROM document", &[]).await?.unsigned(0)?;
    let statement = next_texts("catalog IS DISTINCT FROM $3");
    let rows = sql.rows(&statement, &[&after.cast_signed(), &(BATCH as i64), &key]).await?;
    let of_other =
        |row: &tokio_postgres::Row, head, raw| Ok(OtherText { catalog: row.try_get(3)?, head, raw });
    let (texts, are_long) = read_bounded(&rows, of_other)?;
    let there_may_be_more = texts.len() == BATCH || are_long;
    let last = texts.last().map(|text| text.head.seq).filter(|_| there_may_be_more);
    Ok(OtherTexts { texts, up_to: last.unwrap_or(newest), newest })
}

impl Changes<'_> {
    /// Takes a step of reading documents again by changed formats. Returns how many of them changed.
    pub async fn reread(&mut self, step: Reread) -> Result<u32, StoreError> {
        match step {
            Reread::Begin(StoredCatalog { key, formats }) => {
                // It becomes the newest one.
                self.sql.execute("DELETE FROM catalog WHERE key = $1", &[&key]).await?;
                self.sql
                    .execute(
                        "INSERT INTO catalog (number, key, formats)
                         VALUES ((SELECT coalesce(max(number), 0) + 1 FROM catalog), $1, $2)",
                        &[&key, &to_json(&formats)?],
                    )
                    .await?;
                Ok(0)
            }
            Reread::Batch { documents, unconcerned, key } => {
                let mut changed = 0;
                for arrival in documents {
                    let head = &arrival.head;
                    let (session, is_named) = (head.session().into_owned(), head.source.session.is_some());
                    if self.replace(arrival).await? {
                        changed += 1;
                        self.fold_again(&session, is_named).await?;
                    }
                }
                let unconcerned: Vec<i64> = unconcerned.into_iter().map(u64::cast_signed).collect();
                let statement =
                    "UPDATE document SET catalog = $2 WHERE seq = ANY($1) AND catalog IS DISTINCT FROM $2";
                self.sql.execute(statement, &[&unconcerned, &key]).await?;
                if changed > 0 {
                    self.set_meta(HAS_CHANGED, "1").await?;
                }
                Ok(changed)
            }
            Reread::End { key, forget_others } => {
                if forget_others {
                    self.sql.execute("DELETE FROM catalog WHERE key IS DISTINCT FROM $1", &[&key]).await?;
                }
                if self.sql.execute("DELETE FROM meta WHERE name = $1", &[&HAS_CHANGED]).await? > 0 {
                    self.announce_derivation().await?;
                }
                Ok(0)
            }
        }
    }

    /// Notes by which formats of a team a document was read.
    pub async fn read_by(&self, seq: u64, key: Option<i64>) -> Result<(), StoreError> {
        let statement = "UPDATE document SET catalog = $2 WHERE seq = $1 AND catalog IS DISTINCT FROM $2";
        self.sql.execute(statement, &[&seq.cast_signed(), &key]).await?;
        Ok(())
    }

    /// Has a session folded again after one of its documents changed.
    async fn fold_again(&self, session: &str, is_named: bool) -> Result<(), StoreError> {
        // A session that a delivery named has as many documents as before.
        if !is_named {
            sessions::recount_unnamed(self.sql, session).await?;
        }
        match sessions::is_listed(self.sql, session).await? {
            true => inbox::is_due(self.sql, session).await,
            false => Ok(()),
        }
    }
}
