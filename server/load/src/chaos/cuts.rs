//! Connections of viewers are cut while events flow.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::time::sleep;

use super::scene::{Crowd, Scene};
use super::tally::Tally;
use super::{Campaign, PATIENCE};

const CROWD: Crowd = Crowd {
    writers: 8,
    viewers: 50,
    pause: Duration::from_millis(20),
    cut_within: Some(Duration::from_millis(400)),
};

pub async fn run(campaign: &Campaign) -> Result<Tally> {
    let wanted = campaign.rounds(400);
    let store = campaign.stores.make().await?;
    let scene = Scene::begin(campaign.plan(&store), CROWD).await?;
    let (mut cuts, mut since) = (0, Instant::now());
    while cuts < wanted {
        sleep(Duration::from_millis(20)).await;
        if scene.cuts() > cuts {
            (cuts, since) = (scene.cuts(), Instant::now());
        }
        ensure!(since.elapsed() < PATIENCE, "no viewer is there to be cut any more");
    }
    let mut tally = scene.end().await?;
    tally.rounds = tally.cuts;
    campaign.stores.remove(&store).await?;
    Ok(tally)
}
