//! House rules that types can't express: what this crate's sources must not contain, and which module may use which.

mod graph;
mod sources;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use graph::{Graph, circles};
use sources::{Places, Source, sources};

static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(sources);
static PLACES: LazyLock<Places<'static>> = LazyLock::new(|| Places::of(&SOURCES));

/// All modules, from the lowest layer to the highest: a module names those of its own layer and below.
const LAYERS: &[&[&str]] = &[
    &["cookie"],
    &["language", "named", "side_by_side"],
    &["access", "declaration", "document", "query_error", "severity", "text"],
    &["diagnostic", "event", "markdown", "moves"],
    &["quarantine"],
    &["block"],
    &["reading"],
    &["json", "transcript"],
    &["recognition"],
    &["format"],
    &["log"],
    &["ui"],
    &["chain", "declared", "delegate", "evidence", "gate"],
    &["track"],
    &["formats"],
    &["catalog"],
    &["audit", "claim", "nearest", "read_as", "rule_manual", "trace", "work_item"],
    &["scan"],
    &["contract", "health", "learn", "second_opinion"],
    &["inbox"],
    &["preview", "webhook"],
    &["api"],
    &["live"],
    &["fix", "islands", "report", "scanner"],
    &["prompt"],
    &["pages"],
    &["shell"],
];
/// The largest number of files in one circle of dependencies.
const LARGEST_CIRCLE_OF_FILES: usize = 6;

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

/// A class exists for its style, so one without is a misspelling or a leftover.
#[test]
fn classes_have_styles() {
    let styles = styles(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../style"));
    let is_class = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_');
    let styled: BTreeSet<&str> =
        styles.split('.').skip(1).filter_map(|rest| rest.split(|next| !is_class(next)).next()).collect();
    let classes: BTreeSet<&str> =
        SOURCES.iter().flat_map(|source| &source.classes).map(String::as_str).collect();
    assert!(classes.len() > 200, "{classes:?}");
    assert_eq!(classes.difference(&styled).collect::<Vec<_>>(), [&""; 0]);
}

fn styles(folder: &Path) -> String {
    let entries =
        fs::read_dir(folder).expect("a readable folder").map(|entry| entry.expect("a readable entry").path());
    entries
        .map(|path| if path.is_dir() { styles(&path) } else { fs::read_to_string(path).expect("UTF-8") })
        .collect()
}

/// The room that a module lies in.
fn room_of(module: &[String]) -> Option<&str> {
    let [formats, room, ..] = module else { return None };
    (formats == "formats").then_some(room)
}

#[test]
fn rooms_never_import_rooms() {
    let rooms: BTreeSet<&str> = SOURCES.iter().filter_map(|source| room_of(&source.module)).collect();
    assert!(rooms.len() > 30, "{rooms:?}");
    let is_foreign = |(source, named): &Edge| {
        let rooms = room_of(&source.module).zip(room_of(&named.module));
        rooms.is_some_and(|(room, other)| room != other)
    };
    let found: BTreeSet<_> = definitions().into_iter().filter(is_foreign).map(names).collect();
    assert_eq!(found, BTreeSet::new());
}

/// A source, and another that it names.
type Edge = (&'static Source, &'static Source);

fn names((source, named): Edge) -> (String, String) {
    (source.module.join("::"), named.module.join("::"))
}

/// Returns the uses of one source by another. A module that uses its own children doesn't count: it assembles them.
fn edges(find: impl Fn(&[String]) -> Option<&'static Source>) -> Vec<Edge> {
    let named = |source: &'static Source| {
        source.paths.iter().filter_map(|path| Some((source, find(path)?))).collect::<Vec<_>>()
    };
    let is_no_child = |(source, named): &Edge| !named.module.starts_with(&source.module);
    SOURCES.iter().flat_map(named).filter(is_no_child).collect()
}

/// Returns the uses by where the used items are defined, through all re-exports.
fn definitions() -> Vec<Edge> {
    edges(|path| PLACES.module_of(path))
}

/// Returns the uses by the first file that each path leads to, and the re-exports.
fn imports() -> Vec<Edge> {
    let passed_on = |source: &'static Source| {
        source.passed_on().filter_map(move |path| Some((source, PLACES.file_of(path)?)))
    };
    let mut imports = edges(|path| PLACES.file_of(path));
    imports.extend(SOURCES.iter().flat_map(passed_on));
    imports
}

fn graph_of(edges: Vec<Edge>, node: impl Fn(&Source) -> String) -> Graph {
    let mut graph = Graph::new();
    let nodes = edges.into_iter().map(|(source, named)| (node(source), node(named)));
    for (from, to) in nodes.filter(|(from, to)| from != to) {
        graph.entry(from).or_default().insert(to);
    }
    graph
}

#[test]
fn few_files_name_each_other_in_a_circle() {
    for edges in [definitions(), imports()] {
        let circles = circles(&graph_of(edges, |source| source.module.join("::")));
        println!("circles of files: {:?}", circles.iter().map(BTreeSet::len).collect::<Vec<_>>());
        let largest = circles.first().cloned().unwrap_or_default();
        assert!(largest.len() <= LARGEST_CIRCLE_OF_FILES, "{} files: {largest:#?}", largest.len());
    }
}

#[test]
fn no_modules_name_each_other_in_a_circle() {
    let graph = graph_of(definitions(), |source| source.module.first().cloned().unwrap_or_default());
    assert_eq!(circles(&graph), []);
}

fn layer(source: &Source) -> usize {
    let name = source.module[0].as_str();
    let layer = LAYERS.iter().position(|names| names.contains(&name));
    layer.unwrap_or_else(|| panic!("`{name}` is in no layer"))
}

#[test]
fn layers_name_only_what_is_below_them() {
    let is_upward = |(source, named): &Edge| !source.module.is_empty() && layer(source) < layer(named);
    let upward: BTreeSet<_> = definitions().into_iter().filter(is_upward).map(names).collect();
    assert_eq!(upward, BTreeSet::new());
}
