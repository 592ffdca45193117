//! How fast texts are read against what else can be done with them, over the same bytes in one run.
//!
//! `HARMONY_CORPUS=folder cargo bench -p app --bench throughput` reads the texts of that folder; without it, the
//! fixtures of all rooms are read.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use app::markdown::Outline;
use app::scan;
use app::text::Text;
use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use memchr::memchr_iter;
use mimalloc::MiMalloc;
use pulldown_cmark::{Options, Parser};

/// What a reader of a Markdown file would be shown by GitHub.
const OPTIONS: Options =
    Options::ENABLE_TABLES.union(Options::ENABLE_TASKLISTS).union(Options::ENABLE_STRIKETHROUGH);

/// That of the server.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

static TEXTS: LazyLock<Vec<Text>> = LazyLock::new(texts);

fn main() {
    let bytes: usize = TEXTS.iter().map(|text| text.source().len()).sum();
    println!("{} texts, {bytes} bytes", TEXTS.len());
    divan::main();
}

fn texts() -> Vec<Text> {
    let folder = env::var_os("HARMONY_CORPUS").map(PathBuf::from);
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/formats");
    let mut files = Vec::new();
    files_in(folder.as_deref().unwrap_or(&fixtures), &mut files);
    // The manual and the code of a room are no texts that agents write.
    files.retain(|file| folder.is_some() || file.components().any(|part| part.as_os_str() == "fixtures"));
    files.retain(|file| file.extension().is_some_and(|ending| ending != "snap"));
    files.iter().filter_map(|file| fs::read(file).ok()).map(|bytes| Text::from_bytes(&bytes)).collect()
}

fn files_in(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files_in(&path, files);
        } else {
            files.push(path);
        }
    }
}

fn each(bencher: Bencher<'_, '_>, read: impl Fn(&Text)) {
    let bytes: usize = TEXTS.iter().map(|text| text.source().len()).sum();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        for text in TEXTS.iter() {
            read(black_box(text));
        }
    });
}

#[divan::bench]
fn a_newlines(bencher: Bencher<'_, '_>) {
    each(bencher, |text| {
        black_box(memchr_iter(b'\n', text.source().as_bytes()).count());
    });
}

#[divan::bench]
fn b_pulldown_cmark_events(bencher: Bencher<'_, '_>) {
    each(bencher, |text| {
        for event in Parser::new_ext(text.source(), OPTIONS) {
            black_box(event);
        }
    });
}

#[divan::bench]
fn c_text_with_lines_and_oddities(bencher: Bencher<'_, '_>) {
    each(bencher, |text| {
        black_box(Text::from_bytes(text.source().as_bytes()));
    });
}

#[divan::bench]
fn d_outline(bencher: Bencher<'_, '_>) {
    each(bencher, |text| {
        black_box(Outline::of(text));
    });
}

/// Scan, outline, values, checks, coverage and diagnostics.
#[divan::bench]
fn e_reading(bencher: Bencher<'_, '_>) {
    each(bencher, |text| {
        black_box(scan::read(text));
    });
}

/// As above, from the bytes that came.
#[divan::bench]
fn f_reading_from_bytes(bencher: Bencher<'_, '_>) {
    each(bencher, |text| {
        black_box(scan::read(&Text::from_bytes(text.source().as_bytes())));
    });
}
