//! Measures the server with a large store: `cargo bench -p server --bench scale -- --documents 1000000 --records 1000000`.
//! The store is in a temporary folder and queried over loopback. Records are those of decisions, a thousand in a document.

#[path = "../../tests/support/process.rs"]
mod process;

mod decisions;
mod documents;

use std::hash::{BuildHasher, RandomState};
use std::io::{Error, Result};
use std::time::{Duration, Instant};

use app::api::ListQuery;
use app::document::Source;
use documents::{OF_SESSION, fill, id_of, session_of, task_of, word_of};
use process::{Connection, Harmony};
use server::ingest::{Incoming, read};
use server::store::{Identity, SqliteStore, Store, StoreError};

const DEFAULT: u64 = 20_000;
/// Queries of each kind.
const ASKED: u64 = 200;
/// Steps of a chain, half of which are done.
const STEPS: u64 = 10_000;
const LONG: &str = "long";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let given = |name: &str| {
        let named = arguments.iter().position(|argument| argument == name);
        named.and_then(|at| arguments.get(at + 1)).and_then(|count| count.parse().ok())
    };
    let count = given("--documents").unwrap_or(DEFAULT);
    let records = given("--records").unwrap_or(DEFAULT);
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("harmony.sqlite");
    make(&file, count, records)?;

    let start = Instant::now();
    let server = Harmony::start(&file)?;
    let mut connection = server.connect()?;
    ask(&mut connection, "/healthz")?;
    println!("start, to the first answer: {} ms", start.elapsed().as_millis());

    println!("{:<38} {:>9} {:>9} {:>9} {:>10}", "query", "p50 ms", "p99 ms", "max ms", "bytes");
    let chance = RandomState::new();
    let any = |turn: u64| chance.hash_one(turn) % count;
    measure(&mut connection, "newest page, HTML", |_| "/documents".to_owned())?;
    measure(&mut connection, "newest page, JSON", |_| "/api/documents".to_owned())?;
    measure(&mut connection, "overview", |_| "/".to_owned())?;
    measure(&mut connection, "a page in the middle, JSON", |turn| {
        format!("/api/documents?before={}", any(turn))
    })?;
    measure(&mut connection, "a page in the middle, HTML", |turn| {
        format!("/documents?before={}", any(turn))
    })?;
    measure(&mut connection, "a document, HTML", |turn| format!("/documents/{}", id_of(any(turn))))?;
    measure(&mut connection, "a document, JSON", |turn| format!("/api/documents/{}", id_of(any(turn))))?;
    measure(&mut connection, "a chain, HTML", |turn| format!("/session?session={}", session_of(any(turn))))?;
    for view in ["table", "graph", "timeline"] {
        let name = format!("a jump in a chain of {STEPS}, {view}");
        let path =
            |turn| format!("/session?session={LONG}&view={view}&row={}", chance.hash_one(turn) % STEPS + 1);
        measure(&mut connection, &name, path)?;
    }
    measure(&mut connection, "a step of it, with its words", |turn| {
        format!("/session?session={LONG}&step={}", chance.hash_one(turn) % STEPS + 1)
    })?;
    measure(&mut connection, "sessions, HTML", |_| "/sessions".to_owned())?;
    let search = |word: &str| format!("/api/documents?q={word}");
    measure(&mut connection, "search, a word of one document", |turn| search(&word_of(any(turn))))?;
    measure(&mut connection, "search, a word of all", |_| search("run"))?;
    measure(&mut connection, "search, Korean, of a ninth", |_| search("%EB%B3%B4%EA%B3%A0"))?;
    measure(&mut connection, "search, a word of none", |_| search("nowhere"))?;
    measure(&mut connection, "search, HTML", |turn| format!("/documents?q={}", word_of(any(turn))))?;
    measure(&mut connection, "one format", |_| "/api/documents?format=5.1".to_owned())?;
    measure(&mut connection, "one state", |_| "/api/documents?state=failed".to_owned())?;
    measure(&mut connection, "critical findings", |_| "/api/documents?severity=critical".to_owned())?;
    measure(&mut connection, "one session", |turn| {
        format!("/api/documents?session={}", session_of(any(turn)))
    })?;
    measure(&mut connection, "one day, long ago", |_| "/api/documents?to=2026-09-21".to_owned())?;
    measure(&mut connection, "a day to come", |_| "/api/documents?from=2099-01-01".to_owned())?;
    measure(&mut connection, "pinned, of which there are none", |_| "/api/documents?pinned=true".to_owned())?;
    measure(&mut connection, "health, HTML", |_| "/harmony".to_owned())?;
    measure(&mut connection, "health of a gate, HTML", |_| "/harmony?gate=9".to_owned())?;
    measure(&mut connection, "a pattern, HTML", |_| "/harmony?format=5.1&rule=missing-score".to_owned())?;
    measure(&mut connection, "inbox, HTML", |_| "/inbox".to_owned())?;
    measure(&mut connection, "inbox, one kind", |_| "/inbox?kind=contradicted".to_owned())?;
    measure(&mut connection, "verdicts, HTML", |_| "/verdicts".to_owned())?;
    measure(&mut connection, "a work item, HTML", |turn| format!("/verdicts?task={}", task_of(any(turn))))?;
    measure(&mut connection, "quarantines, HTML", |_| "/quarantine".to_owned())?;
    ask_for_decisions(&mut connection, records)?;
    memory(server.child.id());
    Ok(())
}

