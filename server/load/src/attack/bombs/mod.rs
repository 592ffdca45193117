//! Requests that cost a server more than whoever sends them. Each is answered or cut within a time, in bounded memory, while
//! others are served about as fast as before.

mod bodies;
mod bystander;
mod memory;
mod patterns;
mod slow;
mod texts;

use std::time::{Duration, Instant};

use anyhow::Result;
use futures_util::future::join_all;

use self::bystander::{Bystander, Waits, quiet};
use super::request::{Request, exchange};
use super::servers;
use crate::Setup;
use crate::harmony::Harmony;
use crate::loopback::Loopback;

/// Within which every bomb is refused, answered or cut.
const MOST: Duration = Duration::from_secs(30);
/// More than twice of what any of them was seen to take.
const MEMORY: u64 = 512 * 1024 * 1024;
/// Others wait for less than so many times as long.
const TIMES: u32 = 2;
/// What nobody notices, and what a busy machine does to such short times by itself.
const UNNOTICED: Duration = Duration::from_millis(25);
/// A short attack is one of a server that is not optimized, beside whatever else is tested: it finds what keeps a server from
/// answering, and compares no speeds.
const UNNOTICED_IN_SHORT: Duration = Duration::from_secs(1);
/// Senders of one kind of bomb, at the same time.
const SENDERS: usize = 4;

/// A request that is sent again and again, and by which statuses it may be answered.
pub struct Bomb {
    pub name: &'static str,
    pub bytes: Vec<u8>,
    pub statuses: &'static [u16],
    /// What was stored is also looked at, on these pages.
    pub pages: &'static [&'static str],
}

pub async fn attack(setup: &Setup, is_short: bool) -> Result<bool> {
    let folder = tempfile::tempdir_in(&setup.folder)?;
    let server = servers::start(&setup.harmony, &folder.path().join("bombs.sqlite"), &[])?;
    fill(server.address).await?;
    let length = Duration::from_secs(if is_short { 1 } else { 10 });
    let each = if is_short { 2 } else { 1 };
    let unnoticed = if is_short { UNNOTICED_IN_SHORT } else { UNNOTICED };
    let mut holds = true;
    let bombs = bodies::bombs(server.address)?.into_iter().chain(texts::bombs(server.address, is_short));
    for bomb in bombs.step_by(each) {
        holds &= explode(&server, &bomb, length, unnoticed).await?;
    }
    holds &= slow::attack(&server, if is_short { 20 } else { 100 }, unnoticed).await?;
    drop(server);
    holds &= patterns::attack(setup, folder.path()).await?;
    Ok(holds)
}

/// Stores what a bystander sees.
async fn fill(address: Loopback) -> Result<()> {
    for number in 0..40 {
        let text = format!("# Review Report: {number}\n\n## Verdict: APPROVED\n## Score: 91%\n");
        let request = Request::new(address, "POST", "/api/documents").sending("text/markdown", text);
        let answer = exchange(address, &request.bytes()).await?;
        anyhow::ensure!(answer.status == 201, "a text was answered with {}", answer.status);
    }
    Ok(())
}

/// Sends a bomb for a while, and prints what that did.
async fn explode(server: &Harmony, bomb: &Bomb, length: Duration, unnoticed: Duration) -> Result<bool> {
    let address = server.address;
    let before = quiet(address, length / 2).await?;
    memory::forget_peak(server.process());
    let rest = memory::now(server.process()).unwrap_or(0);
    let bystander = Bystander::begin(address);
    let until = Instant::now() + length;
    let sent = join_all((0..SENDERS).map(|_| send(address, bomb, until))).await;
    let during = bystander.end().await?;
    let peak = memory::peak(server.process()).unwrap_or(0);
    let quiet = before.and(quiet(address, length / 2).await?)?;
    let sent: Vec<Sent> = sent.into_iter().flatten().collect();
    let longest = sent.iter().map(|sent| sent.took).max().unwrap_or(MOST);
    let statuses: std::collections::BTreeSet<u16> = sent.iter().map(|sent| sent.status).collect();
    println!(
        "{}: {} times, answered with {statuses:?} within {:.2} s; memory {} MB, at most {} MB; {}",
        bomb.name,
        sent.len(),
        longest.as_secs_f64(),
        rest >> 20,
        peak >> 20,
        compared(&quiet, &during)?,
    );
    let mut wrong = Vec::new();
    if !statuses.iter().all(|status| bomb.statuses.contains(status)) {
        wrong.push(format!("may be answered with {:?} only", bomb.statuses));
    }
    if longest > MOST {
        wrong.push(format!("took longer than {} s", MOST.as_secs()));
    }
    if peak > MEMORY {
        wrong.push(format!("took more than {} MB", MEMORY >> 20));
    }
    if !is_served(&quiet, &during, unnoticed)? {
        wrong.push("others waited".to_owned());
    }
    wrong.iter().for_each(|wrong| println!("  WRONG {}: {wrong}", bomb.name));
    Ok(wrong.is_empty())
}

struct Sent {
    status: u16,
    took: Duration,
}

async fn send(address: Loopback, bomb: &Bomb, until: Instant) -> Vec<Sent> {
    let mut sent = Vec::new();
    while Instant::now() < until {
        let began = Instant::now();
        let answer = exchange(address, &bomb.bytes).await;
        let took = began.elapsed();
        let status = answer.as_ref().map_or(0, |answer| answer.status);
        sent.push(Sent { status, took });
        let stored = answer.ok().and_then(|answer| answer.header("location").map(str::to_owned));
        for page in bomb.pages.iter().filter(|_| stored.is_some()) {
            let began = Instant::now();
            let target = page.replace("{document}", stored.as_deref().unwrap_or_default());
            let answer = exchange(address, &Request::new(address, "GET", &target).bytes()).await;
            let status = answer.map_or(0, |answer| answer.status);
            // A page is a success like the text before it.
            sent.push(Sent { status: if status == 200 { 201 } else { status }, took: began.elapsed() });
        }
    }
    sent
}

fn is_served(quiet: &Waits, during: &Waits, unnoticed: Duration) -> Result<bool> {
    Ok(during.within(99)? < (quiet.within(99)? * TIMES).max(unnoticed))
}

fn compared(quiet: &Waits, during: &Waits) -> Result<String> {
    let milliseconds = |waits: &Waits| waits.within(99).map(|wait| wait.as_secs_f64() * 1000.0);
    let (before, now) = (milliseconds(quiet)?, milliseconds(during)?);
    Ok(format!(
        "a bystander's p99 {now:.1} ms of {}, {before:.1} ms without ({:.1} ×)",
        during.count(),
        now / before
    ))
}
