//! The one thread that writes. It takes all that waits into one transaction: a commit costs a flush of the
//! disk, and sixteen senders share it.

use std::thread;

use app::event::Cursor;
use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::{mpsc, oneshot, watch};

use super::changes::Changes;
use super::packing::{Burst, Packer};
use super::prepared::{Packing, Prepared, prepare};
use crate::store::{Arrival, Bookmark, Due, Expired, Receipt, Rederived, StoreError};

/// Batches that wait for the writer; who comes beyond that waits in line before the queue.
const WAITING: usize = 1024;
/// About how many documents one transaction takes: more would make the first of them wait.
const MOST_PER_COMMIT: usize = 256;

type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// A request with the place for its result, which is told only once the transaction is on disk.
enum Job {
    Append { batch: Vec<Prepared>, receipts: Vec<Receipt>, answer: Answer<Vec<Receipt>> },
    RemoveSamples { removed: u32, answer: Answer<u32> },
    Mark { file: String, bookmark: Bookmark, answer: Answer<()> },
    Remove { id: String, was_there: bool, answer: Answer<bool> },
    Pin { id: String, pinned: bool, is_there: bool, answer: Answer<bool> },
    Expire { due: Due, expired: Expired, answer: Answer<Expired> },
    Rederive { batch: Option<Rederived>, changed: u32, answer: Answer<u32> },
}

pub(super) struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    burst: Burst,
    thread: Option<thread::JoinHandle<()>>,
}

impl Writer {
    pub fn start(connection: Connection, announce: watch::Sender<Cursor>) -> std::io::Result<Self> {
        let (jobs, queue) = mpsc::channel(WAITING);
        let burst = Burst::default();
        let packer = Packer::new(burst.clone())?;
        let thread = thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || write_until_closed(connection, queue, packer, &announce))?;
        Ok(Self { jobs: Some(jobs), burst, thread: Some(thread) })
    }

    pub async fn append(&self, batch: Vec<Arrival>) -> Result<Vec<Receipt>, StoreError> {
        let others_wait = self.jobs.as_ref().is_some_and(|jobs| jobs.capacity() < jobs.max_capacity());
        let is_burst = others_wait || self.burst.is_under_way();
        let packing = if is_burst { Packing::Later } else { Packing::AtOnce };
        let batch = prepare(batch, packing).await?;
        self.submit(|answer| Job::Append { batch, receipts: Vec::new(), answer }).await
    }

    pub async fn remove_samples(&self) -> Result<u32, StoreError> {
        self.submit(|answer| Job::RemoveSamples { removed: 0, answer }).await
    }

    pub async fn mark(&self, file: String, bookmark: Bookmark) -> Result<(), StoreError> {
        self.submit(|answer| Job::Mark { file, bookmark, answer }).await
    }

    pub async fn remove(&self, id: String) -> Result<bool, StoreError> {
        self.submit(|answer| Job::Remove { id, was_there: false, answer }).await
    }

    pub async fn pin(&self, id: String, pinned: bool) -> Result<bool, StoreError> {
        self.submit(|answer| Job::Pin { id, pinned, is_there: false, answer }).await
    }

    pub async fn expire(&self, due: Due) -> Result<Expired, StoreError> {
        self.submit(|answer| Job::Expire { due, expired: Expired::default(), answer }).await
    }

    pub async fn rederive(&self, batch: Rederived) -> Result<u32, StoreError> {
        self.submit(|answer| Job::Rederive { batch: Some(batch), changed: 0, answer }).await
    }

    async fn submit<T>(&self, job: impl FnOnce(Answer<T>) -> Job) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let Some(jobs) = &self.jobs else { return Err(StoreError::Stopped) };
        jobs.send(job(answer)).await.map_err(|_| StoreError::Stopped)?;
        answered.await.map_err(|_| StoreError::Stopped)?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // Waits for what was accepted; a writer that panicked has refused it already.
            let _ = thread.join();
        }
    }
}

impl Job {
    fn documents(&self) -> usize {
        match self {
            Self::Append { batch, .. } => batch.len(),
            Self::RemoveSamples { .. } | Self::Mark { .. } | Self::Remove { .. } | Self::Pin { .. } => 1,
            // As much work as a whole transaction.
            Self::Expire { .. } | Self::Rederive { .. } => MOST_PER_COMMIT,
        }
    }

