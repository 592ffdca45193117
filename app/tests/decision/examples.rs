//! The three examples of the schema, and two hundred changes of them, as the lines of one log: each is judged as the
//! validator judges it, at the line, the column and the pointer of what is wrong.

use std::collections::{BTreeMap, BTreeSet};

use app::diagnostic::Diagnostic;
use app::scan;
use app::text::Text;

use crate::node::Node;
use crate::{OF_SCHEMA, places, places_of_oracle};

const CHANGES: usize = 200;
/// What no record has, to find a place by.
const MARK: &str = "\"@@@@\"";

/// Values of other types, unknown words, and forms that the schema refuses; some are right where they are put.
const TOKENS: [&str; 9] =
    ["7", "-0.5", "null", "true", "[]", "{}", "\"NO_SUCH_WORD\"", "\"task-7+A\"", "\"2026-05-28 13:30\""];

/// As the contract prints them behind its schema.
const EXAMPLES: &str = include_str!("examples.jsonl");

fn examples() -> Vec<Node> {
    EXAMPLES.lines().map(|line| Node::of(&serde_json::from_str(line).expect("a record"))).collect()
}

/// Every change that takes one field out, puts one in, or replaces a value.
fn changes() -> Vec<Node> {
    let mut changes = Vec::new();
    for example in examples() {
        for path in example.paths() {
            changes.push(example.without(&path));
            changes.push(example.with(&beside(&path, "no_such_field"), "1"));
            changes.extend(TOKENS.map(|token| example.with(&path, token)));
        }
    }
    changes
}

fn beside(path: &[String], name: &str) -> Vec<String> {
    let outer = path.iter().rev().skip(1).rev().cloned();
    outer.chain([name.to_owned()]).collect()
}

/// Returns the column of what is at a pointer: of a value, of the key that the schema does not know, or of the object
/// that lacks the field.
fn column(record: &Node, pointer: &str) -> u32 {
    let path: Vec<String> = pointer.split('/').skip(1).map(str::to_owned).collect();
    let of_value = |path: &[String]| match path {
        [] => 0,
        _ => record.with(path, MARK).to_string().find(MARK).expect("the mark"),
    };
    let column = match (record.paths().contains(&path), path.split_last()) {
        (true, Some((name, _))) if name == "no_such_field" => of_value(&path) - "\"no_such_field\": ".len(),
        (true, _) => of_value(&path),
        (false, Some((_, outer))) => of_value(outer),
        (false, None) => 0,
    };
    column as u32 + 1
}

#[test]
fn the_examples_and_their_changes_are_judged_as_the_validator_judges_them() {
    let all = changes();
    let step = all.len() / CHANGES;
    let changed = all.into_iter().step_by(step).take(CHANGES);
    let records: Vec<Node> = examples().into_iter().chain(changed).collect();
    assert_eq!(records.len(), 3 + CHANGES);
    let log = Text::new(records.iter().map(|record| format!("{record}\n")).collect::<String>());
    let mut found: BTreeMap<u32, Vec<Diagnostic>> = BTreeMap::new();
    let mut read = BTreeSet::new();
    for parsed in scan::read(&log) {
        assert_eq!(parsed.spec.id, "v36/decision");
        read.insert(log.position(parsed.span.start).line);
        for diagnostic in parsed.diagnostics.into_iter().filter(|found| OF_SCHEMA.contains(&found.rule.id)) {
            found.entry(log.position(diagnostic.span.start).line).or_default().push(diagnostic);
        }
    }
    assert_eq!(read, (1..=records.len() as u32).collect(), "every line is a record");
    let mut invalid = 0;
    for (line, record) in (1..).zip(&records) {
        let findings = found.remove(&line).unwrap_or_default();
        let expected = places_of_oracle(&serde_json::from_str(&record.to_string()).expect("JSON"));
        assert_eq!(places(&findings), expected, "line {line}: {record}");
        for finding in &findings {
            let pointer = places(std::slice::from_ref(finding)).pop_first().expect("a pointer");
            let place = log.position(finding.span.start);
            assert_eq!(place.column, column(record, &pointer), "line {line}, {pointer}: {record}");
        }
        invalid += usize::from(!expected.is_empty());
        assert!(line > 3 || expected.is_empty(), "an example of the schema is valid: {record}");
    }
    assert!((CHANGES / 2..CHANGES).contains(&invalid), "{invalid} of {CHANGES} are invalid");
}
