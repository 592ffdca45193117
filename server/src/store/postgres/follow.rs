//! Follows what other servers write.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use app::event::Cursor;
use futures_util::{StreamExt, stream};
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout};
use tokio_postgres::AsyncMessage;
use tokio_util::sync::CancellationToken;

use super::sql::{Database, PATIENCE, Pool, Transaction, Unsigned, unheard};
use super::{POLLED_EVERY, in_use};
use crate::store::StoreError;
use crate::store::announce::announce_at_least;

/// The channel of wake-ups.
pub(super) const CHANNEL: &str = "harmony_head";

/// How long nothing may be heard of the database until viewers are sent away, who may find a server that hears it.
const CUT_OFF_AFTER: Duration = Duration::from_secs(2);

/// Announces what other servers write. It has a connection of its own, so that nothing that takes long is in its way.
pub(super) struct Follower {
    pub pool: Pool,
    pub head: watch::Sender<Cursor>,
    pub is_cut_off: Arc<AtomicBool>,
}

impl Follower {
    /// Looks when woken, and at least every [`POLLED_EVERY`], until `stopped`. `entry` shares the lock of the database's
    /// users until this does.
    pub async fn follow(self, database: Database, entry: Transaction, stopped: CancellationToken) {
        let heard = Mutex::new(Instant::now());
        let follow =
            async { tokio::join!(self.keep_hearing(&database, &heard, entry), self.notice_silence(&heard)) };
        stopped.run_until_cancelled(follow).await;
    }

    /// Connects again when the connection is lost.
    async fn keep_hearing(&self, database: &Database, heard: &Mutex<Instant>, entry: Transaction) {
        let mut entry = Some(entry);
        loop {
            let Err(error) = self.hear(database, heard, &mut entry).await;
            tracing::debug!(%error, "the connection for wake-ups was lost; will connect again");
            sleep(POLLED_EVERY).await;
        }
    }

    /// A connection that was cut somewhere between the two answers nothing at all.
    async fn notice_silence(&self, heard: &Mutex<Instant>) {
        loop {
            sleep(POLLED_EVERY).await;
            let silence = heard.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
            if silence > CUT_OFF_AFTER && !self.is_cut_off.swap(true, Ordering::Relaxed) {
                tracing::warn!("the database doesn't answer; will try again");
                self.pool.give_up();
            }
        }
    }

    async fn hear(
        &self,
        database: &Database,
        heard: &Mutex<Instant>,
        entry: &mut Option<Transaction>,
    ) -> Result<Infallible, StoreError> {
        let connect = database.config.connect(database.tls.clone());
        let (client, mut connection) = within(PATIENCE, connect).await?;
        let (wake, mut woken) = mpsc::channel(1);
        let listen = async {
            let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
            while let Some(message) = messages.next().await {
                if let AsyncMessage::Notification(_) = message? {
                    // One wake-up that waits is enough.
                    let _ = wake.try_send(());
                }
            }
            Err(unheard())
        };
        let epoch = i64::from(self.head.borrow().epoch);
        let look = async {
            let shared = within(CUT_OFF_AFTER, client.query_one(in_use::SHARE, &[])).await?;
            if !shared.try_get::<_, bool>(0)? {
                return Err(StoreError::Unreachable("a store is being copied into it".to_owned()));
            }
            drop(entry.take());
            within(CUT_OFF_AFTER, client.batch_execute(&format!("LISTEN {CHANNEL}"))).await?;
            // With another order, as after a copy, this server can't go on.
            let newest = client.prepare("SELECT seq FROM shard WHERE number = 0 AND epoch = $1");
            let newest = within(CUT_OFF_AFTER, newest).await?;
            loop {
                let row = within(CUT_OFF_AFTER, client.query_one(&newest, &[&epoch])).await?;
                *heard.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
                announce_at_least(&self.head, row.unsigned(0)?);
                if self.is_cut_off.swap(false, Ordering::Relaxed) {
                    tracing::info!("the database answers again");
                }
                // Woken, or late.
                let _ = timeout(POLLED_EVERY, woken.recv()).await;
            }
        };
        tokio::select! { outcome = listen => outcome, outcome = look => outcome }
    }
}

async fn within<T>(
    most: Duration,
    answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, StoreError> {
    Ok(timeout(most, answer).await.map_err(|_| unheard())??)
}
