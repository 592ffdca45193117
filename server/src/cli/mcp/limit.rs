//! Limits what a tool answers: a model reads all of it.

use serde_json::Value;

/// The longest string, in characters, and the most entries of a list or an object.
const LONGEST_STRING: usize = 1_000;
const MOST_ENTRIES: usize = 100;
/// About the bytes of a whole answer.
const LONGEST: usize = 64 * 1024;

/// Cuts strings and lists until the value is small. Returns whether anything was cut.
pub(super) fn limit(value: &mut Value) -> bool {
    let mut left = LONGEST;
    cut(value, &mut left)
}

fn cut(value: &mut Value, left: &mut usize) -> bool {
    match value {
        Value::String(text) => {
            let most = LONGEST_STRING.min(*left);
            let is_cut = text.char_indices().nth(most).map(|(at, _)| text.truncate(at)).is_some();
            if is_cut {
                text.push('…');
            }
            *left = left.saturating_sub(text.len() + 2);
            is_cut
        }
        Value::Array(items) => {
            let mut is_cut = items.len() > MOST_ENTRIES;
            items.truncate(MOST_ENTRIES);
            let mut kept = 0;
            for item in &mut *items {
                if *left == 0 {
                    break;
                }
                is_cut |= cut(item, left);
                kept += 1;
            }
            is_cut |= kept < items.len();
            items.truncate(kept);
            is_cut
        }
        Value::Object(members) => {
            let mut is_cut = false;
            let mut kept = 0;
            members.retain(|name, value| {
                let fits = kept < MOST_ENTRIES && *left > name.len();
                if fits {
                    kept += 1;
                    *left -= name.len();
                    is_cut |= cut(value, left);
                }
                is_cut |= !fits;
                fits
            });
            is_cut
        }
        _ => {
            *left = left.saturating_sub(8);
            false
        }
    }
}

/// Cuts a text at the end of a line.
pub(super) fn limit_text(text: &mut String) {
    if text.len() <= LONGEST {
        return;
    }
    let end = text.floor_char_boundary(LONGEST);
    let end = text.get(..end).and_then(|kept| kept.rfind('\n')).unwrap_or(end);
    text.truncate(end);
    text.push_str("\n… the rest is left out");
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(mut value: Value, expected: bool) -> Value {
        assert_eq!(limit(&mut value), expected);
        assert!(value.to_string().len() < 2 * LONGEST, "{}", value.to_string().len());
        value
    }

    #[test]
    fn small_answers_stay() {
        let small = json!({ "a": [1, "two", null], "b": { "c": 1.5 } });
        assert_eq!(check(small.clone(), false), small);
    }

    #[test]
    fn every_answer_is_small() {
        check(json!("한".repeat(1_000_000)), true);
        check(json!(vec![vec!["x".repeat(2_000); 200]; 200]), true);
        let many: serde_json::Map<_, _> = (0..10_000).map(|at| (format!("key-{at}"), json!(at))).collect();
        let cut = check(json!({ "first": 1, "many": many, "last": "x" }), true);
        assert_eq!((&cut["first"], cut["many"].as_object().unwrap().len()), (&json!(1), MOST_ENTRIES));
    }
}
