//! Decision records are judged exactly as a validator of their schema judges them.

use app::text::Text;
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Value, json};

const SCHEMA: &str = include_str!("../src/formats/v36_decision/schema.json");
const COMPLETE: &str = include_str!("../src/formats/v36_decision/fixtures/complete.jsonl");
/// What the schema can say; the other rules are the contract's prose.
const OF_SCHEMA: [&str; 6] =
    ["broken-json", "truncated-json", "missing-field", "wrong-type", "unknown-value", "unknown-field"];

fn oracle() -> Validator {
    let schema = serde_json::from_str(SCHEMA).expect("a schema");
    jsonschema::options().should_validate_formats(true).build(&schema).expect("a valid schema")
}

/// Conforms by Harmony, or none where it is not recognized as a record.
fn conforms(line: &str) -> Option<bool> {
    let blocks = app::scan::read(&Text::new(line));
    let record = blocks.iter().find(|parsed| parsed.spec.id == "v36/decision")?;
    Some(!record.diagnostics.iter().any(|found| OF_SCHEMA.contains(&found.rule.id)))
}

/// The paths of all values in a record, as JSON pointers.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    if let Value::Object(fields) = value {
        for (name, field) in fields {
            let pointer = format!("{at}/{name}");
            found.push(pointer.clone());
            pointers(field, &pointer, found);
        }
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let values = [
        json!(null),
        json!(true),
        json!("PASS"),
        json!("NOPE"),
        json!("DONE"),
        json!("ALLOW"),
        json!(3),
        json!(3.0),
        json!(3.5),
        json!(-1),
        json!([]),
        json!([1]),
        json!(["a"]),
        json!({}),
        json!("task-1"),
        json!("task-1+a.b_c"),
        json!("task-1+A"),
        json!("task-1.x1"),
        json!("task-1\n"),
        json!("2026-05-28t13:30:00.5z"),
        json!("2026-05-28 13:30:00Z"),
        json!("2026-02-29T13:30:00Z"),
        json!("2024-02-29T13:30:00-23:59"),
        json!("2016-12-31T23:59:60Z"),
        json!("2016-12-31T22:59:60Z"),
        json!("2026-05-28T24:00:00Z"),
        json!("2026-05-28T13:30:00+24:00"),
        json!("2026-05-28T13:30:00"),
    ];
    prop::sample::select(values.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_record_is_judged_as_the_schema_judges_it(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any_value(), 0..6u8), 0..3),
    ) {
        let oracle = oracle_of_thread();
        let mut record: Value = serde_json::from_str(COMPLETE).expect("a record");
        for (place, value, change) in changes {
            let mut all = Vec::new();
            pointers(&record, "", &mut all);
            let Some((parent, name)) = all[place.index(all.len())].rsplit_once('/') else { continue };
            let (parent, name) = (parent.to_owned(), name.to_owned());
            let Some(fields) = record.pointer_mut(&parent).and_then(Value::as_object_mut) else { continue };
            match change {
                0 => drop(fields.remove(&name)),
                1 => drop(fields.insert("extra".to_owned(), value)),
                _ => drop(fields.insert(name, value)),
            }
        }
        if let Some(conforms) = conforms(&record.to_string()) {
            prop_assert_eq!(conforms, oracle.is_valid(&record), "{}", record);
        }
    }
}

/// Building a validator takes longer than using it.
fn oracle_of_thread() -> &'static Validator {
    static ORACLE: std::sync::OnceLock<Validator> = std::sync::OnceLock::new();
    ORACLE.get_or_init(oracle)
}

#[test]
fn the_example_is_valid() {
    let record: Value = serde_json::from_str(COMPLETE).expect("a record");
    assert!(oracle().is_valid(&record));
    assert_eq!(conforms(COMPLETE), Some(true));
}
