//! Formats that open at the same places: which of them is read, and what is said about it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use app::catalog::{Catalog, compile};
use app::scan::{Blocks, overlaps};
use app::text::Text;

const LEARNING: &str =
    "## Agent Learning\n\n**From:** code/ (opus)\n**Issue:** a\n**Root cause:** b\n\n**Suggested fix:** c\n";

fn format(name: &str, rest: &str) -> String {
    format!("name = \"{name}\"\n{rest}\n[fields]\nfrom = \"From\"\n")
}

fn catalog(files: &[String]) -> Catalog {
    Catalog::with(files.iter().map(|file| compile(file).unwrap()).collect())
}

/// Returns the formats that the blocks of a text are read as.
fn ids(catalog: &Catalog, source: &str) -> Vec<&'static str> {
    let text = Text::new(source);
    Blocks::by(catalog, &text, None).claims().iter().map(|claim| claim.room.spec.id).collect()
}

fn notes(catalog: &Catalog, id: &str) -> Vec<String> {
    overlaps(catalog).iter().filter_map(|overlap| overlap.of(id)).collect()
}

#[test]
fn a_built_in_format_has_precedence_unless_a_file_says_otherwise() {
    let heading = "heading = \"Agent Learning\"\nlevel = 2\n";
    let behind = catalog(&[format("Lesson", heading)]);
    assert_eq!(ids(&behind, LEARNING), ["3.2"]);
    assert_eq!(
        notes(&behind, "lesson"),
        ["3.2 Learning Surface opens at the same places, and has precedence"]
    );
    for name in ["3.2", "learning-surface"] {
        let ahead = catalog(&[format("Lesson", &format!("{heading}precedence = \"{name}\""))]);
        assert_eq!(ids(&ahead, LEARNING), ["lesson"]);
        assert_eq!(notes(&ahead, "lesson"), ["3.2 Learning Surface opens at the same places, and gives way"]);
        assert_eq!(notes(&ahead, "3.2"), ["Lesson opens at the same places, and has precedence"]);
    }
}

#[test]
fn formats_of_a_team_go_before_each_other_in_turn() {
    let files = [
        format("First", "heading = \"Note\"\nprecedence = [\"second\"]"),
        format("Second", "heading = \"Note\"\nprecedence = \"5.1\""),
    ];
    let catalog = catalog(&files);
    let place = |id: &str| catalog.specs().position(|spec| spec.id == id).unwrap();
    assert!(place("first") < place("second") && place("second") < place("5.1"));
    assert_eq!(ids(&catalog, "# Note\n\n**From:** a\n"), ["first"]);
    // In a circle some order holds.
    let circle = self::catalog(&[
        format("First", "heading = \"Note\"\nprecedence = \"second\""),
        format("Second", "heading = \"Note\"\nprecedence = \"first\""),
    ]);
    assert_eq!(ids(&circle, "# Note\n\n**From:** a\n").len(), 1);
}

#[test]
fn overlaps_of_keys_and_of_lines_are_found() {
    let few = "name = \"Few\"\nkeys = [\"id\"]\n[fields]\nid = {}\n".to_owned();
    let many = "name = \"Many\"\nkeys = [\"id\", \"at\"]\n[fields]\nid = {}\nat = {}\n".to_owned();
    let line = "name = \"Skip\"\nline = '^>> Step (?<n>\\d+) complete: second-opinion/ -- (?<why>.*)$'\n[fields]\nn = {}\nwhy = {}\n";
    let catalog = catalog(&[few, many, line.to_owned()]);
    assert_eq!(notes(&catalog, "many"), ["Few opens at the same places, and has precedence"]);
    assert_eq!(
        notes(&catalog, "skip"),
        [
            "2.3 Second Opinion Skip opens at the same places, and has precedence",
            "2.1 Step Completion opens at the same places, and has precedence"
        ]
    );
    assert_eq!(notes(&catalog, "5.1"), [""; 0]);
}

#[test]
fn headings_beyond_ascii_are_known_in_any_case() {
    let catalog = catalog(&[format("Übergabe", "heading = [\"Übergabe\", \"Ära\"]")]);
    for heading in ["# Übergabe", "# übergabe", "# Ära: a", "# 인계"] {
        let expected: &[&str] = if heading.contains('인') { &[] } else { &["übergabe"] };
        assert_eq!(ids(&catalog, &format!("{heading}\n\n**From:** a\n")), expected, "{heading}");
    }
}
