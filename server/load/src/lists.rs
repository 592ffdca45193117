//! Asks a server over a large store for its lists, one question after the other, and for as many pages as it renders.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::fill;
use crate::harmony::Harmony;
use crate::http::Connection;
use crate::loopback::Loopback;
use crate::pages::{self, Readers};
use crate::times::Times;

/// What is asked, by its name. `MIDDLE` is a place in the middle of the order, another one each time.
const QUESTIONS: [(&str, &str); 20] = [
    ("newest page, HTML", "/documents"),
    ("newest page", "/api/documents"),
    ("a page in the middle", "/api/documents?before=MIDDLE"),
    ("overview, HTML", "/"),
    ("one state", "/api/documents?state=failed"),
    ("one state, in the middle", "/api/documents?state=passed&before=MIDDLE"),
    ("one kind", "/api/documents?kind=report"),
    ("a kind of which there are none", "/api/documents?kind=event"),
    ("one format", "/api/documents?format=5.1"),
    ("critical findings", "/api/documents?severity=critical"),
    ("any findings", "/api/documents?severity=low"),
    ("one session", "/api/documents?session=session-7"),
    ("a session's failed verdicts", "/api/documents?session=session-7&state=failed&severity=high"),
    ("until a day long ago", "/api/documents?to=2001-01-01"),
    ("from a day to come", "/api/documents?from=2099-01-01"),
    ("pinned, of which there are none", "/api/documents?pinned=true"),
    ("the newest 1,000, by score", "/api/documents?sort=score"),
    ("a word of all", "/api/documents?q=review"),
    ("two words", "/api/documents?q=ledger+margin"),
    ("sessions, HTML", "/sessions"),
];

#[derive(Args)]
pub struct Options {
    /// The release build of `harmony`
    #[arg(long, value_name = "FILE")]
    harmony: PathBuf,
    /// A store that `fill` made: a file, or the address of a PostgreSQL database
    #[arg(long, value_name = "FILE", required_unless_present = "folder")]
    store: Option<PathBuf>,
    /// The folder for a store that is made for this
    #[arg(long, value_name = "FOLDER", conflicts_with = "store")]
    folder: Option<PathBuf>,
    /// Documents of that store
    #[arg(long, default_value_t = 20_000)]
    documents: u64,
    /// Times that each question is asked
    #[arg(long, default_value_t = 200)]
    times: u64,
    /// How long pages are asked for
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Concurrent readers of pages
    #[arg(long, default_value_t = 4)]
    readers: usize,
}

pub async fn run(options: &Options) -> Result<()> {
    let made = options.folder.as_ref().map(tempfile::tempdir_in).transpose()?;
    let store = match (&options.store, &made) {
        (Some(store), _) => store.clone(),
        (None, Some(folder)) => {
            let store = folder.path().join("harmony.sqlite");
            let few = fill::Options::few(options.harmony.clone(), store.clone(), options.documents);
            fill::run(&few).await?;
            store
        }
        (None, None) => bail!("either `--store` or `--folder` is needed"),
    };
    let harmony = Harmony::start_quietly(&options.harmony, &store)?;
    let mut connection = Connection::open(harmony.address).await?;
    let newest = newest_place(&mut connection, harmony.address).await?;
    println!("{newest} places in the order");
    index(&mut connection, harmony.address).await?;
    println!("{:<34}{:>9}{:>9}{:>9}{:>10}", "question", "p50 ms", "p99 ms", "max ms", "bytes");
    let mut longest: f64 = 0.0;
    for (name, path) in QUESTIONS {
        let mut times = Times::new();
        for turn in 0..options.times {
            let middle = newest * (turn + 1) / (options.times + 1);
            let request = Connection::get(harmony.address, &path.replace("MIDDLE", &middle.to_string()));
            let began = Instant::now();
            connection.send(&request).await.with_context(|| format!("{path} was not answered"))?;
            times.add(began.elapsed());
        }
        let [p50, p99, most] = [0.5, 0.99, 1.0].map(|share| times.share(share));
        longest = longest.max(p99);
        println!("{name:<34}{p50:>9.1}{p99:>9.1}{most:>9.1}{:>10}", connection.body().len());
    }
    println!("lists: the slowest has a p99 of {longest:.1} ms (at most 100)");
    let readers = Readers { count: options.readers, seconds: options.seconds };
    pages::compare(readers, &harmony, &mut connection, newest).await
}

/// Waits until all documents are found by their words.
async fn index(connection: &mut Connection, address: Loopback) -> Result<()> {
    let began = Instant::now();
    loop {
        connection.send(&Connection::get(address, "/api/documents?q=nowhere")).await?;
        let list: serde_json::Value = serde_json::from_slice(connection.body())?;
        if list.get("not_searched").and_then(serde_json::Value::as_u64).unwrap_or(0) == 0 {
            println!("searchable after {:.1} s", began.elapsed().as_secs_f64());
            return Ok(());
        }
    }
}

/// Returns the place of the newest document.
async fn newest_place(connection: &mut Connection, address: Loopback) -> Result<u64> {
    connection.send(&Connection::get(address, "/api/documents?limit=1")).await?;
    let list: serde_json::Value = serde_json::from_slice(connection.body())?;
    list.pointer("/documents/0/seq").and_then(serde_json::Value::as_u64).context("the store has no documents")
}