fn ask_for_decisions(connection: &mut Connection, records: u64) -> Result<()> {
    let newest: serde_json::Value = serde_json::from_slice(&ask(connection, "/api/decisions")?)?;
    let newest = newest["records"][0]["number"].as_u64().unwrap_or_default();
    let chance = RandomState::new();
    // Logs follow each other, as their documents do; each has a place for many records.
    let place =
        |turn: u64| newest - chance.hash_one(turn) % (records.div_ceil(1_000).max(1) << 18).min(newest + 1);
    let task = |turn: u64| decisions::task_of(chance.hash_one(turn) % decisions::tasks(records).max(1));
    measure(connection, "decisions, HTML", |_| "/decisions".to_owned())?;
    measure(connection, "decisions of an actor, HTML", |turn| {
        format!("/decisions?actor=actor-{}", turn % 30)
    })?;
    measure(connection, "jumps that were denied, JSON", |_| {
        "/api/decisions?finding=state-jump&class=DENY".to_owned()
    })?;
    measure(connection, "nobody's decisions of a task, JSON", |turn| {
        format!("/api/decisions?task={}&level=L3_RUNTIME_HOOK_EVIDENCE&signals=4", task(turn))
    })?;
    measure(connection, "decisions in the middle, HTML", |turn| {
        format!("/decisions?before={}", place(turn))
    })?;
    measure(connection, "the trail of a task, HTML", |turn| format!("/decisions?task={}", task(turn)))
}

fn make(file: &std::path::Path, count: u64, records: u64) -> Result<()> {
    let store = SqliteStore::open(file, 1).map_err(Error::other)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let start = Instant::now();
    let report = |made: u64| {
        if made.is_multiple_of(count.div_ceil(10)) || made == count {
            println!("{made} of {count} documents, {} s", start.elapsed().as_secs());
        }
    };
    runtime.block_on(fill(&store, count, report)).map_err(Error::other)?;
    runtime.block_on(fill_chain(&store)).map_err(Error::other)?;
    println!("stored in {:.1} s", start.elapsed().as_secs_f32());
    let start = Instant::now();
    runtime.block_on(decisions::fill(&store, records)).map_err(Error::other)?;
    println!("{records} decision records in {:.1} s", start.elapsed().as_secs_f32());
    let start = Instant::now();
    let query = ListQuery { text: Some("nowhere".to_owned()), ..ListQuery::default() };
    while runtime.block_on(store.list(query.clone())).map_err(Error::other)?.not_searched > 0 {}
    println!("searchable {:.1} s later", start.elapsed().as_secs_f32());
    drop(store);
    let size = |path: &std::path::Path| path.metadata().map_or(0, |metadata| metadata.len()) / (1024 * 1024);
    let index = file.with_file_name("harmony.sqlite-search");
    let words: u64 = std::fs::read_dir(index)?.flatten().map(|entry| size(&entry.path())).sum();
    println!("store {} MB, search index {words} MB, {OF_SESSION} documents of each session", size(file));
    Ok(())
}

/// A chain with more steps than a page shows, in the form of an orchestrator.
async fn fill_chain(store: &dyn Store) -> std::result::Result<(), StoreError> {
    let row = |number: u64| {
        let waits = if number == 1 { "--".to_owned() } else { format!("#{}", number - 1) };
        format!("| {number} | code/ | opus | part {number} | {waits} | pending |\n")
    };
    let rows: String = (1..=STEPS).map(row).collect();
    let head = "| # | Action | Model | Key Inputs | Waits For | Status |\n|---|---|---|---|---|---|\n";
    let plan = format!("## Chain: A long one\n\n**Request:** All of it\n\n{head}{rows}\nExecute?\n");
    let steps = (1..=STEPS / 2).flat_map(|number| {
        let next = number + 1;
        [
            format!("Spawning Step {number}: code/ (opus)\n"),
            format!(
                ">> Step {number} complete: code/ -- Part {number} is there. Continuing to Step {next}...\n"
            ),
        ]
    });
    let texts: Vec<String> = std::iter::once(plan).chain(steps).collect();
    for batch in texts.chunks(256) {
        let incoming = |text: &String| Incoming {
            identity: Identity::of_key(text),
            source: Source { session: Some(LONG.to_owned()), ..Source::default() },
            raw: text.clone().into(),
        };
        store.append(batch.iter().map(|text| read(incoming(text), 0)).collect()).await?;
    }
    Ok(())
}

fn measure(connection: &mut Connection, name: &str, path: impl Fn(u64) -> String) -> Result<()> {
    let mut times = Vec::new();
    let mut bytes = 0;
    for turn in 0..ASKED {
        let path = path(turn);
        let start = Instant::now();
        bytes = bytes.max(ask(connection, &path)?.len());
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let last = times.last().copied().unwrap_or_default();
    println!("{name:<38} {:>9.2} {:>9.2} {:>9.2} {bytes:>10}", ms(at(50)), ms(at(99)), ms(last));
    Ok(())
}

fn ask(connection: &mut Connection, path: &str) -> Result<Vec<u8>> {
    match connection.get(path)? {
        (200, body) => Ok(body),
        (status, body) => Err(Error::other(format!("{path}: {status}: {}", String::from_utf8_lossy(&body)))),
    }
}

/// According to the kernel.
fn memory(process: u32) {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) else { return };
    for line in status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM")) {
        println!("{line}");
    }
}
