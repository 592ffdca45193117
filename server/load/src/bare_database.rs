//! A minimal writer of the same texts into PostgreSQL: one table with the indexes that lists need, one connection, a statement
//! for each row.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio_postgres::{Client, NoTls};

use crate::bare_writer::scattered;

/// A database, in which each round has a schema of its own.
pub struct Database {
    address: String,
    client: Client,
}

impl Database {
    pub async fn at(address: &str) -> Result<Self> {
        let (client, connection) =
            tokio_postgres::connect(address, NoTls).await.context("the database can't be reached")?;
        tokio::spawn(connection);
        Ok(Self { address: address.to_owned(), client })
    }

    /// Creates an empty schema, and returns its address.
    pub async fn schema(&self, name: &str) -> Result<String> {
        self.client
            .batch_execute(&format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}"))
            .await?;
        let sign = if self.address.contains('?') { '&' } else { '?' };
        Ok(format!("{}{sign}options=-csearch_path%3D{name}", self.address))
    }

    /// Returns the bytes that the database takes.
    pub async fn size(&self) -> Result<u64> {
        let row = self.client.query_one("SELECT pg_database_size(current_database())", &[]).await?;
        Ok(row.try_get::<_, i64>(0)?.cast_unsigned())
    }

    pub async fn drop(&self, name: &str) -> Result<()> {
        Ok(self.client.batch_execute(&format!("DROP SCHEMA {name} CASCADE")).await?)
    }
}

/// Writes the texts in commits of these sizes, and returns how long it took after the first commits.
pub async fn write(address: &str, texts: &[String], commits: &[usize], first: usize) -> Result<Duration> {
    let (mut client, connection) = tokio_postgres::connect(address, NoTls).await?;
    tokio::spawn(connection);
    client
        .batch_execute(
            "CREATE TABLE document (
               seq BIGINT PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, session TEXT NOT NULL, raw TEXT NOT NULL
             );
             CREATE INDEX document_kind ON document (kind, seq);
             CREATE INDEX document_session ON document (session, seq);",
        )
        .await?;
    let insert = client
        .prepare("INSERT INTO document (seq, id, kind, session, raw) VALUES ($1, $2, '5.1', 'load', $3)")
        .await?;
    let mut rows = (1_i64..).zip(texts);
    let mut began = Instant::now();
    for (number, count) in commits.iter().enumerate() {
        if number == first {
            began = Instant::now();
        }
        let transaction = client.transaction().await?;
        for _ in 0..*count {
            let (seq, text) = rows.next().context("the commits hold more documents than there are")?;
            let id = format!("{:016x}", scattered(seq.cast_unsigned()));
            transaction.execute(&insert, &[&seq, &id, text]).await?;
        }
        transaction.commit().await?;
    }
    Ok(began.elapsed())
}
