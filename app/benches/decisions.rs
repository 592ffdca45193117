//! Judging and reading decision records, side by side with a general reader and a validator of their schema.
//!
//! All three get the same lines. Judging and validating must agree on each of them. Judging must be as fast as validating
//! at least, and reading them whole as one log at least 0.6 times as fast.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use app::formats::V36Decision;
use app::scan;
use app::text::Text;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use jsonschema::Validator;
use mimalloc::MiMalloc;
use serde_json::Value;

/// That of the server.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const SCHEMA: &str = include_str!("../src/formats/v36_decision/schema.json");
const RECORDS: usize = 10_000;

static LINES: LazyLock<Vec<String>> = LazyLock::new(lines);

static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| {
    let schema = serde_json::from_str(SCHEMA).expect("a schema");
    jsonschema::options().should_validate_formats(true).build(&schema).expect("a valid schema")
});

fn main() {
    let bytes: usize = LINES.iter().map(String::len).sum();
    let valid = LINES.iter().filter(|line| is_valid(line)).count();
    assert!(LINES.iter().all(|line| V36Decision::conforms(line) == is_valid(line)), "both judge alike");
    println!("{RECORDS} records, {valid} of them valid, {} bytes each", bytes / RECORDS);
    divan::main();
}

/// The lines of the fixtures, over and over. Each fixture is a log of its own, so in each round its records name other tasks,
/// and none repeats another's.
fn lines() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/formats/v36_decision/fixtures");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("fixtures").flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
    let logs: Vec<String> = files.iter().map(|file| fs::read_to_string(file).expect("a fixture")).collect();
    let renamed = |(number, log): (usize, &String)| {
        let name = format!("\"task-{number:05}");
        let records = log.lines().filter(|line| line.starts_with('{'));
        records.map(|record| record.replace("\"task-", &name)).collect::<Vec<_>>()
    };
    logs.iter().cycle().enumerate().flat_map(renamed).take(RECORDS).collect()
}

fn is_valid(line: &str) -> bool {
    serde_json::from_str::<Value>(line).is_ok_and(|record| VALIDATOR.is_valid(&record))
}

/// The verdict alone: right or wrong.
#[divan::bench]
fn judge(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(RECORDS)).bench_local(|| {
        for line in LINES.iter() {
            black_box(V36Decision::conforms(black_box(line)));
        }
    });
}

#[divan::bench]
fn serde_json_and_jsonschema(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(RECORDS)).bench_local(|| {
        for line in LINES.iter() {
            black_box(is_valid(black_box(line)));
        }
    });
}

/// Every record as the pages show it: value, coverage and diagnostics, and the checks of the log as a whole.
#[divan::bench]
fn read_whole(bencher: Bencher<'_, '_>) {
    let text = Text::new(LINES.join("\n"));
    bencher.counter(ItemsCount::new(RECORDS)).bench_local(|| black_box(scan::read(&text)));
}
