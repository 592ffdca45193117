//! The one thread that writes. It takes all that waits into one transaction: a commit costs a flush of the
//! disk, and sixteen senders share it.

mod job;
mod writer_loop;

use std::thread;

use app::event::Cursor;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot, watch};

use self::job::{Answer, Job};
use self::writer_loop::WriterLoop;
use super::disk_space::DiskSpace;
use super::packing::{Burst, Packer};
use super::prepared::{Packing, prepare};
use crate::store::{Arrival, Bookmark, Due, Expired, Receipt, Rederived, StoreError};

/// Batches that wait for the writer; who comes beyond that waits in line before the queue.
const WAITING: usize = 1024;

pub(super) struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    burst: Burst,
    disk_space: DiskSpace,
    thread: Option<thread::JoinHandle<()>>,
}

impl Writer {
    pub fn start(connection: Connection, announce: watch::Sender<Cursor>) -> std::io::Result<Self> {
        let (jobs, queue) = mpsc::channel(WAITING);
        let burst = Burst::default();
        let packer = Packer::new(burst.clone())?;
        let disk_space = DiskSpace::default();
        let writer_loop = WriterLoop::new(connection, disk_space.clone(), announce);
        let thread = thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || writer_loop.write_until_closed(queue, packer))?;
        Ok(Self { jobs: Some(jobs), burst, disk_space, thread: Some(thread) })
    }

    /// The disk was full when something was written last.
    pub fn is_full(&self) -> bool {
        self.disk_space.is_missing()
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

/// What another process wrote may have been announced already.
pub(super) fn announce_at_least(announce: &watch::Sender<Cursor>, seq: u64) {
    announce.send_if_modified(|head| {
        let goes_on = seq > head.seq;
        head.seq = seq.max(head.seq);
        goes_on
    });
}
