//! The writer thread.

use app::event::Cursor;
use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::{mpsc, watch};

use super::job::{Job, MOST_PER_COMMIT};
use crate::store::StoreError;
use crate::store::announce::announce_at_least;
use crate::store::sqlite::changes::Changes;
use crate::store::sqlite::disk_space::{self, DiskSpace};
use crate::store::sqlite::keeping::PAGES_AT_ONCE;
use crate::store::sqlite::packing::Packer;

pub(super) struct WriterLoop {
    connection: Connection,
    disk_space: DiskSpace,
    announce: watch::Sender<Cursor>,
    /// The journal still contains what was removed, since a reader was using it.
    journal_holds_removed: bool,
}

impl WriterLoop {
    pub fn new(connection: Connection, disk_space: DiskSpace, announce: watch::Sender<Cursor>) -> Self {
        disk_space::keep_reserve(&connection);
        Self { connection, disk_space, announce, journal_holds_removed: false }
    }

    pub fn write_until_closed(mut self, mut queue: mpsc::Receiver<Job>, mut packer: Packer) {
        while let Some(first) = packer.next(&mut self.connection, &mut queue, &self.disk_space) {
            let mut jobs = gather(first, &mut queue);
            if jobs.iter().any(Job::waits_for_packing) {
                packer.more_waits();
            }
            let outcome = self.write(&mut jobs);
            self.journal_holds_removed |= outcome.is_ok() && jobs.iter().any(Job::removed_something);
            // Before readers wake up, which would use it.
            if self.journal_holds_removed {
                self.journal_holds_removed = !disk_space::empty_journal(&self.connection).unwrap_or(false);
            }
            // Viewers wake up before the senders get their replies.
            if let Ok(head) = outcome {
                let documents: usize = jobs.iter().map(Job::receipts).sum();
                tracing::debug!(documents, "committed");
                announce_at_least(&self.announce, head.seq);
            }
            let outcome = outcome.map(|_| ());
            for job in jobs {
                job.reply(outcome.clone());
            }
        }
    }

    /// Commits the jobs. If the disk is full, those that need room fail, and the others are tried again.
    fn write(&mut self, jobs: &mut Vec<Job>) -> Result<Cursor, StoreError> {
        let outcome = self.commit(jobs);
        match &outcome {
            Err(StoreError::Full) => {
                self.disk_space.set_missing(true);
                for job in jobs.extract_if(.., |job| job.takes_room()) {
                    job.reply(Err(StoreError::Full));
                }
                if jobs.is_empty() { outcome } else { self.commit_without_room(jobs) }
            }
            Ok(_) if jobs.iter().any(Job::took_room) => {
                self.disk_space.set_missing(false);
                outcome
            }
            _ => outcome,
        }
    }

    /// Commits jobs that need little room, such as deletions and pins, with the help of the reserve.
    fn commit_without_room(&mut self, jobs: &mut [Job]) -> Result<Cursor, StoreError> {
        disk_space::take_reserve(&self.connection);
        // With its room, the journal may fit into the store.
        disk_space::empty_journal(&self.connection).ok();
        let mut outcome = self.commit(jobs);
        if outcome == Err(StoreError::Full) {
            // Overwriting what is deleted needs as much room as it had.
            self.connection.pragma_update(None, "secure_delete", "FAST")?;
            outcome = self.commit(jobs);
            self.connection.pragma_update(None, "secure_delete", true)?;
        }
        // Returns the room of what was deleted to the disk, for the next journal.
        disk_space::give_back(&self.connection, PAGES_AT_ONCE).ok();
        disk_space::empty_journal(&self.connection).ok();
        disk_space::keep_reserve(&self.connection);
        outcome
    }

    /// Writes all jobs or none.
    fn commit(&mut self, jobs: &mut [Job]) -> Result<Cursor, StoreError> {
        let epoch = self.announce.borrow().epoch;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut changes = Changes::begin(&transaction, epoch)?;
        for job in jobs {
            job.run(&mut changes)?;
        }
        let head = changes.finish()?;
        transaction.commit()?;
        Ok(head)
    }
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
