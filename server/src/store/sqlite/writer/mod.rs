//! The thread that writes. It commits all waiting jobs in one transaction: a commit costs a flush of the disk, which
//! sixteen senders then share.

mod job;
mod writer_loop;

use std::thread;

use app::event::Cursor;
use app::evidence::LineFacts;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task;

use self::job::{Job, Reply};
use self::writer_loop::WriterLoop;
use super::disk_space::DiskSpace;
use super::packing::{Burst, Packer};
use super::previews;
use crate::store::prepared::{Packing, Prepared, prepare};
use crate::store::{
    AccessChange, Arrival, Bookmark, Choice, Due, Expired, FoldedSession, PreviewChange, QuarantineRequest,
    Receipt, Rederived, Reread, StoreError, ViewChange, WebhookChange,
};

/// The most jobs in the queue; further senders wait until there is room.
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

    /// Returns the writer of a store that is only read.
    pub fn none() -> Self {
        Self { jobs: None, burst: Burst::default(), disk_space: DiskSpace::default(), thread: None }
    }

    pub fn is_none(&self) -> bool {
        self.jobs.is_none()
    }

    /// Returns whether the disk was full at the last write.
    pub fn is_full(&self) -> bool {
        self.disk_space.is_missing()
    }

    /// Returns the number of jobs in the queue.
    pub fn waiting(&self) -> usize {
        self.jobs.as_ref().map_or(0, |jobs| jobs.max_capacity() - jobs.capacity())
    }

    pub async fn append(&self, batch: Vec<Arrival>) -> Result<Vec<Receipt>, StoreError> {
        let others_wait = self.waiting() > 0;
        let is_burst = others_wait || self.burst.is_under_way();
        let packing = if is_burst { Packing::Later } else { Packing::AtOnce };
        let batch = prepare(batch, move |arrival| Prepared::of(arrival, packing)).await?;
        self.submit(|reply| Job::Append { batch, receipts: Vec::new(), reply }).await
    }

    pub async fn remove_samples(&self) -> Result<u32, StoreError> {
        self.submit(|reply| Job::RemoveSamples { removed: 0, reply }).await
    }

    pub async fn mark(&self, file: String, bookmark: Bookmark) -> Result<(), StoreError> {
        self.submit(|reply| Job::Mark { file, bookmark, reply }).await
    }

    pub async fn add_lines(&self, lines: Vec<LineFacts>, received_ms: i64) -> Result<(), StoreError> {
        self.submit(|reply| Job::AddLines { lines, received_ms, reply }).await
    }

    pub async fn remove(&self, id: String) -> Result<bool, StoreError> {
        self.submit(|reply| Job::Remove { id, was_there: false, reply }).await
    }

    pub async fn pin(&self, id: String, pinned: bool) -> Result<bool, StoreError> {
        self.submit(|reply| Job::Pin { id, pinned, is_there: false, reply }).await
    }

    pub async fn expire(&self, due: Due) -> Result<Expired, StoreError> {
        self.submit(|reply| Job::Expire { due, expired: Expired::default(), reply }).await
    }

    pub async fn choose(&self, choice: Choice) -> Result<(), StoreError> {
        self.submit(|reply| Job::Choose { choice, reply }).await
    }

    pub async fn quarantine(&self, request: QuarantineRequest) -> Result<bool, StoreError> {
        self.submit(|reply| Job::Quarantine { request, has_changed: false, reply }).await
    }

    pub async fn release_due(&self, now_ms: i64) -> Result<u32, StoreError> {
        self.submit(|reply| Job::ReleaseDue { now_ms, released: 0, reply }).await
    }

    pub async fn set_mirror(&self, known: String) -> Result<(), StoreError> {
        self.submit(|reply| Job::SetMirror { known, reply }).await
    }

    pub async fn settle_chains(&self, folded: Vec<FoldedSession>) -> Result<(), StoreError> {
        self.submit(|reply| Job::SettleChains { folded, reply }).await
    }

    pub async fn change_webhooks(&self, change: WebhookChange) -> Result<Option<i64>, StoreError> {
        self.submit(|reply| Job::ChangeWebhooks { change, answer: None, reply }).await
    }

    pub async fn change_previews(&self, change: PreviewChange) -> Result<Option<i64>, StoreError> {
        let packed = task::spawn_blocking(move || previews::pack(change));
        let change = packed.await.map_err(|_| StoreError::Stopped)?;
        self.submit(|reply| Job::ChangePreviews { change, answer: None, reply }).await
    }

    pub async fn change_views(&self, change: ViewChange) -> Result<Option<i64>, StoreError> {
        self.submit(|reply| Job::ChangeViews { change, answer: None, reply }).await
    }

    pub async fn change_access(&self, change: AccessChange) -> Result<Option<i64>, StoreError> {
        self.submit(|reply| Job::ChangeAccess { change, answer: None, reply }).await
    }

    pub async fn rederive(&self, batch: Rederived) -> Result<u32, StoreError> {
        self.submit(|reply| Job::Rederive { batch: Some(batch), changed: 0, reply }).await
    }

    pub async fn reread(&self, step: Reread) -> Result<u32, StoreError> {
        self.submit(|reply| Job::Reread { step: Some(step), changed: 0, reply }).await
    }

    async fn submit<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, replied) = oneshot::channel();
        let Some(jobs) = &self.jobs else { return Err(StoreError::ReadOnly) };
        jobs.send(job(reply)).await.map_err(|_| StoreError::Stopped)?;
        replied.await.map_err(|_| StoreError::Stopped)?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // Waits until accepted jobs are done. A writer that panicked has dropped them, which their senders notice.
            let _ = thread.join();
        }
    }
}
