//! The database is killed with all of its processes, and its standby takes over.

use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::time::sleep;

use super::scene::{Crowd, Scene};
use super::tally::Tally;
use super::{Campaign, shell};
use crate::chance::Chance;

const CROWD: Crowd = Crowd { writers: 8, viewers: 200, pause: Duration::from_millis(100), cut_within: None };
const ROUNDS_OF_A_STORE: u64 = 20;

/// Runs with the command that has the standby take over, and the one that makes another standby.
pub async fn run(campaign: &Campaign, (fail_over, rebuild): (String, String)) -> Result<Tally> {
    let mut chance = Chance(campaign.seed);
    let mut tally = Tally::default();
    for rounds in campaign.rounds_by_store(2, ROUNDS_OF_A_STORE) {
        let store = campaign.stores.make().await?;
        let scene = Scene::begin(campaign.plan(&store), CROWD).await?;
        for _ in 0..rounds {
            sleep(Duration::from_millis(500 + chance.below(1_000))).await;
            let began = Instant::now();
            shell(&fail_over).await?;
            scene.is_back().await?;
            tally.add_round(began.elapsed());
            shell(&rebuild).await?;
        }
        tally += scene.end().await?;
        campaign.stores.remove(&store).await?;
    }
    Ok(tally)
}
