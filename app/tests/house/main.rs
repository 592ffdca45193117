//! The rules of the house that no type can hold: what the sources of this crate must never say, and what may name what.

mod graph;
mod sources;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use graph::{Graph, circles};
use sources::{Places, Source, sources};

static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(sources);

/// From the lowest layer to the highest: a module names those of its own layer and below.
const LAYERS: &[&[&str]] =
    &[&["text"], &["json", "markdown"], &["reading"], &["formats"], &["ui"], &["pages"]];
/// Files that hang together in one circle. To be lowered as circles are dissolved.
const LARGEST_CIRCLE_OF_FILES: usize = 23;
/// Top-level modules that hang together in one circle. To be lowered as circles are dissolved.
const LARGEST_CIRCLE_OF_MODULES: usize = 30;
/// Pairs of layers where the lower still names the higher. To be emptied.
const UPWARD: &[(&str, &str)] = &[("formats", "ui"), ("json", "reading")];

/// The files that name one of these, by path or by a single name.
fn naming<'s>(sources: impl Iterator<Item = &'s Source>, is_guilty: impl Fn(&str) -> bool) -> Vec<String> {
    let guilty = |source: &Source| {
        let paths = source.paths.iter().map(|path| path.join("::"));
        let names: Vec<String> =
            paths.chain(source.idents.iter().cloned()).filter(|name| is_guilty(name)).collect();
        (!names.is_empty()).then(|| format!("{}: {}", source.module.join("::"), names.join(", ")))
    };
    sources.filter_map(guilty).collect()
}

fn is_below(name: &str, forbidden: &str) -> bool {
    name.strip_prefix(forbidden).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[test]
fn no_string_becomes_html() {
    let words = ["inner_html", "set_inner_html", "set_outer_html", "insert_adjacent_html"];
    assert_eq!(naming(SOURCES.iter(), |name| words.contains(&name)), [""; 0]);
}

#[test]
fn reading_knows_no_clock_no_files_and_no_chance() {
    let words = [
        "std::fs", "std::env", "std::net", "std::process", "std::time::SystemTime", "std::time::Instant",
        "SystemTime", "thread_rng", "rand",
    ];
    assert_eq!(naming(SOURCES.iter(), |name| words.iter().any(|word| is_below(name, word))), [""; 0]);
}

#[test]
fn reading_knows_no_screen() {
    let lower = ["text", "json", "markdown", "reading", "diagnostic"];
    let is_lower =
        |source: &&Source| source.module.first().is_some_and(|name| lower.contains(&name.as_str()));
    let sources = SOURCES.iter().filter(is_lower);
    let screen = ["leptos", "web_sys", "crate::ui", "crate::pages"];
    assert_eq!(naming(sources, |name| screen.iter().any(|word| is_below(name, word))), [""; 0]);
}

/// A list that a viewer draws by itself may have as many rows as fit into a text.
#[test]
fn lists_of_viewers_are_bounded() {
    let viewing = ["formats", "chain", "gate", "delegate"];
    let is_viewing =
        |source: &&Source| source.module.first().is_some_and(|name| viewing.contains(&name.as_str()));
    let sources = SOURCES.iter().filter(is_viewing);
    assert_eq!(naming(sources, |name| name == "collect_view"), [""; 0], "see `ui::paged` and `ui::few`");
}

/// The room that a module lies in.
fn room_of(module: &[String]) -> Option<&str> {
    let [formats, room, ..] = module else { return None };
    (formats == "formats").then_some(room)
}

#[test]
fn rooms_never_import_rooms() {
    let places = Places::of(&SOURCES);
    let rooms: BTreeSet<&str> = SOURCES.iter().filter_map(|source| room_of(&source.module)).collect();
    assert!(rooms.len() > 30, "{rooms:?}");
    let mut found = Vec::new();
    for source in SOURCES.iter() {
        let Some(room) = room_of(&source.module) else { continue };
        for path in &source.paths {
            let other = places.module_of(path).and_then(|other| room_of(&other.module));
            if other.is_some_and(|other| other != room) {
                found.push(format!("{}: {}", source.module.join("::"), path.join("::")));
            }
        }
    }
    assert_eq!(found, [""; 0]);
}

/// What names what: from the node of a module to those of the modules that it names.
///
/// A module names its children by nature, as whatever puts them together: that ties no knot.
fn graph_of(node: impl Fn(&[String]) -> String) -> Graph {
    let places = Places::of(&SOURCES);
    let mut graph = Graph::new();
    for source in SOURCES.iter() {
        let from = node(&source.module);
        let named = source.paths.iter().filter_map(|path| places.module_of(path));
        let named = named.filter(|other| !other.module.starts_with(&source.module));
        let named = named.map(|other| node(&other.module)).filter(|other| *other != from);
        let named: BTreeSet<String> = named.collect();
        graph.entry(from).or_default().extend(named);
    }
    graph
}

#[test]
fn few_files_name_each_other_in_a_circle() {
    let circles = circles(&graph_of(|module| module.join("::")));
    let sizes: Vec<usize> = circles.iter().map(BTreeSet::len).collect();
    println!("circles of files: {sizes:?}");
    let largest = circles.first().cloned().unwrap_or_default();
    assert!(largest.len() <= LARGEST_CIRCLE_OF_FILES, "{} files: {largest:#?}", largest.len());
}

#[test]
fn few_modules_name_each_other_in_a_circle() {
    let graph = graph_of(|module| module.first().cloned().unwrap_or_default());
    let circles = circles(&graph);
    println!("circles of modules: {circles:?}");
    let largest = circles.first().cloned().unwrap_or_default();
    assert!(largest.len() <= LARGEST_CIRCLE_OF_MODULES, "{} modules: {largest:?}", largest.len());
}

/// The layer of a module, and by which name it is known there.
fn layer(module: &[String]) -> Option<(usize, &str)> {
    let name = module.first().map(String::as_str)?;
    // A room's viewer is a part of the screen.
    let name =
        if name == "formats" && module.get(2).is_some_and(|name| name == "view") { "ui" } else { name };
    LAYERS.iter().position(|names| names.contains(&name)).map(|layer| (layer, name))
}

#[test]
fn layers_name_only_what_is_below_them() {
    let places = Places::of(&SOURCES);
    let mut found = BTreeSet::new();
    for source in SOURCES.iter() {
        let Some((own, name)) = layer(&source.module) else { continue };
        for path in &source.paths {
            let other = places.module_of(path).and_then(|other| layer(&other.module));
            let Some((_, other)) = other.filter(|(other, _)| own < *other) else { continue };
            if !UPWARD.contains(&(name, other)) {
                found.insert(format!("{} names {}", source.module.join("::"), path.join("::")));
            }
        }
    }
    assert_eq!(found, BTreeSet::new());
}
