//! The store's disk is full for a while.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::task::block_in_place;
use tokio::time::sleep;

use super::mount::SmallDisk;
use super::scene::{Crowd, Scene};
use super::tally::Tally;
use super::{Campaign, Outcome, PATIENCE};
use crate::chance::Chance;

const CROWD: Crowd = Crowd { writers: 8, viewers: 20, pause: Duration::from_millis(20), cut_within: None };
const MEGABYTES: u32 = 128;
const ROUNDS_OF_A_STORE: u64 = 20;

pub async fn run(campaign: &Campaign) -> Result<Outcome> {
    let mut chance = Chance(campaign.seed);
    let mut tally = Tally::default();
    for rounds in campaign.rounds_by_store(4, ROUNDS_OF_A_STORE) {
        let Some(disk) = SmallDisk::mount(MEGABYTES)? else {
            return Ok(Outcome::LeftOut("since only root may mount a small disk"));
        };
        tally += if campaign.stores.are_shared() {
            in_tablespace(campaign, &disk, &mut chance, rounds).await?
        } else {
            let store = disk.path().join("harmony.sqlite");
            on(campaign, &disk, &store.to_string_lossy(), &mut chance, rounds).await?
        };
    }
    Ok(Outcome::Tried(tally))
}

/// Puts the store's tables and indexes on the disk, but not the journal of the database: without that, PostgreSQL ends itself.
async fn in_tablespace(
    campaign: &Campaign,
    disk: &SmallDisk,
    chance: &mut Chance,
    rounds: u64,
) -> Result<Tally> {
    let folder = disk.path().join("tablespace");
    let folder = folder.display();
    // The folder has to be of the database's user.
    campaign.stores.execute(&format!("COPY (SELECT) TO PROGRAM 'mkdir {folder}'")).await?;
    campaign.stores.execute(&format!("CREATE TABLESPACE small_disk LOCATION '{folder}'")).await?;
    let store = campaign.stores.make_with("TABLESPACE small_disk").await?;
    let tally = on(campaign, disk, &store, chance, rounds).await?;
    campaign.stores.remove(&store).await?;
    campaign.stores.execute("DROP TABLESPACE small_disk").await?;
    Ok(tally)
}

async fn on(
    campaign: &Campaign,
    disk: &SmallDisk,
    store: &str,
    chance: &mut Chance,
    rounds: u64,
) -> Result<Tally> {
    let scene = Scene::begin(campaign.plan(store), CROWD).await?;
    let mut tally = Tally::default();
    for round in 0..rounds {
        sleep(Duration::from_millis(200 + chance.below(500))).await;
        let full = scene.full();
        block_in_place(|| disk.fill())?;
        let began = Instant::now();
        while scene.full() == full {
            ensure!(began.elapsed() < PATIENCE, "writers don't hear that the disk is full");
            sleep(Duration::from_millis(20)).await;
        }
        sleep(Duration::from_millis(chance.below(1_000))).await;
        // Whoever notices may restart the server first.
        let killed = (round % 2 == 1).then(|| chance.below(scene.servers.count() as u64) as usize);
        if let Some(number) = killed {
            scene.servers.kill(number).await?;
            scene.servers.start_and_kill(number, Duration::from_millis(chance.below(300))).await?;
        }
        disk.make_room()?;
        let began = Instant::now();
        if let Some(number) = killed {
            scene.servers.start_again(number).await?;
        }
        scene.is_back().await?;
        tally.add_round(began.elapsed());
    }
    tally += scene.end().await?;
    Ok(tally)
}
