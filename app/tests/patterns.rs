//! The regular expressions that the contract prints agree with what is recognized.

use std::collections::BTreeSet;

use app::format::Spec;
use app::formats::FORMATS;
use app::scan;
use app::text::Text;
use proptest::prelude::*;
use proptest::string::string_regex;
use proptest::test_runner::TestRunner;
use regex::Regex;

/// Formats that need more than a heading or row: `### …` matches nearly any text, and any table may start with a date.
const NEED_PROOF: [&str; 2] = ["4.2", "4.3"];

fn patterns() -> impl Iterator<Item = (&'static Spec, &'static str)> {
    FORMATS.iter().filter_map(|format| Some((format.spec, format.spec.pattern?)))
}

fn compiled(pattern: &str) -> Regex {
    Regex::new(&format!("(?m){pattern}")).expect("a pattern of the contract")
}

/// The formats whose patterns match a text.
fn matching(text: &str) -> BTreeSet<&'static str> {
    patterns().filter(|(_, pattern)| compiled(pattern).is_match(text)).map(|(spec, _)| spec.id).collect()
}

#[test]
fn every_example_opens_as_the_contract_says() {
    for (spec, pattern) in patterns() {
        assert!(compiled(pattern).is_match(spec.example), "{}: the example has no line {pattern}", spec.id);
    }
}

/// A line that matches a pattern is recognized as the pattern's format, or as another format with a match that comes
/// first in the table.
#[test]
fn whatever_a_pattern_matches_is_recognized() {
    let mut runner = TestRunner::default();
    for (spec, pattern) in patterns().filter(|(spec, _)| !NEED_PROOF.contains(&spec.id)) {
        // Generates words for each group.
        let words = pattern.replace("(.+)", "[A-Za-z][A-Za-z ]{0,20}[A-Za-z]/?").replace(r"\d", "[1-9]");
        let line = string_regex(words.trim_start_matches('^').trim_end_matches('$')).expect("a pattern");
        let checked = runner.run(&line, |line| {
            let claims = scan::explain(&Text::new(&line));
            let chosen = claims.iter().find(|claim| claim.is_chosen()).map(|claim| claim.room.spec.id);
            prop_assert!(
                chosen.is_some_and(|id| id == spec.id || matching(&line).contains(id)),
                "{line}: {chosen:?}"
            );
            Ok(())
        });
        checked.unwrap_or_else(|error| panic!("{}: {error}", spec.id));
    }
}

/// Examples whose first line also matches the pattern of another format. The order of the table decides between them.
#[test]
fn overlaps_are_known() {
    let overlaps: Vec<(&str, &str)> = patterns()
        .flat_map(|(spec, pattern)| {
            let line = compiled(pattern).find(spec.example).map_or("", |found| found.as_str());
            matching(line)
                .into_iter()
                .filter(|other| *other != spec.id)
                .map(|other| (spec.id, other))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(overlaps, [("1.3", "1.1"), ("2.2", "4.3"), ("2.3", "2.1")]);
    let place = |id: &str| FORMATS.iter().position(|format| format.spec.id == id);
    assert!(overlaps.iter().all(|(special, general)| place(special) < place(general)));
}
