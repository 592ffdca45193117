//! Lists of documents that were saved under a name.

use app::api::SavedView;

use super::changes::Changes;
use super::sql::{Sql, clean};
use crate::store::{MOST_VIEWS, StoreError, ViewChange};

pub(super) async fn list(sql: &Sql) -> Result<Vec<SavedView>, StoreError> {
    let rows = sql.rows("SELECT id, name, query FROM view ORDER BY name COLLATE \"C\"", &[]).await?;
    rows.iter()
        .map(|row| Ok(SavedView { id: row.try_get(0)?, name: row.try_get(1)?, query: row.try_get(2)? }))
        .collect()
}

impl Changes<'_> {
    pub async fn change_views(&self, change: &ViewChange) -> Result<Option<i64>, StoreError> {
        let row = match change {
            ViewChange::Save { name, query } => {
                self.sql
                    .row(
                        "INSERT INTO view (name, query)
                         SELECT $1, $2 WHERE (SELECT count(*) FROM view WHERE name <> $1) < $3
                         ON CONFLICT (name) DO UPDATE SET query = excluded.query RETURNING id",
                        &[&clean(name).as_ref(), &clean(query).as_ref(), &i64::from(MOST_VIEWS)],
                    )
                    .await?
            }
            ViewChange::Remove(id) => {
                self.sql.row("DELETE FROM view WHERE id = $1 RETURNING id", &[&id]).await?
            }
        };
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }
}
