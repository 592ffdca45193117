//! Damages documents for some minutes, and looks for one that violates an invariant.

use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

use app::fix::apply_fixes;
use app::text::Text;
use probe::documents::Document;
use probe::invariants::{diagnostics, read};
use probe::mutation::{Random, damaged};

use super::trial::{Fixing, Seen, be_quiet, try_text};

/// The time limit of a trial, over a hundred times what any text of this length needs, even on a busy machine.
const LONGEST_TRIAL: Duration = Duration::from_secs(10);
/// Rounds of fixing that are printed.
const ROUNDS: usize = 4;
/// The time spent on shrinking a failing text.
const SHRINKING: Duration = Duration::from_secs(20);

/// A family of texts.
struct Target {
    name: &'static str,
    /// Whether a fixture belongs to the family.
    holds: fn(&Document) -> bool,
    fixing: Fixing,
}

const TARGETS: &[Target] = &[
    Target { name: "scan", holds: |_| true, fixing: Fixing::Ends },
    Target {
        name: "tables",
        holds: |document| is_markdown(document) && has(document, "|--"),
        fixing: Fixing::Ends,
    },
    Target {
        name: "reports",
        holds: |document| is_markdown(document) && opens_with(document, "# "),
        fixing: Fixing::Ends,
    },
    Target {
        name: "announcements",
        holds: |document| {
            is_markdown(document) && !opens_with(document, "# ") && document.bytes.len() < 4_000
        },
        fixing: Fixing::Ends,
    },
    Target { name: "gate", holds: |document| document.name.starts_with("reaper_"), fixing: Fixing::Ends },
    Target { name: "decisions", holds: |document| document.name.starts_with("v36_"), fixing: Fixing::Ends },
    Target {
        name: "delegate",
        holds: |document| document.name.starts_with("delegate"),
        fixing: Fixing::Ends,
    },
    Target { name: "repair", holds: |_| true, fixing: Fixing::Ends },
];

fn is_markdown(document: &Document) -> bool {
    document.name.ends_with(".md")
}

fn has(document: &Document, words: &str) -> bool {
    String::from_utf8_lossy(&document.bytes).contains(words)
}

fn opens_with(document: &Document, words: &str) -> bool {
    document.bytes.starts_with(words.as_bytes())
}

pub struct Options {
    pub minutes: f64,
    pub target: Option<String>,
    pub seed: u64,
}

