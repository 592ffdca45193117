//! Writes the words of documents, by which they are found. Any number of servers do this for a database, and take turns: each
//! writes a batch with the note of how far it is, in one transaction. What one of them doesn't finish, another one does.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::event::Cursor;
use tokio::sync::{Notify, watch};
use tokio::task;
use tokio::time::sleep;
use tokio_postgres::Row;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use super::derivation::next_texts;
use super::search;
use super::sql::{Pool, Sql, Transaction, Unsigned, connect};
use super::word_rows::WordRows;
use crate::store::index_pace::{self, AFTER_FAILURE, PATIENCE, until_due};
use crate::store::sqlite::derivation::{BATCH, BATCH_BYTES};
use crate::store::sqlite::queries::read_head;
use crate::store::{StoreError, body};

/// How many times as long as a batch takes the next one waits in a burst of documents: that much of the database is left to
/// senders.
const SHARE_OF_SENDERS: u32 = 9;
/// How long to wait for whoever deletes a document of a batch.
const WHILE_LOCKED: Duration = Duration::from_millis(100);

pub(super) struct Index {
    /// The place in the order up to which documents are known to be indexed.
    progress: watch::Receiver<u64>,
    searched: Arc<Notify>,
}

impl Index {
    pub fn start(pool: Pool, head: watch::Receiver<Cursor>, stopped: CancellationToken) -> Self {
        let (announce, progress) = watch::channel(0);
        let searched = Arc::new(Notify::new());
        let indexer = Indexer { pool, head, announce, searched: Arc::clone(&searched), hurries_until: None };
        tokio::spawn(stopped.run_until_cancelled_owned(indexer.run()));
        Self { progress, searched }
    }

    /// Waits for a short time until documents up to `seq` are indexed.
    pub async fn catch_up(&self, seq: u64) {
        index_pace::catch_up(&self.progress, &self.searched, seq).await;
    }
}

struct Indexer {
    pool: Pool,
    head: watch::Receiver<Cursor>,
    announce: watch::Sender<u64>,
    /// Notified by a search that waits for documents to be indexed.
    searched: Arc<Notify>,
    /// Until then, senders don't come first.
    hurries_until: Option<Instant>,
}

impl Indexer {
    async fn run(mut self) {
        loop {
            self.head.mark_unchanged();
            match self.catch_up().await {
                Ok(()) => {
                    if !until_due(&mut self.head, &self.searched).await {
                        return;
                    }
                }
                Err(StoreError::Busy) => sleep(WHILE_LOCKED).await,
                Err(error) => {
                    warn!(%error, "could not update the search index; will try again");
                    sleep(AFTER_FAILURE).await;
                }
            }
        }
    }

    /// Indexes documents up to the newest one.
    async fn catch_up(&mut self) -> Result<(), StoreError> {
        loop {
            let began = Instant::now();
            let (reached, newest) = self.next_batch().await?;
            self.announce.send_if_modified(|announced| {
                let goes_on = reached > *announced;
                *announced = reached.max(*announced);
                goes_on
            });
            if reached >= newest {
                return Ok(());
            }
            let is_burst = self.head.has_changed().unwrap_or(false);
            if is_burst && self.hurries_until.is_none_or(|until| until < began) {
                self.head.mark_unchanged();
                self.rest(began.elapsed() * SHARE_OF_SENDERS).await;
            }
        }
    }

    /// Waits, unless somebody searches.
    async fn rest(&mut self, long: Duration) {
        tokio::select! {
            () = sleep(long) => {}
            () = self.searched.notified() => self.hurries_until = Some(Instant::now() + PATIENCE),
        }
    }

    /// Indexes some documents. Returns how far the index is, and the newest place in the order.
    async fn next_batch(&self) -> Result<(u64, u64), StoreError> {
        let places = "SELECT indexed.seq, shard.seq FROM indexed, shard WHERE number = 0";
        let row = connect(&self.pool).await?.one(places, &[]).await?;
        let (at, newest) = (row.unsigned(0)?, row.unsigned(1)?);
        if at >= newest {
            return Ok((at, newest));
        }
        let transaction = Transaction::begin(&self.pool).await?;
        let reached = index_some(&transaction, newest).await?;
        transaction.commit().await?;
        Ok((reached, newest))
    }
}

/// Indexes documents after those that are indexed. Returns up to where all are.
async fn index_some(sql: &Sql, newest: u64) -> Result<u64, StoreError> {
    let at = sql.one("SELECT seq FROM indexed FOR UPDATE", &[]).await?.unsigned(0)?;
    let rows = sql
        .rows(&next_texts("seq <= $3"), &[&at.cast_signed(), &(BATCH as i64), &newest.cast_signed()])
        .await?;
    let documents =
        task::spawn_blocking(move || words_of(&rows)).await.map_err(|_| StoreError::Stopped)??;
    let reached = documents.last().map_or(newest.max(at), |(seq, _)| *seq);
    // What was deleted meanwhile has no words, and what is being deleted may stay after all.
    let seqs: Vec<i64> = documents.iter().map(|(seq, _)| seq.cast_signed()).collect();
    let there = "SELECT seq FROM document WHERE seq = ANY($1) FOR KEY SHARE NOWAIT";
    let there = sql.rows(there, &[&seqs]).await?;
    let there: HashSet<u64> = there.iter().map(|row| row.unsigned(0)).collect::<Result<_, _>>()?;
    let left: Vec<_> =
        documents.iter().filter(|(seq, _)| there.contains(seq)).map(|(seq, words)| (*seq, words)).collect();
    search::add(sql, &left).await?;
    sql.execute("UPDATE indexed SET seq = $1", &[&reached.cast_signed()]).await?;
    Ok(reached)
}

/// Returns the places of documents, and their words, until the texts are long enough for a batch.
fn words_of(rows: &[Row]) -> Result<Vec<(u64, WordRows)>, StoreError> {
    let (mut documents, mut bytes) = (Vec::with_capacity(rows.len()), 0);
    for row in rows {
        let head = read_head(row.try_get(0)?)?;
        let raw = match body::decode(row.try_get(1)?, row.try_get(2)?, head.bytes) {
            Ok(raw) => raw,
            // One damaged text must not keep all later ones out of the index.
            Err(StoreError::Corrupt(reason)) => {
                warn!(document = head.id, %reason, "a damaged text is found by its title alone");
                Vec::new()
            }
            Err(error) => return Err(error),
        };
        bytes += raw.len();
        documents.push((head.seq, WordRows::of(&head, &raw)));
        if bytes > BATCH_BYTES {
            break;
        }
    }
    Ok(documents)
}
