//! By which formats of a team documents were read, and what is derived again after these have changed.

use rusqlite::{Connection, Row, params};

use super::changes::{Changes, to_json};
use super::derivation::read_bounded;
use super::{inbox, sessions};
use crate::store::{OtherText, OtherTexts, Reread, StoreError, StoredCatalog};

/// Fewer than in a derivation of everything, which nobody waits beside.
pub(in crate::store) const BATCH: usize = 64;
/// The row of `meta` that says that documents changed since their formats did.
pub(in crate::store) const HAS_CHANGED: &str = "reread";

/// Returns the catalogs that documents were read by, the newest last.
pub(super) fn all(connection: &Connection) -> Result<Vec<StoredCatalog>, StoreError> {
    let mut statement = connection.prepare("SELECT key, formats FROM catalog ORDER BY number")?;
    let mut rows = statement.query([])?;
    let mut catalogs = Vec::new();
    while let Some(row) = rows.next()? {
        let formats = serde_json::from_str(&row.get::<_, String>(1)?)
            .map_err(|error| StoreError::Corrupt(format!("the formats of a catalog: {error}")))?;
        catalogs.push(StoredCatalog { key: row.get(0)?, formats });
    }
    Ok(catalogs)
}

/// Returns some documents after a place in the order that were read by another catalog than this.
pub(super) fn texts_of_others(
    connection: &mut Connection,
    after: u64,
    key: Option<i64>,
) -> Result<OtherTexts, StoreError> {
    let moment = connection.transaction()?;
    let newest =
        moment.prepare_cached("SELECT coalesce(max(seq), 0) FROM facet")?.query_row([], |row| row.get(0))?;
    // In this order: a row of `facet` is much smaller than one of `document`.
    let mut statement = moment.prepare_cached(
        "SELECT head, codec, raw, facet.catalog FROM facet CROSS JOIN document USING (seq)
         WHERE facet.seq > ?1 AND facet.catalog IS NOT ?2 ORDER BY facet.seq LIMIT ?3",
    )?;
    let mut rows = statement.query(params![after, key, BATCH])?;
    let of_other = |row: &Row<'_>, head, raw| Ok(OtherText { catalog: row.get(3)?, head, raw });
    let (texts, are_long) = read_bounded(&mut rows, of_other)?;
    let there_may_be_more = texts.len() == BATCH || are_long;
    let last = texts.last().map(|text| text.head.seq).filter(|_| there_may_be_more);
    Ok(OtherTexts { texts, up_to: last.unwrap_or(newest), newest })
}

impl Changes<'_> {
    /// Takes a step of reading documents again by changed formats. Returns how many of them changed.
    pub fn reread(&mut self, step: Reread) -> Result<u32, StoreError> {
        match step {
            Reread::Begin(StoredCatalog { key, formats }) => {
                self.transaction.execute(
                    "INSERT OR REPLACE INTO catalog (number, key, formats)
                     VALUES ((SELECT coalesce(max(number), 0) + 1 FROM catalog), ?1, ?2)",
                    params![key, to_json(&formats)?],
                )?;
                Ok(0)
            }
            Reread::Batch { documents, unconcerned, key } => {
                let mut changed = 0;
                for arrival in documents {
                    let head = &arrival.head;
                    let (session, is_named) = (head.session().into_owned(), head.source.session.is_some());
                    if self.replace(arrival)? {
                        changed += 1;
                        self.fold_again(&session, is_named)?;
                    }
                }
                for seq in unconcerned {
                    self.read_by(seq, key)?;
                }
                if changed > 0 {
                    self.transaction
                        .prepare_cached("INSERT OR IGNORE INTO meta (name, value) VALUES (?1, 1)")?
                        .execute([HAS_CHANGED])?;
                }
                Ok(changed)
            }
            Reread::End { key, forget_others } => {
                if forget_others {
                    self.transaction.execute("DELETE FROM catalog WHERE key IS NOT ?1", [key])?;
                }
                if self.transaction.execute("DELETE FROM meta WHERE name = ?1", [HAS_CHANGED])? > 0 {
                    self.announce_derivation()?;
                }
                Ok(0)
            }
        }
    }

    /// Notes by which formats of a team a document was read.
    pub fn read_by(&self, seq: u64, key: Option<i64>) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached("UPDATE facet SET catalog = ?2 WHERE seq = ?1 AND catalog IS NOT ?2")?
            .execute(params![seq, key])?;
        Ok(())
    }

    /// Has a session folded again after one of its documents changed.
    fn fold_again(&self, session: &str, is_named: bool) -> Result<(), StoreError> {
        // A session that a delivery named has as many documents as before.
        if !is_named {
            sessions::recount_unnamed(self.transaction, session)?;
        }
        match sessions::is_listed(self.transaction, session)? {
            true => inbox::is_due(self.transaction, session),
            false => Ok(()),
        }
    }
}
