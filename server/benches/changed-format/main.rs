//! Measures how soon stored documents are read by a changed format, and how pages answer meanwhile:
//! `cargo bench -p server --bench changed-format -- --documents 100000 --share 10`, of which the share, in percent, is of that format.

#[path = "../scale/documents.rs"]
mod documents;
#[path = "../../tests/support/process.rs"]
mod process;

use std::fs;
use std::io::{Error, Result};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use app::api::ListQuery;
use app::document::Source;
use documents::{fill, session_of};
use process::{Connection, Harmony};
use rusqlite::{Connection as Store, OpenFlags};
use server::ingest::{Incoming, read};
use server::store::{Identity, SqliteStore, Store as _, StoreError};

const FORMAT: &str = include_str!("../../../examples/formats/incident-report.format.toml");
const REPORT: &str = include_str!("../../../examples/formats/incident-report.pass.md");
const BATCH: u64 = 256;
/// Between two pages.
const PAUSE: Duration = Duration::from_millis(10);

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let given = |name: &str| {
        let named = arguments.iter().position(|argument| argument == name);
        named.and_then(|at| arguments.get(at + 1)).and_then(|count| count.parse::<u64>().ok())
    };
    let (count, share) = (given("--documents").unwrap_or(20_000), given("--share").unwrap_or(10).min(100));
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("harmony.sqlite");
    let formats = folder.path().join("formats");
    fs::create_dir(&formats)?;
    let of_format = (count * share / 100).clamp(1, count.max(2) - 1);
    make(&file, count - of_format, of_format)?;
    println!("{count} documents, {of_format} of the format");

    let server = Harmony::start_with(&file, &["--formats", &formats.to_string_lossy()])?;
    let pages: Vec<String> =
        ["/", "/documents", "/sessions", "/harmony", "/inbox", "/contract", "/api/documents"]
            .map(str::to_owned)
            .into_iter()
            .chain([
                format!("/documents/{}", of_report(0).document_id()),
                format!("/session?session={}", session_of(0)),
            ])
            .collect();
    println!(
        "{:<34} {:>7} {:>9} {:>9} {:>9} {:>7}",
        "while", "seconds", "p50 ms", "p99 ms", "max ms", "pages"
    );
    let idle = |_: &Path| {
        thread::sleep(Duration::from_secs(5));
        Ok(())
    };
    measure("nothing happens", &server, &pages, &file, idle)?;
    let declared = formats.join("incident-report.format.toml");
    let after = |file: &Path, text: &str| -> Result<()> {
        let before = key(file)?;
        fs::write(&declared, text)?;
        wait(file, before)
    };
    measure("the format is new", &server, &pages, &file, |file| after(file, FORMAT))?;
    let gate = FORMAT.replace("gate = 14", "gate = 13");
    measure("the format changes", &server, &pages, &file, |file| after(file, &gate))?;
    measure("the search index follows", &server, &pages, &file, idle)?;
    Ok(())
}

/// Asks for pages until `run` ends.
fn measure(
    name: &str,
    server: &Harmony,
    pages: &[String],
    file: &Path,
    run: impl FnOnce(&Path) -> Result<()>,
) -> Result<()> {
    let is_over = AtomicBool::new(false);
    let (times, seconds) = thread::scope(|scope| {
        let asked = scope.spawn(|| ask(server.connect()?, pages, &is_over));
        let start = Instant::now();
        let ran = run(file);
        let seconds = start.elapsed().as_secs_f32();
        is_over.store(true, Ordering::Relaxed);
        ran?;
        let asked = asked.join().map_err(|_| Error::other("a page could not be asked for"))?;
        Result::Ok((asked?, seconds))
    })?;
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let last = times.last().copied().unwrap_or_default();
    println!(
        "{name:<34} {seconds:>7.1} {:>9.2} {:>9.2} {:>9.2} {:>7}",
        ms(at(50)),
        ms(at(99)),
        ms(last),
        times.len()
    );
    Ok(())
}

/// Returns how long each page took, in ascending order.
fn ask(mut connection: Connection, pages: &[String], is_over: &AtomicBool) -> Result<Vec<Duration>> {
    let mut times = Vec::new();
    for page in pages.iter().cycle() {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        let start = Instant::now();
        let (status, _) = connection.get(page)?;
        times.push(start.elapsed());
        if status != 200 {
            return Err(Error::other(format!("{page}: {status}")));
        }
        thread::sleep(PAUSE);
    }
    times.sort_unstable();
    Ok(times)
}

/// Returns the key of the newest catalog in a store.
fn key(file: &Path) -> Result<i64> {
    let newest = "SELECT coalesce((SELECT key FROM catalog ORDER BY number DESC LIMIT 1), 0)";
    open(file)?.query_row(newest, [], |row| row.get(0)).map_err(Error::other)
}

/// Waits until all documents are read by another catalog than before.
fn wait(file: &Path, before: i64) -> Result<()> {
    let store = open(file)?;
    loop {
        let now = key(file)?;
        let others = "SELECT count(*) FROM facet WHERE catalog IS NOT ?1";
        let left: u64 = store.query_row(others, [now], |row| row.get(0)).map_err(Error::other)?;
        if now != before && left == 0 {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(200));
    }
}

fn open(file: &Path) -> Result<Store> {
    Store::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(Error::other)
}

fn make(file: &Path, others: u64, of_format: u64) -> Result<()> {
    let store = SqliteStore::open(file, 1).map_err(Error::other)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(fill(&store, others, |_| ())).map_err(Error::other)?;
    runtime.block_on(fill_reports(&store, of_format)).map_err(Error::other)?;
    // Indexing them is another matter.
    let query = ListQuery { text: Some("nowhere".to_owned()), ..ListQuery::default() };
    while runtime.block_on(store.list(query.clone())).map_err(Error::other)?.not_searched > 0 {}
    Ok(())
}

fn of_report(number: u64) -> Identity {
    Identity::of_key(&format!("report {number}"))
}

/// Stores reports of the format, which is not known yet.
async fn fill_reports(store: &SqliteStore, count: u64) -> std::result::Result<(), StoreError> {
    let report = |number: u64| Incoming {
        identity: of_report(number),
        source: Source { session: Some(session_of(number)), ..Source::default() },
        raw: REPORT.replace("Sessions lost", &format!("Sessions lost {number} times")).into(),
    };
    for start in (0..count).step_by(BATCH as usize) {
        let batch = (start..count.min(start + BATCH)).map(|number| read(report(number), 1_790_000_000_000));
        store.append(batch.collect()).await?;
    }
    Ok(())
}
