//! Gathers what senders append at the same time into one transaction: a commit costs a flush of the database's disk.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use app::event::Cursor;
use tokio::sync::{mpsc, oneshot, watch};

use super::changes::Changes;
use super::sql::{Pool, Transaction};
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
        tokio::spawn(write_until_closed(queue, pool, epoch, head, Arc::clone(&is_full)));
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

async fn write_until_closed(
    mut queue: mpsc::Receiver<Request>,
    pool: Pool,
    epoch: u32,
    head: watch::Sender<Cursor>,
    is_full: Arc<AtomicBool>,
) {
    while let Some(first) = queue.recv().await {
        let (batches, replies) = gather(first, &mut queue);
        let outcome = write(&pool, epoch, batches).await;
        is_full.store(matches!(outcome, Err(StoreError::Full)), Ordering::Relaxed);
        match outcome {
            Ok((newest, receipts)) => {
                announce_at_least(&head, newest.seq);
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
async fn write(
    pool: &Pool,
    epoch: u32,
    batches: Vec<Vec<Prepared>>,
) -> Result<(Cursor, Vec<Vec<Receipt>>), StoreError> {
    let transaction = Transaction::begin(pool).await?;
    let mut changes = Changes::begin(&transaction, epoch).await?;
    let sizes: Vec<usize> = batches.iter().map(Vec::len).collect();
    let mut receipts = changes.append(batches.into_iter().flatten().collect()).await?.into_iter();
    let receipts = sizes.into_iter().map(|size| receipts.by_ref().take(size).collect()).collect();
    let newest = changes.finish().await?;
    transaction.commit().await?;
    Ok((newest, receipts))
}
