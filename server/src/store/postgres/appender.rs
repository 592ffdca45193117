//! Gathers what senders append at the same time into one transaction: a commit costs a flush of the database's disk.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use app::event::Cursor;
use tokio::sync::{mpsc, oneshot, watch};

use super::changes::Changes;
use super::sql::{PATIENCE, Pool, Transaction};
use crate::store::announce::announce_at_least;
use crate::store::prepared::{Packing, Prepared, prepare};
use crate::store::{Arrival, Receipt, StoreError};

/// The most requests in the queue; further senders wait until there is room.
const WAITING: usize = 1024;
/// About how many documents one transaction writes: with more, the first would wait longer.
const MOST_PER_COMMIT: usize = 256;

struct Request {
    batch: Vec<Prepared>,
    reply: oneshot::Sender<Result<Vec<Receipt>, StoreError>>,
}

pub(super) struct Appender {
    requests: mpsc::Sender<Request>,
    is_full: Arc<AtomicBool>,
}

impl Appender {
    pub fn start(pool: Pool, epoch: u32, head: watch::Sender<Cursor>) -> Self {
        let (requests, queue) = mpsc::channel(WAITING);
        let is_full = Arc::new(AtomicBool::new(false));
        let writer = Writer { pool, epoch, head, is_full: Arc::clone(&is_full) };
        tokio::spawn(writer.write_until_closed(queue));
        Self { requests, is_full }
    }

    /// Returns the number of requests in the queue.
    pub fn waiting(&self) -> usize {
        self.requests.max_capacity() - self.requests.capacity()
    }

    /// Returns whether the disk was full at the last write.
    pub fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    pub async fn append(&self, batch: Vec<Arrival>) -> Result<Vec<Receipt>, StoreError> {
        let batch = prepare(batch, |arrival| Prepared::of(arrival, Packing::AtOnce)).await?;
        let (reply, replied) = oneshot::channel();
        self.requests.send(Request { batch, reply }).await.map_err(|_| StoreError::Stopped)?;
        replied.await.map_err(|_| StoreError::Stopped)?
    }
}

/// The receipts of each batch, and the newest place in the order.
type Written = Result<(Cursor, Vec<Vec<Receipt>>), StoreError>;

struct Writer {
    pool: Pool,
    epoch: u32,
    head: watch::Sender<Cursor>,
    is_full: Arc<AtomicBool>,
}

impl Writer {
    async fn write_until_closed(self, mut queue: mpsc::Receiver<Request>) {
        while let Some(first) = queue.recv().await {
            let (batches, replies) = gather(first, &mut queue);
            let again = if replies.len() > 1 { batches.clone() } else { Vec::new() };
            match write(&self.pool, self.epoch, batches).await {
                Err(StoreError::Failed(_) | StoreError::Busy) if !again.is_empty() => {
                    self.write_one_by_one(again, replies).await;
                }
                written => self.answer(written, replies),
            }
        }
    }

    /// Writes each batch in its own transaction, so that one that the database refuses keeps no other from being stored.
    async fn write_one_by_one(&self, batches: Vec<Vec<Prepared>>, replies: Replies) {
        let began = Instant::now();
        let mut broken: Option<StoreError> = None;
        for (batch, reply) in batches.into_iter().zip(replies) {
            let written = match &broken {
                Some(error) => Err(error.clone()),
                None => write(&self.pool, self.epoch, vec![batch]).await,
            };
            broken = match &written {
                Ok(_) | Err(StoreError::Failed(_)) => None,
                Err(StoreError::Busy) if began.elapsed() < PATIENCE => None,
                Err(error) => Some(error.clone()),
            };
            self.answer(written, vec![reply]);
        }
    }

    fn answer(&self, written: Written, replies: Replies) {
        self.is_full.store(matches!(written, Err(StoreError::Full)), Ordering::Relaxed);
        match written {
            Ok((newest, receipts)) => {
                announce_at_least(&self.head, newest.seq);
                let documents: usize = receipts.iter().map(Vec::len).sum();
                tracing::debug!(documents, "committed");
                for (reply, receipts) in replies.into_iter().zip(receipts) {
                    // The sender may be gone; what was written is kept.
                    let _ = reply.send(Ok(receipts));
                }
            }
            Err(error) => {
                for reply in replies {
                    let _ = reply.send(Err(error.clone()));
                }
            }
        }
    }
}

type Replies = Vec<oneshot::Sender<Result<Vec<Receipt>, StoreError>>>;

fn gather(first: Request, queue: &mut mpsc::Receiver<Request>) -> (Vec<Vec<Prepared>>, Replies) {
    let mut documents = first.batch.len();
    let (mut batches, mut replies) = (vec![first.batch], vec![first.reply]);
    while documents < MOST_PER_COMMIT {
        let Ok(next) = queue.try_recv() else { break };
        documents += next.batch.len();
        batches.push(next.batch);
        replies.push(next.reply);
    }
    (batches, replies)
}

/// Writes all batches or none.
async fn write(pool: &Pool, epoch: u32, batches: Vec<Vec<Prepared>>) -> Written {
    let transaction = Transaction::begin(pool).await?;
    let mut changes = Changes::begin(&transaction, epoch).await?;
    let sizes: Vec<usize> = batches.iter().map(Vec::len).collect();
    let mut receipts = changes.append(batches.into_iter().flatten().collect()).await?.into_iter();
    let receipts = sizes.into_iter().map(|size| receipts.by_ref().take(size).collect()).collect();
    let newest = changes.finish().await?;
    transaction.commit().await?;
    Ok((newest, receipts))
}
