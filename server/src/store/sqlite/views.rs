//! Lists of documents that were saved under a name.

use app::api::SavedView;
use rusqlite::{Connection, OptionalExtension, params};

use super::changes::Changes;
use crate::store::{MOST_VIEWS, StoreError, ViewChange};

pub(super) fn list(connection: &mut Connection) -> Result<Vec<SavedView>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT id, name, query FROM view ORDER BY name")?;
    let rows = statement
        .query_map([], |row| Ok(SavedView { id: row.get(0)?, name: row.get(1)?, query: row.get(2)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

impl Changes<'_> {
    pub fn change_views(&mut self, change: &ViewChange) -> Result<Option<i64>, StoreError> {
        let changed = match change {
            ViewChange::Save { name, query } => self
                .transaction
                .prepare_cached(
                    "INSERT INTO view (name, query)
                     SELECT ?1, ?2 WHERE (SELECT count(*) FROM view WHERE name <> ?1) < ?3
                     ON CONFLICT (name) DO UPDATE SET query = excluded.query RETURNING id",
                )?
                .query_row(params![name, query, MOST_VIEWS], |row| row.get(0)),
            ViewChange::Remove(id) => self
                .transaction
                .prepare_cached("DELETE FROM view WHERE id = ?1 RETURNING id")?
                .query_row([id], |row| row.get(0)),
        };
        Ok(changed.optional()?)
    }
}

#[cfg(test)]
mod tests {
    use crate::store::{MOST_VIEWS, SqliteStore, Store, ViewChange};

    fn save(name: &str, query: &str) -> ViewChange {
        ViewChange::Save { name: name.to_owned(), query: query.to_owned() }
    }

    #[tokio::test]
    async fn a_name_has_one_view_and_there_are_not_too_many() {
        let store = SqliteStore::temporary(1).unwrap();
        let first = store.change_views(save("0", "state=failed")).await.unwrap().unwrap();
        for number in 1..MOST_VIEWS {
            assert!(store.change_views(save(&number.to_string(), "")).await.unwrap().is_some());
        }
        assert_eq!(store.change_views(save("one more", "")).await.unwrap(), None);
        assert_eq!(store.change_views(save("0", "state=passed")).await.unwrap(), Some(first));
        let views = store.views().await.unwrap();
        assert_eq!((views.len(), views[0].query.as_str()), (MOST_VIEWS as usize, "state=passed"));
        assert_eq!(store.change_views(ViewChange::Remove(first)).await.unwrap(), Some(first));
        assert_eq!(store.change_views(ViewChange::Remove(first)).await.unwrap(), None);
    }
}
