//! What the store knows of the documents of one commit before they are added: asked for all of them at once, and kept up to
//! date with what is added.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use app::document::DocumentHead;
use futures_util::try_join;
use tokio_postgres::Row;

use super::queries;
use super::sql::Sql;
use super::versions::series;
use crate::store::{Arrival, StoreError};

/// Answers for the documents that it was made for.
#[derive(Default)]
pub(super) struct Known {
    ids: Vec<String>,
    sources: Vec<String>,
    documents: HashMap<String, Arc<DocumentHead>>,
    newest: HashMap<String, Arc<DocumentHead>>,
    removed: HashSet<String>,
}

impl Known {
    pub async fn of(sql: &Sql, arrivals: impl Iterator<Item = &Arrival>) -> Result<Self, StoreError> {
        let mut known = Self::default();
        for Arrival { head, in_checkout, .. } in arrivals {
            known.ids.push(head.id.clone());
            known.sources.extend(series(&head.source));
            if let Some(file) = in_checkout {
                known.ids.push(file.former_id.clone());
                known.sources.extend(series(&file.former));
            }
        }
        known.ask(sql).await?;
        Ok(known)
    }

    /// Asks the store again, which has all that was added.
    pub async fn ask(&mut self, sql: &Sql) -> Result<(), StoreError> {
        let (documents, newest, removed) =
            try_join!(self.by_id(sql), self.by_source(sql), self.removed(sql))?;
        self.documents = keyed(&documents)?;
        self.newest = keyed(&newest)?;
        self.removed = removed.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
        Ok(())
    }

    async fn by_id(&self, sql: &Sql) -> Result<Vec<Row>, StoreError> {
        sql.rows("SELECT id, head FROM document WHERE id = ANY($1)", &[&self.ids]).await
    }

    async fn by_source(&self, sql: &Sql) -> Result<Vec<Row>, StoreError> {
        if self.sources.is_empty() {
            return Ok(Vec::new());
        }
        sql.rows(
            "SELECT asked.series, newest.head FROM unnest($1::text[]) AS asked (series) CROSS JOIN LATERAL (
               SELECT head FROM document WHERE document.series = asked.series ORDER BY version DESC LIMIT 1) AS newest",
            &[&self.sources],
        )
        .await
    }

    async fn removed(&self, sql: &Sql) -> Result<Vec<Row>, StoreError> {
        sql.rows("SELECT id FROM removal WHERE id = ANY($1)", &[&self.ids]).await
    }

    /// Returns the document with an id.
    pub fn document(&self, id: &str) -> Option<Arc<DocumentHead>> {
        self.documents.get(id).cloned()
    }

    /// Returns the newest document of a source.
    pub fn newest(&self, series: &str) -> Option<Arc<DocumentHead>> {
        self.newest.get(series).cloned()
    }

    pub fn was_removed(&self, id: &str) -> bool {
        self.removed.contains(id)
    }

    /// Remembers a document that is added.
    pub fn add(&mut self, head: Arc<DocumentHead>, series: Option<&str>) {
        if let Some(series) = series {
            self.newest.insert(series.to_owned(), Arc::clone(&head));
        }
        self.documents.insert(head.id.clone(), head);
    }
}

fn keyed(rows: &[Row]) -> Result<HashMap<String, Arc<DocumentHead>>, StoreError> {
    rows.iter().map(|row| Ok((row.try_get(0)?, Arc::new(queries::read_head(row.try_get(1)?)?)))).collect()
}
