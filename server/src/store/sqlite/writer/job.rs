//! The jobs of the writer thread.

use app::evidence::LineFacts;
use tokio::sync::oneshot;

use crate::store::prepared::Prepared;
use crate::store::sqlite::changes::Changes;
use crate::store::sqlite::previews::PackedChange;
use crate::store::{
    AccessChange, Bookmark, Choice, Due, Expired, FoldedSession, QuarantineRequest, Receipt, Rederived,
    Reread, StoreError, ViewChange, WebhookChange,
};

/// About how many documents one transaction writes: with more, the first of them would wait longer.
pub(super) const MOST_PER_COMMIT: usize = 256;

pub(super) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// A request with its result, which is sent once the transaction is on disk.
pub(super) enum Job {
    Append { batch: Vec<Prepared>, receipts: Vec<Receipt>, reply: Reply<Vec<Receipt>> },
    RemoveSamples { removed: u32, reply: Reply<u32> },
    Mark { file: String, bookmark: Bookmark, reply: Reply<()> },
    AddLines { lines: Vec<LineFacts>, received_ms: i64, reply: Reply<()> },
    Remove { id: String, was_there: bool, reply: Reply<bool> },
    Pin { id: String, pinned: bool, is_there: bool, reply: Reply<bool> },
    Expire { due: Due, expired: Expired, reply: Reply<Expired> },
    Choose { choice: Choice, reply: Reply<()> },
    Rederive { batch: Option<Rederived>, changed: u32, reply: Reply<u32> },
    Reread { step: Option<Reread>, changed: u32, reply: Reply<u32> },
    Quarantine { request: QuarantineRequest, has_changed: bool, reply: Reply<bool> },
    ReleaseDue { now_ms: i64, released: u32, reply: Reply<u32> },
    SetMirror { known: String, reply: Reply<()> },
    SettleChains { folded: Vec<FoldedSession>, reply: Reply<()> },
    ChangeWebhooks { change: WebhookChange, answer: Option<i64>, reply: Reply<Option<i64>> },
    ChangePreviews { change: PackedChange, answer: Option<i64>, reply: Reply<Option<i64>> },
    ChangeViews { change: ViewChange, answer: Option<i64>, reply: Reply<Option<i64>> },
    ChangeAccess { change: AccessChange, answer: Option<i64>, reply: Reply<Option<i64>> },
}

impl Job {
    pub fn documents(&self) -> usize {
        match self {
            Self::Append { batch, .. } => batch.len(),
            Self::RemoveSamples { .. }
            | Self::Mark { .. }
            | Self::Remove { .. }
            | Self::Choose { .. }
            | Self::Pin { .. }
            | Self::Quarantine { .. }
            | Self::ReleaseDue { .. }
            | Self::SettleChains { .. }
            | Self::ChangeWebhooks { .. }
            | Self::ChangePreviews { .. }
            | Self::ChangeViews { .. }
            | Self::ChangeAccess { .. }
            | Self::SetMirror { .. } => 1,
            // A line is short.
            Self::AddLines { lines, .. } => lines.len().div_ceil(8),
            // These take as long as a whole transaction.
            Self::Expire { .. } | Self::Rederive { .. } | Self::Reread { .. } => MOST_PER_COMMIT,
        }
    }

    /// Returns whether the job makes the store grow. Others are tried again while the disk is full.
    pub fn takes_room(&self) -> bool {
        matches!(
            self,
            Self::Append { .. }
                | Self::AddLines { .. }
                | Self::Rederive { .. }
                | Self::Reread { .. }
                | Self::ChangePreviews { change: PackedChange::Publish(_), .. }
        )
    }

    /// Returns whether the job made the store grow, which proves that there was room.
    pub fn took_room(&self) -> bool {
        match self {
            Self::Append { receipts, .. } => {
                receipts.iter().any(|receipt| matches!(receipt, Receipt::Stored(_)))
            }
            _ => false,
        }
    }

    pub fn removed_something(&self) -> bool {
        match self {
            Self::RemoveSamples { removed, .. } => *removed > 0,
            Self::Remove { was_there, .. } => *was_there,
            Self::Expire { expired, .. } => expired.documents > 0,
            Self::ChangePreviews {
                change: PackedChange::Revoke { .. } | PackedChange::Expire { .. },
                answer,
                ..
            } => answer.is_some(),
            _ => false,
        }
    }

