//! The explanation of a text: it marks the claims that are parsed as chosen, and gives a reason for the others.

mod support;

use app::formats::FORMATS;
use app::scan;
use app::text::Text;
use proptest::prelude::*;
use serde_json::{Value, json};
use support::check_agreement;

const REVIEW: &str = "# Review Report: a\n\n## Verdict: APPROVED\n";
const SKIP: &str = ">> Step 2 complete: second-opinion/ -- SKIPPED (too small). Continuing to Step 3...\n";

/// Checks the explanation, without its spans and reasons.
fn check(source: &str, expected: Value) {
    let text = Text::new(source);
    let told: Value = scan::explain(&text)
        .iter()
        .map(|claim| {
            let mut told = claim.json(&text);
            if let Some(fields) = told.as_object_mut() {
                fields.retain(|name, _| !matches!(name.as_str(), "span" | "reason" | "revision"));
            }
            told
        })
        .collect();
    assert_eq!(told, expected);
}

#[test]
fn a_text_of_no_format_has_no_candidates() {
    check("Notes of the week.\n", json!([]));
}

#[test]
fn of_two_that_open_at_one_place_the_other_says_by_which_it_is_overlapped() {
    check(
        SKIP,
        json!([
            { "format": "2.3", "line": 1, "chosen": true },
            { "format": "2.1", "line": 1, "chosen": false, "overlappedBy": "2.3" },
        ]),
    );
}

#[test]
fn an_example_says_that_it_stands_in_a_fence() {
    check(
        &format!("# How to review\n\n```markdown\n{REVIEW}```\n"),
        json!([{ "format": "5.1", "line": 4, "chosen": true, "fenced": true }]),
    );
}

#[test]
fn a_fence_among_sentences_holds_the_report() {
    check(
        &format!("My review:\n\n```markdown\n{REVIEW}```\n\nShall I go on?\n"),
        json!([{ "format": "5.1", "line": 4, "chosen": true }]),
    );
}

#[test]
fn a_block_says_which_one_broke_it_off() {
    check(
        &format!("{REVIEW}\n## Session Started\n\n**Project:** x\n"),
        json!([
            { "format": "5.1", "line": 1, "chosen": true, "brokenOffBy": "3.3" },
            { "format": "3.3", "line": 5, "chosen": true },
        ]),
    );
}

proptest! {
    #[test]
    fn many_blocks_in_one_text_are_explained_as_they_are_read(
        pieces in prop::collection::vec((0..FORMATS.len(), any::<bool>()), 0..6)
    ) {
        let mut source = String::new();
        for (room, is_fenced) in pieces {
            let example = FORMATS[room].spec.example;
            source += &if is_fenced { format!("~~~~~\n{example}\n~~~~~\n\n") } else { format!("{example}\n\n") };
        }
        check_agreement(&source);
    }
}
