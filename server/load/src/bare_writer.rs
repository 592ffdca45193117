//! A minimal writer of the same texts: one table with the indexes that lists need (id, kind and session), one thread, the
//! store's settings for durability.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rusqlite::{Connection, TransactionBehavior, params};

/// Writes the texts in commits of these sizes, and returns how long it took after the first commits.
pub fn write(file: &Path, texts: &[String], commits: &[usize], first: usize) -> Result<Duration> {
    let mut connection = Connection::open(file)?;
    connection.pragma_update(None, "page_size", 8192)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    connection.execute_batch(
        "CREATE TABLE document (
           seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, session TEXT NOT NULL, raw TEXT NOT NULL
         ) STRICT;
         CREATE INDEX document_kind ON document (kind, seq);
         CREATE INDEX document_session ON document (session, seq);",
    )?;
    let ids: Vec<String> =
        (0..texts.len() as u64).map(|number| format!("{:016x}", scattered(number))).collect();
    let mut rows = (1_i64..).zip(ids.iter().zip(texts));
    let mut began = Instant::now();
    for (number, count) in commits.iter().enumerate() {
        if number == first {
            began = Instant::now();
        }
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO document (seq, id, kind, session, raw) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            for _ in 0..*count {
                let (seq, (id, text)) =
                    rows.next().context("the commits hold more documents than there are")?;
                insert.execute(params![seq, id, "5.1", "load", text])?;
            }
        }
        transaction.commit()?;
    }
    Ok(began.elapsed())
}

/// Makes ids in random order, like Harmony's. An odd factor maps different numbers to different ids.
pub const fn scattered(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
