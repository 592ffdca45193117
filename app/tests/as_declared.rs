//! The engine of declared formats is that of the built-in ones: three of them, written as files, give the same reports.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use app::catalog::{Catalog, compile_beside};
use app::formats::{FORMATS, RegisteredFormat};
use app::report;
use app::scan::Blocks;
use app::text::Text;
use serde_json::Value;

const HERE: &str = env!("CARGO_MANIFEST_DIR");
/// The built-in formats, each with its file and the folder of its room.
const FORMATS_AS_DECLARED: [(&str, &str, &str); 3] = [
    ("2.3", "second-opinion-skip", "second_opinion_skip"),
    ("3.2", "learning-surface", "learning_surface"),
    ("delegate/analysis", "analysis-response", "delegate_analysis"),
];
/// Real documents, which are not part of the repository.
const CORPUS: &str = "../../shared/corpus/documents";

/// Returns the catalog in which a file declares a format instead of the built-in one.
fn catalog(id: &str, file: &str) -> Catalog {
    let source =
        fs::read_to_string(Path::new(HERE).join(format!("tests/as_declared/{file}.format.toml"))).unwrap();
    let others: Vec<&'static RegisteredFormat> = FORMATS.iter().filter(|room| room.spec.id != id).collect();
    let declared = compile_beside(&source, &[]).unwrap_or_else(|problems| panic!("{file}: {problems:?}"));
    Catalog::of(others, vec![declared])
}

/// Returns the lines of `harmony parse --jsonl` about a format, without the words that only a manual has and the version that
/// only files have.
fn reports(catalog: &Catalog, text: &Text, id: &str) -> Vec<Value> {
    let blocks = Blocks::by(catalog, text, None).read_all();
    let of_format = blocks.iter().filter(|block| block.spec.id == id);
    of_format
        .map(|block| {
            let mut report = report::json(block);
            report.as_object_mut().unwrap().remove("version");
            for found in report["diagnostics"].as_array_mut().unwrap() {
                let found = found.as_object_mut().unwrap();
                found.retain(|key, _| !matches!(key.as_str(), "why" | "clause"));
            }
            report
        })
        .collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Compares the reports of both catalogs, and returns how many there are.
fn compare(path: &Path, id: &str, built_in: &Catalog, declared: &Catalog) -> usize {
    let text = Text::from_bytes(&fs::read(path).unwrap());
    let expected = reports(built_in, &text, id);
    let found = reports(declared, &text, id);
    assert_eq!(found, expected, "{id} in {}", path.display());
    expected.len()
}

#[test]
fn complete_fixtures_are_read_the_same() {
    let built_in = Catalog::with(Vec::new());
    for (id, file, room) in FORMATS_AS_DECLARED {
        let declared = catalog(id, file);
        let folder = Path::new(HERE).join("src/formats").join(room).join("fixtures");
        let fixtures = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let is_complete = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("complete") && path.is_file()
        };
        let fixtures: Vec<PathBuf> = fixtures.filter(is_complete).collect();
        assert!(!fixtures.is_empty(), "{id}");
        for path in fixtures {
            assert_eq!(compare(&path, id, &built_in, &declared), 1, "{id}");
        }
    }
}

#[test]
fn real_documents_are_read_the_same() {
    let corpus = Path::new(HERE).join(CORPUS);
    if !corpus.is_dir() {
        println!("skipped: {} is not there", corpus.display());
        return;
    }
    let documents = files(&corpus);
    let built_in = Catalog::with(Vec::new());
    let mut all = 0;
    for (id, file, _) in FORMATS_AS_DECLARED {
        let declared = catalog(id, file);
        let count: usize = documents.iter().map(|path| compare(path, id, &built_in, &declared)).sum();
        println!("{id}: {count} blocks in {} documents are read the same", documents.len());
        all += count;
    }
    assert!(all > 0, "no document is of one of these formats");
}

#[test]
fn members_without_a_field_are_kept_and_reported() {
    let (id, file, room) = FORMATS_AS_DECLARED[2];
    let example =
        fs::read_to_string(Path::new(HERE).join(format!("src/formats/{room}/fixtures/complete.json")))
            .unwrap();
    let changed = example.replacen('{', "{ \"effort\": {\"days\": 3}, \"rootCause\": 1,", 1);
    let text = Text::new(&changed);
    let expected = reports(&Catalog::with(Vec::new()), &text, id);
    assert_eq!(expected[0]["data"]["other_fields"]["effort"]["days"], 3);
    assert_eq!(reports(&catalog(id, file), &text, id), expected);
}
