//! Servers are killed, and started again in their place.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use futures_util::future::try_join_all;

use super::Campaign;
use super::scene::{Crowd, Scene};
use super::tally::Tally;
use crate::chance::Chance;

const CROWD: Crowd = Crowd { writers: 8, viewers: 10, pause: Duration::ZERO, cut_within: None };
/// After so many rounds all of a store is looked at, and a lane goes on with a new one.
const ROUNDS_OF_A_STORE: u64 = 100;
/// The longest time between a server that is back and the next kill.
const PAUSE_MS: u64 = 60;

/// Runs in lanes, each with a store and servers of its own.
pub async fn run(campaign: &Campaign) -> Result<Tally> {
    let left = AtomicU64::new(campaign.rounds(12));
    let lanes = (0..campaign.lanes).map(|number| lane(campaign, campaign.seed.wrapping_add(number), &left));
    let mut sum = Tally::default();
    for tally in try_join_all(lanes).await? {
        sum += tally;
    }
    Ok(sum)
}

async fn lane(campaign: &Campaign, seed: u64, left: &AtomicU64) -> Result<Tally> {
    let mut chance = Chance(seed);
    let mut tally = Tally::default();
    // A short run has its rounds in all lanes.
    let most = ROUNDS_OF_A_STORE.min(campaign.rounds(12).div_ceil(campaign.lanes));
    while let Ok(before) = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
        (left > 0).then(|| left.saturating_sub(most))
    }) {
        if before % (10 * ROUNDS_OF_A_STORE) == 0 {
            eprintln!("{before} rounds are left");
        }
        tally += store(campaign, &mut chance, most.min(before)).await?;
    }
    Ok(tally)
}

async fn store(campaign: &Campaign, chance: &mut Chance, rounds: u64) -> Result<Tally> {
    let store = campaign.stores.make().await?;
    let scene = Scene::begin(campaign.plan(&store), CROWD).await?;
    let mut tally = Tally::default();
    for _ in 0..rounds {
        tokio::time::sleep(Duration::from_millis(chance.below(PAUSE_MS))).await;
        let number = chance.below(scene.servers.count() as u64) as usize;
        let began = Instant::now();
        scene.servers.kill(number).await?;
        // Opening a store after a kill may be interrupted as well.
        if chance.below(8) == 0 {
            scene.servers.start_and_kill(number, Duration::from_millis(chance.below(PAUSE_MS))).await?;
        }
        scene.servers.start_again(number).await?;
        scene.goes_on().await?;
        tally.add_round(began.elapsed());
    }
    tally += scene.end().await?;
    campaign.stores.remove(&store).await?;
    Ok(tally)
}
