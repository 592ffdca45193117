//! The manual of each room is true: its fields are the type's, its examples show its rules.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use app::declaration::{Need, PlacedField};
use app::diagnostic::{Rule, RuleSet};
use app::document::{State, Tally};
use app::format::{Parsed, Spec};
use app::formats::FORMATS;
use app::rule_manual::RuleManual;
use app::text::Text;
use serde_json::Value;
use support::{diagnostics, fixtures, read, room_of, seen};

type Outcome = datatest_stable::Result<()>;

/// Paths of all values in a JSON value: `findings`, `findings[].file`.
fn paths(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let path = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
                found.push(path.clone());
                paths(field, &path, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| paths(item, &format!("{at}[]"), found)),
        _ => {}
    }
}

/// Values that the example leaves out. A row's list may be empty where that of another row is not.
fn unstated(value: &Value) -> BTreeSet<String> {
    let (mut empty, mut filled) = (BTreeSet::new(), BTreeSet::new());
    sort_out(value, "", &mut empty, &mut filled);
    empty.retain(|path| !filled.contains(path));
    empty
}

fn sort_out(value: &Value, at: &str, empty: &mut BTreeSet<String>, filled: &mut BTreeSet<String>) {
    match value {
        Value::Null => {
            empty.insert(format!("{at} is null"));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| sort_out(field, &format!("{at}.{name}"), empty, filled));
        }
        Value::Array(items) => {
            let list = if items.is_empty() { &mut *empty } else { &mut *filled };
            list.insert(format!("{at} is empty"));
            items.iter().for_each(|item| sort_out(item, &format!("{at}[]"), empty, filled));
        }
        _ => {}
    }
}

fn the_example_states_every_field_and_deviates_in_nothing(manual: &Path) -> Outcome {
    let spec = room_of(manual).spec;
    let blocks = read(spec.example);
    // A line that announces something is a block of its own, wherever it is.
    let own: Vec<_> = blocks.iter().filter(|parsed| parsed.spec.id == spec.id).collect();
    let [parsed] = own.as_slice() else { panic!("{}: one block, not {}", spec.id, own.len()) };
    let is_announced =
        |other: &str| FORMATS.iter().any(|room| room.spec.id == other && room.spec.is_announcement);
    assert!(blocks.iter().all(|other| other.spec.id == spec.id || is_announced(other.spec.id)));
    assert!(parsed.diagnostics.is_empty(), "{:#}", seen(&blocks));
    let mut value = parsed.value.json();
    leave_out(spec, &mut value, |field| matches!(field.spec.need, Need::Deviation | Need::OtherShape));
    assert_eq!(unstated(&value), BTreeSet::new(), "{value:#}");
    let mut stated = Vec::new();
    paths(&value, "", &mut stated);
    stated.sort();
    stated.dedup();
    let placed = spec.placed_fields();
    let is_of_example = |field: &&PlacedField| matches!(field.spec.need, Need::Required | Need::Optional);
    let mut expected: Vec<&str> =
        placed.iter().filter(is_of_example).map(|field| field.path.as_str()).collect();
    expected.sort_unstable();
    assert_eq!(stated, expected, "{}", spec.id);
    Ok(())
}

/// Fixtures called `complete_…` show the shapes of a format that its example is not of.
fn the_other_shapes_state_their_fields_and_deviate_in_nothing(manual: &Path) -> Outcome {
    let spec = room_of(manual).spec;
    let placed = spec.placed_fields();
    let mut fields = placed.iter().filter(|field| field.spec.need == Need::OtherShape).peekable();
    if fields.peek().is_none() {
        return Ok(());
    }
    let mut stated = Vec::new();
    for example in examples_of_shapes(spec) {
        let blocks = read(&example);
        let [parsed] = blocks.as_slice() else { panic!("one block, not {}", blocks.len()) };
        assert!(parsed.diagnostics.is_empty(), "{:#}", seen(&blocks));
        let value = parsed.value.json();
        let unstated = unstated(&value);
        let mut of_shape = Vec::new();
        paths(&value, "", &mut of_shape);
        of_shape.retain(|path| !unstated.contains(&format!(".{path} is null")));
        stated.append(&mut of_shape);
    }
    for field in fields {
        assert!(stated.contains(&field.path), "no shape states {}", field.path);
    }
    Ok(())
}

fn examples_of_shapes(spec: &Spec) -> impl Iterator<Item = String> {
    let is_complete =
        |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("complete_"));
    let complete = fixtures(spec).into_iter().filter(move |path| is_complete(path));
    complete.map(|path| fs::read_to_string(path).expect("a readable fixture"))
}

