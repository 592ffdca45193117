//! Readers, which look whether what was acknowledged, or announced to viewers, is there for everybody.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::exchange;
use super::history::History;
use super::servers::{Health, Servers};
use super::writer::Acknowledged;
use crate::chance::Chance;

/// Half of the reads are of what was acknowledged last.
const NEWEST: u64 = 16;

/// Reads until `stop`. A server that is gone answers nothing, which is no flaw.
pub async fn read(
    number: u64,
    servers: Arc<Servers>,
    acknowledged: Arc<Acknowledged>,
    history: Arc<History>,
    stop: CancellationToken,
) {
    let mut chance = Chance(number);
    while !stop.is_cancelled() {
        let flaw = match chance.below(3) {
            0 => lacks_acknowledged(&servers, &acknowledged, &mut chance).await.then_some(&history.stale),
            1 => lacks_announced(&servers, &history).await.then_some(&history.early),
            _ => counts_too_few(&servers, &acknowledged).await.then_some(&history.stale),
        };
        if let Some(count) = flaw {
            count.fetch_add(1, Ordering::Relaxed);
        }
        pause().await;
    }
}

async fn lacks_acknowledged(servers: &Servers, acknowledged: &Acknowledged, chance: &mut Chance) -> bool {
    let count = acknowledged.count();
    let number = if chance.below(2) == 0 { chance.below(NEWEST.min(count)) } else { chance.below(count) };
    let Some(written) = acknowledged.nth_newest(number) else { return false };
    match exchange::get(servers.any(), &format!("/api/documents/{}/raw", written.id)).await {
        Ok((200, body)) => body != written.text().into_bytes(),
        Ok((status, _)) => status == 404,
        Err(_) => false,
    }
}

async fn lacks_announced(servers: &Servers, history: &History) -> bool {
    let Some(id) = history.latest() else { return false };
    matches!(exchange::get(servers.any(), &format!("/api/documents/{id}/raw")).await, Ok((404, _)))
}

async fn counts_too_few(servers: &Servers, acknowledged: &Acknowledged) -> bool {
    let count = acknowledged.count();
    match exchange::get(servers.any(), "/healthz").await {
        Ok((200, body)) => Health::read(&body).is_ok_and(|health| health.documents < count),
        _ => false,
    }
}

/// Readers must not take the machine from the writers.
async fn pause() {
    sleep(Duration::from_millis(5)).await;
}
