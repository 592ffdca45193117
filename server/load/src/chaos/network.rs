//! The network between servers and their database is cut.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::time::sleep;

use super::Campaign;
use super::proxy::{Network, Proxy};
use super::scene::{Crowd, Scene};
use super::tally::Tally;
use crate::chance::Chance;
use crate::loopback::Loopback;

const CROWD: Crowd = Crowd { writers: 8, viewers: 50, pause: Duration::from_millis(20), cut_within: None };
/// The longest cut.
const CUT_MS: u64 = 5_000;

/// Cuts one server off or all of them, in all ways in turn.
pub async fn run(campaign: &Campaign) -> Result<Tally> {
    let mut chance = Chance(campaign.seed);
    let store = campaign.stores.make().await?;
    let mut plan = campaign.plan(&store);
    let mut proxies = Vec::new();
    for store in &mut plan.stores {
        let (proxy, address) = between(&store.to_string_lossy()).await?;
        *store = address.into();
        proxies.push(proxy);
    }
    let scene = Scene::begin(plan, CROWD).await?;
    let mut tally = Tally::default();
    for round in 0..campaign.rounds(6) {
        sleep(Duration::from_millis(300 + chance.below(500))).await;
        // The database itself is away for all of them.
        let number = chance.below(proxies.len() as u64 + 1) as usize;
        let cut = proxies.get(number..=number).unwrap_or(&proxies);
        match round % 3 {
            0 => hold(cut, Network::Refused, &mut chance).await,
            1 => hold(cut, Network::Stalled, &mut chance).await,
            _ => cut.iter().for_each(Proxy::forget),
        }
        let began = Instant::now();
        scene.is_back().await?;
        tally.add_round(began.elapsed());
    }
    tally += scene.end().await?;
    campaign.stores.remove(&store).await?;
    Ok(tally)
}

async fn hold(cut: &[Proxy], network: Network, chance: &mut Chance) {
    cut.iter().for_each(|proxy| proxy.set(network));
    sleep(Duration::from_millis(chance.below(CUT_MS))).await;
    cut.iter().for_each(|proxy| proxy.set(Network::Open));
}

/// Starts a proxy before a database, and returns the address of the database behind it.
async fn between(database: &str) -> Result<(Proxy, String)> {
    let (user, place) = database.rsplit_once('@').context("the address names no user")?;
    let (host, name) = place.split_once('/').context("the address names no database")?;
    let proxy = Proxy::start(host.parse::<Loopback>()?).await?;
    let address = format!("{user}@{}/{name}", proxy.address);
    Ok((proxy, address))
}