/// Lists of what went wrong are empty where nothing did, and another shape has fields of its own.
fn leave_out(spec: &Spec, value: &mut Value, is_out: impl Fn(&PlacedField) -> bool) {
    let Some(fields) = value.as_object_mut() else { return };
    for field in spec.placed_fields().iter().filter(|field| is_out(field)) {
        fields.remove(&field.path);
    }
}

fn the_manual_lists_the_fields_of_the_type(manual: &Path) -> Outcome {
    let spec = room_of(manual).spec;
    let listed: Vec<(&str, &str)> = spec
        .manual
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| `")?.split(" | ");
            let path = cells.next()?.trim_end_matches('`');
            Some((path, cells.next()?.trim()))
        })
        .filter(|(_, presence)| matches!(*presence, "yes" | "no" | "deviation" | "other shape"))
        .collect();
    let presence = |need: Need| match need {
        Need::Required => "yes",
        Need::Optional => "no",
        Need::Deviation => "deviation",
        Need::OtherShape => "other shape",
    };
    let placed = spec.placed_fields();
    let expected: Vec<(&str, &str)> =
        placed.iter().map(|field| (field.path.as_str(), presence(field.spec.need))).collect();
    assert_eq!(listed, expected, "{}", spec.id);
    Ok(())
}

fn every_rule_has_an_example_that_shows_it(manual: &Path) -> Outcome {
    let spec = room_of(manual).spec;
    check_manual(spec.manual, spec.rules, spec);
    Ok(())
}

/// The examples of a set's manual change the complete document of one room, which answers for the set.
fn every_rule_of_a_set_has_an_example_that_shows_it(manual: &Path) -> Outcome {
    let spec = room_of(manual).spec;
    for set in sets() {
        let (_, id) = set.manual.split_once("complete document of `").expect("a format for the examples");
        let (id, _) = id.split_once('`').expect("the end of its id");
        assert!(FORMATS.iter().any(|room| room.spec.id == id), "no format is called {id}");
        if id == spec.id {
            assert!(spec.sets.iter().any(|used| used.name == set.name), "{id} does not use {}", set.name);
            check_manual(set.manual, set.rules, spec);
        }
    }
    Ok(())
}

/// Each rule that disproves what a block claims is the format's own, and has a fixture in which it does.
fn what_disproves_a_claim_is_shown(manual: &Path) -> Outcome {
    let spec = room_of(manual).spec;
    let mut missing: BTreeSet<&str> = spec.contradictions.iter().map(|rule| rule.id).collect();
    for rule in spec.contradictions {
        assert!(spec.all_rules().any(|known| known == *rule), "{} has no rule {}", spec.id, rule.id);
    }
    for fixture in fixtures(spec) {
        let source = fs::read_to_string(&fixture)?;
        let text = Text::new(&source);
        for parsed in read(&source).iter().filter(|parsed| parsed.spec.id == spec.id) {
            let head = parsed.head(&text);
            assert_eq!(head.contradiction.is_some(), head.summary.state == State::Contradicted);
            let found = parsed.diagnostics.iter().map(|found| found.rule.id);
            if head.contradiction.is_some() {
                found.for_each(|id| {
                    missing.remove(id);
                });
            }
        }
    }
    assert_eq!(missing, BTreeSet::new(), "{}: no fixture is contradicted by these", spec.id);
    Ok(())
}

/// Lists and viewers that know no more of a format than its hints show what its room shows.
fn the_hints_name_what_the_room_shows(manual: &Path) -> Outcome {
    let spec = room_of(manual).spec;
    let placed = spec.placed_fields();
    let hints = spec.hints;
    let named = hints.title.iter().chain(&hints.verdict).chain(&hints.score).chain(&hints.severity);
    for hint in named {
        assert!(placed.iter().any(|field| field.path == *hint), "{} has no field {hint}", spec.id);
    }
    let text = Text::new(spec.example);
    for parsed in read(spec.example).iter().filter(|parsed| parsed.spec.id == spec.id) {
        let (value, summary) = (parsed.value.json(), parsed.head(&text).summary);
        let written = |field: &str| value[field].as_str().map(str::to_owned);
        if let Some(title) = hints.title.iter().find_map(|field| written(field)) {
            assert!(summary.title.is_some_and(|shown| shown.contains(&title)), "{}: {title}", spec.id);
        }
        if let Some(verdict) = hints.verdict {
            assert_eq!(summary.verdict, written(verdict), "{}", spec.id);
            if !hints.failing.is_empty() {
                assert_eq!(summary.state, hints.state(summary.verdict.as_deref()), "{}", spec.id);
            }
        }
        if let Some(score) = hints.score {
            assert_eq!(summary.score.map(u64::from), value[score].as_u64(), "{}", spec.id);
        }
        if let Some((list, rank)) = hints.severity.and_then(|column| column.split_once("[].")) {
            let rows = value[list].as_array().into_iter().flatten();
            let tally: Tally = rows.map(|row| row[rank].as_str()).collect();
            assert_eq!(summary.tally, tally, "{}", spec.id);
        }
    }
    Ok(())
}

