//! The rules of the house that no type can hold: what the sources of this crate must never say.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Lines of code under `app/src/<folder>` that hold one of the words.
fn lines_with(folder: &str, words: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(!files.is_empty(), "nothing was looked at under {}", root.display());
    let mut found = Vec::new();
    for file in files {
        let source = fs::read_to_string(&file).expect("UTF-8 sources");
        let code = source.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
        let guilty = code.filter(|(_, line)| words.iter().any(|word| line.contains(word)));
        found.extend(
            guilty.map(|(number, line)| format!("{}:{}: {}", file.display(), number + 1, line.trim())),
        );
    }
    found
}

#[test]
fn no_string_becomes_html() {
    assert_eq!(lines_with("", &["inner_html", "set_outer_html", "insert_adjacent_html"]), [""; 0]);
}

#[test]
fn reading_knows_no_clock_no_files_and_no_chance() {
    let words =
        ["std::fs", "std::env", "std::net", "SystemTime", "Instant::now", "std::process", "thread_rng"];
    assert_eq!(lines_with("", &words), [""; 0]);
}

#[test]
fn rooms_never_import_rooms() {
    let formats = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/formats");
    let rooms =
        fs::read_dir(&formats).expect("a readable folder").map(|entry| entry.expect("a readable entry"));
    let rooms: Vec<_> = rooms.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name()).collect();
    assert!(!rooms.is_empty());
    for room in &rooms {
        let room = room.to_string_lossy();
        let others = rooms.iter().map(|other| other.to_string_lossy()).filter(|other| *other != room);
        let words: Vec<_> = others.map(|other| format!("formats::{other}")).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        assert_eq!(lines_with(&format!("formats/{room}"), &words), [""; 0]);
    }
}

#[test]
fn reading_knows_no_screen() {
    for folder in ["markdown", "reading", "text", "diagnostic"] {
        assert_eq!(lines_with(folder, &["leptos", "web_sys", "crate::ui", "crate::pages"]), [""; 0]);
    }
}

/// A list that a viewer draws by itself may have as many rows as fit into a text.
#[test]
fn lists_of_viewers_are_bounded() {
    for folder in ["formats", "chain", "gate", "delegate"] {
        assert_eq!(lines_with(folder, &["collect_view"]), [""; 0], "see `ui::paged` and `ui::few`");
    }
}
