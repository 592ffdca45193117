//! How many pages of the list of documents are answered in a second: one that many ask for, and others that each are rendered.

use std::cell::Cell;
use std::io::{BufReader, Write};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::task::LocalSet;

use crate::cpu_time;
use crate::harmony::{Harmony, announced};
use crate::http::Connection;
use crate::loopback::Loopback;

/// Compares rendered pages with the same bytes that a bare server has already.
pub async fn compare(
    readers: Readers,
    harmony: &Harmony,
    connection: &mut Connection,
    newest: u64,
) -> Result<()> {
    connection.send(&Connection::get(harmony.address, "/documents")).await?;
    let mut page = tempfile::NamedTempFile::new()?;
    page.write_all(connection.body())?;
    let same = move |to| move |_| Connection::get(to, "/documents");
    let ours = pages(harmony.address, harmony.process(), readers, same(harmony.address)).await?;
    // Another place in the list each time: of these, no page was rendered before.
    let address = harmony.address;
    let other = move |number| {
        let before = newest.saturating_sub(number % (newest / 2).max(1));
        Connection::get(address, &format!("/documents?before={before}"))
    };
    let rendered = pages(harmony.address, harmony.process(), readers, other).await?;
    let packed = move |_| Connection::get_packed(address, "/documents");
    let packed = pages(harmony.address, harmony.process(), readers, packed).await?;
    let mut bare = Command::new(std::env::current_exe()?)
        .arg("bare-page")
        .arg(page.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .context("the bare server could not be started")?;
    let output = BufReader::new(bare.stdout.take().context("the bare server has no output")?);
    let theirs = match announced(output, "http://") {
        Ok(address) => pages(address, bare.id(), readers, same(address)).await,
        Err(error) => Err(error),
    };
    bare.kill()?;
    bare.wait()?;
    let theirs = theirs?;
    println!("{:<34}{:>14}{:>20}", "document list, HTML", "requests/s", "of a core's second");
    for (name, rate) in [
        ("Harmony, the same page", &ours),
        ("Harmony, the same page, as gzip", &packed),
        ("Harmony, each page another", &rendered),
        ("bare axum, the same bytes", &theirs),
    ] {
        println!("{name:<34}{:>14.0}{:>20.0}", rate.a_second, rate.of_a_core);
    }
    let ratio = ours.of_a_core / theirs.of_a_core;
    println!(
        "pages: {:.0} requests in a second of a core (at least 5,000), {ratio:.2} of a fixed string of {} bytes; \
         {:.0} as gzip, {:.0} that are rendered each",
        ours.of_a_core,
        connection.body().len(),
        packed.of_a_core,
        rendered.of_a_core
    );
    Ok(())
}

/// How many concurrent readers ask for pages, and for how long.
#[derive(Copy, Clone)]
pub struct Readers {
    pub count: usize,
    pub seconds: u64,
}

struct Rate {
    a_second: f64,
    of_a_core: f64,
}

async fn pages(
    to: Loopback,
    process: u32,
    readers: Readers,
    request: impl Fn(u64) -> Vec<u8> + Copy + 'static,
) -> Result<Rate> {
    let asked = Rc::new(Cell::new(0_u64));
    let answered = Rc::new(Cell::new(0_u64));
    let reading = LocalSet::new();
    let mut connections = Vec::new();
    for _ in 0..readers.count {
        connections.push(Connection::open(to).await?);
    }
    let (began, before) = (Instant::now(), cpu_time::of(process)?);
    let tasks: Vec<_> = connections
        .into_iter()
        .map(|mut connection| {
            let (asked, answered) = (Rc::clone(&asked), Rc::clone(&answered));
            let long = Duration::from_secs(readers.seconds);
            reading.spawn_local(async move {
                while began.elapsed() < long {
                    asked.set(asked.get() + 1);
                    connection.send(&request(asked.get())).await?;
                    answered.set(answered.get() + 1);
                }
                anyhow::Ok(())
            })
        })
        .collect();
    reading.await;
    let (taken, used) = (began.elapsed(), cpu_time::of(process)?.saturating_sub(before));
    for task in tasks {
        task.await.context("a reader failed")??;
    }
    let answered = answered.get() as f64;
    Ok(Rate { a_second: answered / taken.as_secs_f64(), of_a_core: answered / used.as_secs_f64() })
}