/// What the fixtures of a room are recognized as, and nothing else, is declared.
fn the_fixtures_are_of_the_declared_revisions(manual: &Path) -> Outcome {
    let spec = room_of(manual).spec;
    let texts = fixtures(spec).into_iter().filter_map(|path| fs::read_to_string(path).ok());
    let of_room = |parsed: &Parsed| (parsed.spec.id == spec.id).then(|| parsed.revision.as_str());
    let seen: BTreeSet<&str> =
        texts.flat_map(|text| read(&text)).filter_map(|parsed| of_room(&parsed)).collect();
    let declared: BTreeSet<&str> = spec.revisions.iter().map(|revision| revision.as_str()).collect();
    assert_eq!(seen, declared, "{}", spec.id);
    Ok(())
}

fn the_manual_names_the_sets_of_the_format(manual: &Path) -> Outcome {
    let spec = room_of(manual).spec;
    let names: Vec<String> = spec.sets.iter().map(|set| format!("`{}`", set.name)).collect();
    let line = format!("\nShared rules: {}.\n", names.join(", "));
    assert!(spec.manual.contains(&line), "the manual lacks{line}");
    Ok(())
}

fn no_rule_of_a_format_is_listed_twice(manual: &Path) -> Outcome {
    let spec = room_of(manual).spec;
    let ids: BTreeSet<&str> = spec.all_rules().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), spec.all_rules().count());
    Ok(())
}

/// All sets that a format uses, by their names.
fn sets() -> impl Iterator<Item = &'static RuleSet> {
    let sets = FORMATS.iter().flat_map(|room| room.spec.sets);
    sets.map(|set| (set.name, *set)).collect::<BTreeMap<_, _>>().into_values()
}

/// Each rule has a section whose example, a change of the format's complete document, shows it; nothing else has one.
fn check_manual(manual: &str, rules: &[&Rule], spec: &Spec) {
    let listed = manual.lines().filter(|line| line.starts_with("### `")).count();
    assert_eq!(listed, rules.len(), "{}", spec.id);
    for rule in rules {
        let section = RuleManual::of(spec, rule)
            .unwrap_or_else(|| panic!("the manual of {} lacks `{}` ({})", spec.id, rule.id, rule.severity));
        let example = section.example.unwrap_or_else(|| panic!("{} changes nothing of {}", rule.id, spec.id));
        let blocks = read(&example);
        let found: Vec<&str> = diagnostics(&blocks).map(|found| found.rule.id).collect();
        assert!(found.contains(&rule.id), "{} finds {found:?} in\n{example}", rule.id);
    }
}

datatest_stable::harness! {
    { test = the_example_states_every_field_and_deviates_in_nothing, root = "src/formats", pattern = r"/spec\.md$" },
    { test = the_other_shapes_state_their_fields_and_deviate_in_nothing, root = "src/formats", pattern = r"/spec\.md$" },
    { test = the_manual_lists_the_fields_of_the_type, root = "src/formats", pattern = r"/spec\.md$" },
    { test = every_rule_has_an_example_that_shows_it, root = "src/formats", pattern = r"/spec\.md$" },
    { test = every_rule_of_a_set_has_an_example_that_shows_it, root = "src/formats", pattern = r"/spec\.md$" },
    { test = what_disproves_a_claim_is_shown, root = "src/formats", pattern = r"/spec\.md$" },
    { test = the_hints_name_what_the_room_shows, root = "src/formats", pattern = r"/spec\.md$" },
    { test = the_fixtures_are_of_the_declared_revisions, root = "src/formats", pattern = r"/spec\.md$" },
    { test = the_manual_names_the_sets_of_the_format, root = "src/formats", pattern = r"/spec\.md$" },
    { test = no_rule_of_a_format_is_listed_twice, root = "src/formats", pattern = r"/spec\.md$" },
}
