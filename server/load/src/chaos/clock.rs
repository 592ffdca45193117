//! The clock of the servers jumps.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::time::sleep;

use super::scene::{Crowd, Scene};
use super::tally::Tally;
use super::{Campaign, Outcome};
use crate::chance::Chance;

const CROWD: Crowd = Crowd { writers: 8, viewers: 20, pause: Duration::from_millis(20), cut_within: None };
/// How far the clock is off, as libfaketime reads it.
const JUMPS: [&str; 3] = ["+1d", "-1d", "+10y"];
const RIGHT: &str = "+0";
const ROUNDS_OF_A_STORE: u64 = 50;

pub async fn run(campaign: &Campaign) -> Result<Outcome> {
    let Some(library) = library() else {
        return Ok(Outcome::LeftOut("since libfaketime is not installed (Debian's package `faketime`)"));
    };
    let mut chance = Chance(campaign.seed);
    let mut tally = Tally::default();
    for rounds in campaign.rounds_by_store(6, ROUNDS_OF_A_STORE) {
        tally += of_a_store(campaign, &library, &mut chance, rounds).await?;
    }
    Ok(Outcome::Tried(tally))
}

async fn of_a_store(campaign: &Campaign, library: &Path, chance: &mut Chance, rounds: u64) -> Result<Tally> {
    let store = campaign.stores.make().await?;
    let clock = tempfile::tempdir()?;
    let offset = clock.path().join("offset");
    set(&offset, RIGHT)?;
    let mut plan = campaign.plan(&store);
    // What is as old as that is deleted.
    plan.options = vec!["--keep-documents", "30d"];
    plan.environment = vec![
        ("LD_PRELOAD", library.to_owned()),
        ("FAKETIME_TIMESTAMP_FILE", offset.clone()),
        ("FAKETIME_NO_CACHE", "1".into()),
        // A clock that is set doesn't change how long something takes.
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".into()),
    ];
    let scene = Scene::begin(plan, CROWD).await?;
    let mut tally = Tally::default();
    for round in 0..rounds {
        sleep(Duration::from_millis(200 + chance.below(300))).await;
        // Each in two rounds, of which one starts a server.
        let jump = JUMPS[(round / 2) as usize % JUMPS.len()];
        set(&offset, jump)?;
        let began = Instant::now();
        // A server may start with the wrong clock.
        if round % 2 == 1 {
            let number = chance.below(scene.servers.count() as u64) as usize;
            scene.servers.kill(number).await?;
            scene.servers.start_again(number).await?;
        }
        scene.is_back().await?;
        tally.add_round(began.elapsed());
        sleep(Duration::from_millis(chance.below(1_000))).await;
        set(&offset, RIGHT)?;
        let began = Instant::now();
        scene.is_back().await?;
        tally.slowest = tally.slowest.max(began.elapsed());
    }
    tally += scene.end().await?;
    campaign.stores.remove(&store).await?;
    Ok(tally)
}

/// Sets how far the clock is off, at once for all who read it.
fn set(file: &Path, offset: &str) -> Result<()> {
    let new = file.with_extension("new");
    fs::write(&new, offset)?;
    Ok(fs::rename(&new, file)?)
}

/// Returns where libfaketime is, for programs with threads.
fn library() -> Option<PathBuf> {
    let folders = fs::read_dir("/usr/lib").ok()?.flatten().map(|entry| entry.path());
    let folders = folders.chain(["/usr/lib".into(), "/usr/lib64".into()]);
    folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1")).find(|file| file.is_file())
}