/// Tries one text that failed before.
pub fn again(file: &Path) -> std::io::Result<ExitCode> {
    let bytes = fs::read(file)?;
    be_quiet();
    Ok(match try_text(&bytes, Fixing::Ends) {
        Ok(seen) => {
            println!("everything holds: {seen:?}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            println!("{message}");
            print_fixing(&bytes);
            ExitCode::FAILURE
        }
    })
}

/// Prints the text after each round of fixes.
fn print_fixing(bytes: &[u8]) {
    let mut source = Text::from_bytes(bytes).source().to_owned();
    for round in 1..=ROUNDS {
        println!("-- round {round}: {source:?}");
        let blocks = read(&source);
        for found in diagnostics(&blocks) {
            let fix = found
                .fix
                .as_ref()
                .map(|edit| format!(": {:?} for {}..{}", edit.insert, edit.span.start, edit.span.end));
            println!(
                "   {} at {}..{}{}",
                found.rule.id,
                found.span.start,
                found.span.end,
                fix.unwrap_or_default()
            );
        }
        let fixed = apply_fixes(&source, diagnostics(&blocks));
        if fixed == source {
            break;
        }
        source = fixed;
    }
}

pub fn run(fixtures: Vec<Document>, options: &Options, folder: &Path) -> ExitCode {
    be_quiet();
    let chosen: Vec<&Target> = TARGETS
        .iter()
        .filter(|target| options.target.as_ref().is_none_or(|name| name == target.name))
        .collect();
    if chosen.is_empty() {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("there is no such target; known are {}", names.join(", "));
        return ExitCode::from(2);
    }
    let each = Duration::from_secs_f64(options.minutes * 60.0 / chosen.len() as f64);
    let mut failed = false;
    for target in chosen {
        let documents: Vec<Document> = fixtures
            .iter()
            .filter(|document| (target.holds)(document))
            .map(|document| Document { name: document.name.clone(), bytes: document.bytes.clone() })
            .collect();
        let Some(finding) = try_target(target, &documents, options.seed, each) else { continue };
        failed = true;
        let message: String = finding.message.chars().take(2_000).collect();
        let file = folder.join(format!("{}-{}.txt", target.name, options.seed));
        match fs::create_dir_all(folder).and_then(|()| fs::write(&file, &finding.bytes)) {
            Ok(()) => {
                println!("FAILED {}: {message}\n  cargo xtask fuzz --again {}", target.name, file.display())
            }
            Err(error) => println!("FAILED {}: {message}\n  (not written: {error})", target.name),
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

struct Finding {
    bytes: Vec<u8>,
    message: String,
}

/// The text of the current trial, and when the trial started.
type Current = Mutex<Option<(Instant, Vec<u8>)>>;

fn try_target(target: &Target, documents: &[Document], seed: u64, time: Duration) -> Option<Finding> {
    let current: Current = Mutex::new(None);
    let started = Instant::now();
    let finding = thread::scope(|scope| {
        let trial = scope.spawn(|| try_until(target, documents, seed, started + time, &current));
        while !trial.is_finished() {
            thread::sleep(Duration::from_millis(50));
            let stuck = current.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some((_, bytes)) = stuck.filter(|(since, _)| since.elapsed() > LONGEST_TRIAL) {
                report_hang(target, &bytes);
            }
        }
        trial.join().unwrap_or(None)
    })?;
    Some(shrunk(finding, target.fixing))
}

/// Reports a trial that doesn't end, and exits, since the trial can't be stopped.
fn report_hang(target: &Target, bytes: &[u8]) {
    let file = std::env::temp_dir().join(format!("probe-hang-{}.txt", target.name));
    let written =
        fs::write(&file, bytes).map_or_else(|error| error.to_string(), |()| file.display().to_string());
    println!("FAILED {}: a text takes more than {LONGEST_TRIAL:?} ({written})", target.name);
    std::process::exit(1);
}

fn try_until(
    target: &Target,
    documents: &[Document],
    seed: u64,
    end: Instant,
    current: &Current,
) -> Option<Finding> {
    let mut total = Seen::default();
    let (mut tried, mut slowest) = (0_u64, Duration::ZERO);
    let mut finding = None;
    while Instant::now() < end && finding.is_none() {
        // Each text depends on the seed and its number alone.
        let mut random = Random::new(seed.rotate_left(40) ^ tried);
        let bytes = damaged(documents, &mut random);
        let since = Instant::now();
        current.lock().unwrap_or_else(PoisonError::into_inner).replace((since, bytes.clone()));
        match try_text(&bytes, target.fixing) {
            Ok(seen) => total.add(seen),
            Err(message) => finding = Some(Finding { bytes, message }),
        }
        slowest = slowest.max(since.elapsed());
        tried += 1;
    }
    current.lock().unwrap_or_else(PoisonError::into_inner).take();
    println!(
        "{:<14} {tried} texts of {} fixtures, {} bytes, {} blocks, {} rows, {} fixes; the slowest took {:.0} ms",
        target.name,
        documents.len(),
        total.bytes,
        total.blocks,
        total.rows,
        total.fixes,
        slowest.as_secs_f64() * 1e3,
    );
    finding
}

/// Shrinks the text of a finding: removes smaller and smaller pieces, as long as an invariant is still violated at the
/// same place.
fn shrunk(mut finding: Finding, fixing: Fixing) -> Finding {
    let place = |message: &str| message.split(": ").next().unwrap_or_default().to_owned();
    let wanted = place(&finding.message);
    let end = Instant::now() + SHRINKING;
    let mut length = finding.bytes.len() / 2;
    while length > 0 {
        let mut at = 0;
        while at < finding.bytes.len() && Instant::now() < end {
            let mut smaller = finding.bytes.clone();
            smaller.drain(at..smaller.len().min(at + length));
            match try_text(&smaller, fixing) {
                Err(message) if place(&message) == wanted => finding = Finding { bytes: smaller, message },
                _ => at += length,
            }
        }
        length /= 2;
    }
    finding
}
