//! Quarantines in Redis, where other programs of the orchestrator read and write them under the contract's key.
//!
//! Neither side is always right: what changed since both agreed is what counts, on either side. What they agreed on is
//! kept in the store, so that nothing is lost while Redis, or Harmony, is away. Redis is asked again and again instead
//! of listened to: notifications may be off, and are lost while nobody listens.

mod decide;
mod known;
mod redis_keys;
mod round;

use std::time::{Duration, Instant};

use anyhow::Context;
use redis::{AsyncConnectionConfig, Client};
use tokio_util::sync::CancellationToken;

use self::known::Agreed;
use self::round::round;
use crate::store::SharedStore;

const EVERY: Duration = Duration::from_millis(500);
/// Pauses this many times as long as a round took: a large Redis is searched at most a tenth of the time.
const REST: u32 = 9;
const SHORTEST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(10);
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// Checks the address of a Redis.
pub fn client(url: &str) -> Result<Client, String> {
    // The address may hold a password, so it isn't repeated.
    Client::open(url).map_err(|error| format!("{error}: write it as in redis://127.0.0.1:6379/0"))
}

/// Keeps the store and Redis in agreement until `shutdown`, and connects again whenever the connection is lost.
/// `now_ms` returns the time.
pub async fn keep_mirrored(
    store: SharedStore,
    client: Client,
    now_ms: fn() -> i64,
    shutdown: CancellationToken,
) {
    let address = client.get_connection_info().addr().to_string();
    let mut wait = SHORTEST_WAIT;
    let mut is_known_to_be_away = false;
    loop {
        let mut rounds = 0;
        let mirroring = mirror(&store, &client, now_ms, &mut rounds);
        let Some(outcome) = shutdown.run_until_cancelled(mirroring).await else { return };
        if rounds > 0 {
            (wait, is_known_to_be_away) = (SHORTEST_WAIT, false);
        }
        if let Err(error) = outcome
            && !is_known_to_be_away
        {
            tracing::warn!(%address, "can't mirror quarantines in Redis; will try again: {error:#}");
            is_known_to_be_away = true;
        }
        if shutdown.run_until_cancelled(tokio::time::sleep(wait)).await.is_none() {
            return;
        }
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

/// Mirrors until something fails. Counts the rounds that succeeded.
async fn mirror(
    store: &SharedStore,
    client: &Client,
    now_ms: fn() -> i64,
    rounds: &mut u64,
) -> anyhow::Result<()> {
    let config = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(ANSWER_WITHIN))
        .set_response_timeout(Some(ANSWER_WITHIN));
    let mut connection = client.get_multiplexed_async_connection_with_config(&config).await?;
    let run_id = redis_keys::run_id(&mut connection).await?;
    let mut agreed = Agreed::read(store.mirror().await?.as_deref())?;
    loop {
        let start = Instant::now();
        let before = agreed.clone();
        let outcome = round(store, &mut connection, &mut agreed, &run_id, now_ms()).await;
        // What was done before a failure is agreed on as well.
        if agreed != before {
            store.set_mirror(agreed.to_json().context("the mirror can't be written")?).await?;
        }
        outcome?;
        if *rounds == 0 {
            tracing::info!(address = %client.get_connection_info().addr(), "quarantines are mirrored in Redis");
        }
        *rounds += 1;
        tokio::time::sleep(EVERY.max(start.elapsed() * REST)).await;
    }
}
