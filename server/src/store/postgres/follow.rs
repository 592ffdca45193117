//! Follows what other servers write.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use app::event::Cursor;
use deadpool_postgres::Pool;
use futures_util::{StreamExt, stream};
use tokio::sync::{mpsc, watch};
use tokio_postgres::AsyncMessage;
use tokio_util::sync::CancellationToken;

use super::sql::{self, Database};
use super::{POLLED_EVERY, queries};
use crate::store::StoreError;
use crate::store::announce::announce_at_least;

/// The channel of wake-ups.
pub(super) const CHANNEL: &str = "harmony_head";

/// How long nothing may be heard of the database until viewers are sent away, who may find a server that hears it.
const CUT_OFF_AFTER: Duration = Duration::from_secs(2);

/// Announces what other servers write.
pub(super) struct Follower {
    pub pool: Pool,
    pub head: watch::Sender<Cursor>,
    pub is_cut_off: Arc<AtomicBool>,
}

impl Follower {
    /// Looks when woken, and at least every [`POLLED_EVERY`], until `stopped`.
    pub async fn follow(self, database: Database, stopped: CancellationToken) {
        let (wake, mut woken) = mpsc::channel(1);
        let listening = tokio::spawn(keep_listening(database, wake));
        let mut heard = Instant::now();
        while let Some(_woken_or_late) =
            stopped.run_until_cancelled(tokio::time::timeout(POLLED_EVERY, woken.recv())).await
        {
            // A connection that was cut somewhere between the two answers nothing at all.
            match tokio::time::timeout(CUT_OFF_AFTER, newest(&self.pool))
                .await
                .unwrap_or(Err(StoreError::Busy))
            {
                Ok(seq) => {
                    announce_at_least(&self.head, seq);
                    heard = Instant::now();
                    if self.is_cut_off.swap(false, Ordering::Relaxed) {
                        tracing::info!("the database answers again");
                    }
                }
                Err(error) if heard.elapsed() > CUT_OFF_AFTER => {
                    if !self.is_cut_off.swap(true, Ordering::Relaxed) {
                        tracing::warn!(%error, "the database doesn't answer; will try again");
                    }
                }
                Err(_) => {}
            }
        }
        listening.abort();
    }
}

async fn newest(pool: &Pool) -> Result<u64, StoreError> {
    Ok(queries::cursor(&sql::connect(pool).await?).await?.seq)
}

/// Listens on a connection of its own, and connects again when it is lost: polling goes on meanwhile.
async fn keep_listening(database: Database, wake: mpsc::Sender<()>) {
    loop {
        if let Err(error) = listen(&database, &wake).await {
            tracing::debug!(%error, "the connection for wake-ups was lost; will connect again");
        }
        tokio::time::sleep(POLLED_EVERY).await;
    }
}

async fn listen(database: &Database, wake: &mpsc::Sender<()>) -> Result<(), tokio_postgres::Error> {
    let (client, mut connection) = database.config.connect(database.tls.clone()).await?;
    let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
    let subscribe = async move {
        client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
        // It closes the connection when it is dropped.
        std::future::pending::<()>().await;
        Ok::<_, tokio_postgres::Error>(())
    };
    let hear = async {
        while let Some(message) = messages.next().await {
            if let AsyncMessage::Notification(_) = message? {
                // One wake-up that waits is enough.
                let _ = wake.try_send(());
            }
        }
        Ok(())
    };
    tokio::select! { outcome = subscribe => outcome, outcome = hear => outcome }
}