    pub fn waits_for_packing(&self) -> bool {
        match self {
            Self::Append { batch, .. } => batch.iter().any(|document| document.waits_for_packing),
            _ => false,
        }
    }

    /// Returns the number of documents that were written.
    pub fn receipts(&self) -> usize {
        match self {
            Self::Append { receipts, .. } => receipts.len(),
            _ => 0,
        }
    }

    pub fn run(&mut self, changes: &mut Changes<'_>) -> Result<(), StoreError> {
        if !matches!(self, Self::Append { .. }) {
            changes.settle()?;
        }
        match self {
            Self::Append { batch, receipts, .. } => {
                for arrival in batch.drain(..) {
                    receipts.push(changes.append(arrival)?);
                }
            }
            Self::RemoveSamples { removed, .. } => *removed = changes.remove_samples()?,
            Self::Mark { file, bookmark, .. } => changes.mark(file, bookmark)?,
            Self::AddLines { lines, received_ms, .. } => changes.add_lines(lines, *received_ms)?,
            Self::Remove { id, was_there, .. } => *was_there = changes.remove(id)?,
            Self::Pin { id, pinned, is_there, .. } => *is_there = changes.pin(id, *pinned)?,
            Self::Expire { due, expired, .. } => *expired = changes.expire(*due)?,
            Self::Choose { choice, .. } => changes.choose(choice)?,
            Self::Quarantine { request, has_changed, .. } => *has_changed = changes.quarantine(request)?,
            Self::ReleaseDue { now_ms, released, .. } => *released = changes.release_due(*now_ms)?,
            Self::SetMirror { known, .. } => changes.set_mirror(known)?,
            Self::SettleChains { folded, .. } => changes.settle_chains(folded)?,
            Self::ChangeWebhooks { change, answer, .. } => *answer = changes.change_webhooks(change)?,
            Self::ChangePreviews { change, answer, .. } => *answer = changes.change_previews(change)?,
            Self::ChangeViews { change, answer, .. } => *answer = changes.change_views(change)?,
            Self::ChangeAccess { change, answer, .. } => *answer = changes.change_access(change)?,
            Self::Rederive { batch, changed, .. } => {
                if let Some(batch) = batch.take() {
                    *changed = changes.rederive(batch)?;
                }
            }
            Self::Reread { step, changed, .. } => {
                if let Some(step) = step.take() {
                    *changed = changes.reread(step)?;
                }
            }
        }
        Ok(())
    }

    pub fn reply(self, outcome: Result<(), StoreError>) {
        // The caller may be gone; what was written is kept.
        match self {
            Self::Append { receipts, reply, .. } => drop(reply.send(outcome.map(|()| receipts))),
            Self::RemoveSamples { removed, reply } => drop(reply.send(outcome.map(|()| removed))),
            Self::Mark { reply, .. } | Self::Choose { reply, .. } => drop(reply.send(outcome)),
            Self::AddLines { reply, .. } => drop(reply.send(outcome)),
            Self::Remove { was_there, reply, .. } => drop(reply.send(outcome.map(|()| was_there))),
            Self::Pin { is_there, reply, .. } => drop(reply.send(outcome.map(|()| is_there))),
            Self::Expire { expired, reply, .. } => drop(reply.send(outcome.map(|()| expired))),
            Self::Quarantine { has_changed, reply, .. } => drop(reply.send(outcome.map(|()| has_changed))),
            Self::ReleaseDue { released, reply, .. } => drop(reply.send(outcome.map(|()| released))),
            Self::SetMirror { reply, .. } | Self::SettleChains { reply, .. } => drop(reply.send(outcome)),
            Self::ChangeWebhooks { answer, reply, .. }
            | Self::ChangePreviews { answer, reply, .. }
            | Self::ChangeViews { answer, reply, .. }
            | Self::ChangeAccess { answer, reply, .. } => {
                drop(reply.send(outcome.map(|()| answer)));
            }
            Self::Rederive { changed, reply, .. } | Self::Reread { changed, reply, .. } => {
                drop(reply.send(outcome.map(|()| changed)));
            }
        }
    }
}