    fn waits_for_packing(&self) -> bool {
        match self {
            Self::Append { batch, .. } => batch.iter().any(|document| document.waits_for_packing),
            _ => false,
        }
    }

    /// Of documents that were run already.
    fn receipts(&self) -> usize {
        match self {
            Self::Append { receipts, .. } => receipts.len(),
            _ => 0,
        }
    }

    fn run(&mut self, changes: &mut Changes<'_>) -> Result<(), StoreError> {
        match self {
            Self::Append { batch, receipts, .. } => {
                for arrival in batch.drain(..) {
                    receipts.push(changes.append(arrival)?);
                }
            }
            Self::RemoveSamples { removed, .. } => *removed = changes.remove_samples()?,
            Self::Mark { file, bookmark, .. } => changes.mark(file, bookmark)?,
            Self::Remove { id, was_there, .. } => *was_there = changes.remove(id)?,
            Self::Pin { id, pinned, is_there, .. } => *is_there = changes.pin(id, *pinned)?,
            Self::Expire { due, expired, .. } => *expired = changes.expire(*due)?,
            Self::Rederive { batch, changed, .. } => {
                if let Some(batch) = batch.take() {
                    *changed = changes.rederive(batch)?;
                }
            }
        }
        Ok(())
    }

    fn answer(self, outcome: Result<(), StoreError>) {
        // Who asked may be gone; what was written stays.
        match self {
            Self::Append { receipts, answer, .. } => drop(answer.send(outcome.map(|()| receipts))),
            Self::RemoveSamples { removed, answer } => drop(answer.send(outcome.map(|()| removed))),
            Self::Mark { answer, .. } => drop(answer.send(outcome)),
            Self::Remove { was_there, answer, .. } => drop(answer.send(outcome.map(|()| was_there))),
            Self::Pin { is_there, answer, .. } => drop(answer.send(outcome.map(|()| is_there))),
            Self::Expire { expired, answer, .. } => drop(answer.send(outcome.map(|()| expired))),
            Self::Rederive { changed, answer, .. } => drop(answer.send(outcome.map(|()| changed))),
        }
    }
}

fn write_until_closed(
    mut connection: Connection,
    mut queue: mpsc::Receiver<Job>,
    mut packer: Packer,
    announce: &watch::Sender<Cursor>,
) {
    let epoch = announce.borrow().epoch;
    while let Some(first) = packer.next(&mut connection, &mut queue) {
        let mut jobs = gather(first, &mut queue);
        if jobs.iter().any(Job::waits_for_packing) {
            packer.more_waits();
        }
        let outcome = commit(&mut connection, &mut jobs, epoch);
        // Viewers are woken before the senders are told.
        if let Ok(head) = outcome {
            let documents: usize = jobs.iter().map(Job::receipts).sum();
            tracing::debug!(documents, "committed");
            announce_at_least(announce, head.seq);
        }
        let outcome = outcome.map(|_| ());
        for job in jobs {
            job.answer(outcome.clone());
        }
    }
}

/// What another process wrote may have been announced already.
pub(super) fn announce_at_least(announce: &watch::Sender<Cursor>, seq: u64) {
    announce.send_if_modified(|head| {
        let goes_on = seq > head.seq;
        head.seq = seq.max(head.seq);
        goes_on
    });
}

fn gather(first: Job, queue: &mut mpsc::Receiver<Job>) -> Vec<Job> {
    let mut documents = first.documents();
    let mut jobs = vec![first];
    while documents < MOST_PER_COMMIT {
        let Ok(next) = queue.try_recv() else { break };
        documents += next.documents();
        jobs.push(next);
    }
    jobs
}

/// Written as a whole or not at all.
fn commit(connection: &mut Connection, jobs: &mut [Job], epoch: u32) -> Result<Cursor, StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut changes = Changes::begin(&transaction, epoch)?;
    for job in jobs {
        job.run(&mut changes)?;
    }
    let head = changes.finish()?;
    transaction.commit()?;
    Ok(head)
}
