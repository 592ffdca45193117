//! Measures how fast a long transcript is read, compared with parsing its JSON alone in the same run, and how much memory
//! that takes.
//!
//! `HARMONY_TRANSCRIPT_MB=20 cargo bench -p server --bench transcript` uses a smaller file than the default of 200 MB.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use server::ingest::reader::{Growing, Kind, LinePosition, Lines};
use server::ingest::{self, Incoming};
use server::store::Identity;
use tempfile::TempDir;

struct Transcript {
    path: PathBuf,
    bytes: u64,
    _folder: TempDir,
}

static TRANSCRIPT: LazyLock<Transcript> =
    LazyLock::new(|| write().expect("the temporary folder takes a file"));

const REPORT: &str = "# Review Report: the store

## Verdict: NEEDS_CHANGES
## Score: 74%

## Summary

Two of the writers do not share a transaction.

## Findings

| # | File | Line | Severity | Description | Suggestion |
|---|------|------|----------|-------------|------------|
| 1 | src/store/writer.rs | 88 | high | A commit per document | Gather what waits |
| 2 | src/store/reader.rs | 12 | low | A name that says nothing | Call it `question` |
";

fn main() {
    let Transcript { path, bytes, .. } = &*TRANSCRIPT;
    let (documents, lines) = read(path);
    println!("{} MB, {lines} lines, {documents} messages with a format", bytes / 1_000_000);
    println!("peak memory after reading it once: {}", peak_memory().unwrap_or_else(|| "unknown".to_owned()));
    divan::main();
}

/// Everything but storing the documents.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn messages(bencher: Bencher) {
    bencher.counter(BytesCount::new(TRANSCRIPT.bytes)).bench(|| read(black_box(&TRANSCRIPT.path)));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn serde_json_to_values(bencher: Bencher) {
    bencher
        .counter(BytesCount::new(TRANSCRIPT.bytes))
        .bench(|| each_line(&TRANSCRIPT.path, |line| drop(black_box(serde_json::from_slice::<Value>(line)))));
}

/// The minimum: checks the JSON and builds nothing.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn serde_json_to_nothing(bencher: Bencher) {
    bencher.counter(BytesCount::new(TRANSCRIPT.bytes)).bench(|| {
        each_line(&TRANSCRIPT.path, |line| drop(black_box(serde_json::from_slice::<IgnoredAny>(line))))
    });
}

fn read(path: &Path) -> (u64, u64) {
    let mut input = BufReader::with_capacity(1024 * 1024, File::open(path).expect("it was written"));
    let kind = Kind::of("session.jsonl", input.fill_buf().expect("it can be read"));
    let mut growing = Growing::of(kind, "session.jsonl").expect("it is a transcript");
    let mut lines = Lines::at(LinePosition::default(), input);
    let mut documents = 0;
    while let Some(piece) = growing.next(&mut lines).expect("it can be read") {
        black_box(growing.facts(1_000));
        if !piece.is_kept() {
            continue;
        }
        let identity = Identity::of_key(&piece.key().unwrap_or_default());
        let incoming = Incoming { identity, source: piece.source, raw: piece.raw.into() };
        documents += u64::from(!black_box(ingest::read(incoming, 0)).head.blocks.is_empty());
    }
    (documents, lines.place().line)
}

fn each_line(path: &Path, mut take: impl FnMut(&[u8])) {
    let mut input = BufReader::with_capacity(1024 * 1024, File::open(path).expect("it was written"));
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).expect("it can be read") > 0 {
        take(&line);
        line.clear();
    }
}

/// A typical session: prose, and calls of tools with their input and, twice, their results.
fn write() -> io::Result<Transcript> {
    let megabytes: u64 =
        env::var("HARMONY_TRANSCRIPT_MB").ok().and_then(|written| written.parse().ok()).unwrap_or(200);
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("session.jsonl");
    let mut out = BufWriter::new(File::create(&path)?);
    let code = "    let answered = self.questions.ask(|store| store.newest(\"seq\"))?;\n".repeat(120);
    let prose =
        "I read the writer and its callers; the queue is bounded, and each job answers once. ".repeat(8);
    let mut turn = 0_u64;
    while fs::metadata(&path)?.len() < megabytes * 1_000_000 {
        turn += 1;
        let words = if turn.is_multiple_of(40) { REPORT.to_owned() } else { format!("{turn}: {prose}") };
        let call = format!("call_{turn}");
        let used = json!({ "type": "tool_use", "id": call, "name": "Edit", "input": { "file": "src/a.rs", "old": code, "new": code } });
        let answer = json!({ "type": "tool_result", "tool_use_id": call, "content": code });
        let assistant = |part: &str, block: Value| {
            let message = json!({ "id": format!("msg_{turn}"), "role": "assistant", "content": [block], "usage": { "input_tokens": 12_000, "output_tokens": 300 } });
            line("assistant", turn, part, message)
        };
        serde_json::to_writer(&mut out, &assistant("a", json!({ "type": "text", "text": words })))?;
        out.write_all(b"\n")?;
        serde_json::to_writer(&mut out, &assistant("b", used))?;
        out.write_all(b"\n")?;
        let mut answered = line("user", turn, "c", json!({ "role": "user", "content": [answer] }));
        answered["toolUseResult"] = json!({ "stdout": code, "interrupted": false });
        serde_json::to_writer(&mut out, &answered)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    let bytes = fs::metadata(&path)?.len();
    Ok(Transcript { path, bytes, _folder: folder })
}

fn line(kind: &str, turn: u64, part: &str, message: Value) -> Value {
    json!({
        "parentUuid": format!("{turn}-parent"), "isSidechain": false, "cwd": "/home/ada/billing",
        "sessionId": "night-42", "version": "2.0.1", "gitBranch": "main", "type": kind, "message": message,
        "uuid": format!("{turn}-{part}"), "timestamp": "2026-11-20T05:46:00.120Z",
    })
}

/// Returns the peak memory of this process according to the system.
fn peak_memory() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().to_owned())
}
