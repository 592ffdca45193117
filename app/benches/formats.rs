//! What formats of a team cost: the time to read 1,000 documents with none, with 50 and with 500.
//!
//! The catalogs take turns, so that a machine that is busy for a while slows down all of them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use app::catalog::{Catalog, compile};
use app::formats::FORMATS;
use app::scan::Blocks;
use app::text::Text;
use mimalloc::MiMalloc;

const DOCUMENTS: usize = 1_000;
const ROUNDS: usize = 15;
/// How many formats, and the most that they may cost: times of none.
const LIMITS: [(usize, f64); 3] = [(0, 1.0), (50, 1.5), (500, 3.0)];

/// That of the server.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// A format in Markdown, one in JSON and one of lines, in turn; all of a kind begin alike.
fn declaration(number: usize) -> String {
    match number % 3 {
        0 => format!(
            "name = \"Report {number}\"\nheading = [\"Report of team {number}\", \"Team report {number}\"]\ngate = \"Gate {number}\"\n\
             [fields]\ntitle = {{ title = true }}\nstatus = {{ label = \"Status\", words = [\"done\", \"open\"] }}\n\
             summary = {{ section = \"Summary\" }}\n"
        ),
        1 => format!(
            "name = \"Answer {number}\"\nkeys = [\"id\", \"status\", \"answer_{number}\"]\n\
             [fields]\nid = {{}}\nstatus = {{}}\nanswer_{number} = {{}}\n"
        ),
        _ => format!(
            "name = \"Event {number}\"\nline = '^EVENT-{number} (?<what>\\w+): (?<words>.*)$'\n\
             [fields]\nwhat = {{ required = true }}\nwords = {{}}\n"
        ),
    }
}

/// A document of a declared format.
fn document(number: usize) -> String {
    match number % 3 {
        0 => format!(
            "# Report of team {number}: a\n\n**Status:** done\n\n## Summary\n\nIt was done in time.\n"
        ),
        1 => format!("{{\"id\": \"a\", \"status\": \"done\", \"answer_{number}\": \"b\"}}\n"),
        _ => format!(
            "The log says:\n\nEVENT-{number} deployed: all went well\nEVENT deployed: nothing else did\n"
        ),
    }
}

/// The examples of the built-in formats, and every tenth document one of the first 50 that a team declares.
fn documents() -> Vec<Text> {
    let examples: Vec<&str> = FORMATS.iter().map(|room| room.spec.example).collect();
    let source = |number: usize| match number % 10 {
        0 => document(number / 10 % 50),
        _ => examples.get(number % examples.len()).copied().unwrap_or_default().to_owned(),
    };
    (0..DOCUMENTS).map(|number| Text::new(source(number))).collect()
}

fn catalog(formats: usize) -> Catalog {
    let declared = (0..formats).filter_map(|number| compile(&declaration(number)).ok()).collect();
    let catalog = Catalog::with(declared);
    assert_eq!(catalog.rooms().len(), FORMATS.len() + formats, "a declaration of this program is wrong");
    catalog
}

fn read(catalog: &Catalog, documents: &[Text]) -> (Duration, usize) {
    let start = Instant::now();
    let blocks =
        documents.iter().map(|text| black_box(Blocks::by(catalog, text, None).read_all()).len()).sum();
    (start.elapsed(), blocks)
}

fn main() {
    let documents = documents();
    let bytes: usize = documents.iter().map(|text| text.source().len()).sum();
    println!("formats: {DOCUMENTS} documents of {} KB, the fastest of {ROUNDS} rounds", bytes / 1000);
    let catalogs = LIMITS.map(|(formats, limit)| (formats, limit, catalog(formats)));
    let mut fastest = LIMITS.map(|_| (Duration::MAX, 0));
    for _ in 0..ROUNDS {
        for ((_, _, catalog), fastest) in catalogs.iter().zip(&mut fastest) {
            *fastest = read(catalog, &documents).min(*fastest);
        }
    }
    let [(none, _), ..] = fastest;
    for ((formats, limit, _), (time, blocks)) in catalogs.iter().zip(fastest) {
        let ratio = time.as_secs_f64() / none.as_secs_f64();
        let verdict = if ratio <= *limit { "within" } else { "over" };
        println!(
            "formats: {formats:>3} of a team {:>7.2} ms, {blocks} blocks, {ratio:.2} times none, {verdict} the limit of {limit}",
            time.as_secs_f64() * 1e3
        );
    }
}
