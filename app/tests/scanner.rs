//! A text that arrives in chunks is parsed like the whole text, wherever it is cut.

mod support;

use app::formats::FORMATS;
use app::scanner::Scanner;
use proptest::prelude::*;
use support::{read, seen};

/// Some documents, one after the other, with a piece of each.
fn text() -> impl Strategy<Value = String> {
    let piece = (0..FORMATS.len(), any::<prop::sample::Index>());
    prop::collection::vec(piece, 1..5).prop_map(|pieces| {
        pieces
            .into_iter()
            .map(|(room, length)| {
                let example = FORMATS[room].spec.example;
                let end =
                    (0..=length.index(example.len() + 1)).rev().find(|at| example.is_char_boundary(*at));
                format!("{}\n\n", &example[..end.unwrap_or_default()])
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn chunks_give_what_the_whole_gives(
        text in text(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        let mut scanner = Scanner::default();
        for ends in cuts.windows(2) {
            // Cut anywhere, in the middle of a character too.
            scanner.push(&text.as_bytes()[ends[0]..ends[1]]);
            for block in scanner.so_far().blocks {
                prop_assert!(text.get(block.span.range()).is_some(), "a span of the whole text");
            }
        }
        prop_assert_eq!(seen(scanner.so_far().blocks), seen(&read(&text)));
        prop_assert_eq!(seen(&scanner.finish().1), seen(&read(&text)));
    }

    #[test]
    fn bytes_that_are_no_text_end_as_the_whole_does(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        cut in any::<prop::sample::Index>(),
    ) {
        let (first, second) = bytes.split_at(cut.index(bytes.len() + 1));
        let mut scanner = Scanner::default();
        scanner.push(first);
        scanner.so_far();
        scanner.push(second);
        let (text, blocks) = scanner.finish();
        let whole = app::text::Text::from_bytes(&bytes);
        prop_assert_eq!(text.source(), whole.source());
        prop_assert_eq!(seen(&blocks), seen(&app::scan::read(&whole)));
    }
}

/// For each chunk, the formats that are there and whether they are still being written.
fn check(chunks: &[&str], expected: &[&[(&str, bool)]]) {
    let mut scanner = Scanner::default();
    for (chunk, expected) in chunks.iter().zip(expected) {
        scanner.push(chunk.as_bytes());
        let so_far = scanner.so_far();
        let found: Vec<(&str, bool)> =
            so_far.blocks.iter().map(|block| (block.spec.id, so_far.is_open(block))).collect();
        assert_eq!(&found, expected, "after {chunk:?}");
    }
}

#[test]
fn a_block_that_is_still_being_written_says_so() {
    check(
        &["# Review Report: a\n\n## Verd", "ict: APPROVED\n\n", "## Chain: b\n", "\nText.\n"],
        &[
            &[("5.1", true)],
            &[("5.1", true)],
            &[("5.1", false), ("1.1", true)],
            &[("5.1", false), ("1.1", true)],
        ],
    );
}

#[test]
fn a_line_that_has_ended_is_whole() {
    check(
        &[">> Step 1 complete: code/ -- done.", " Continuing to Step 2...", "\n"],
        &[&[("2.1", true)], &[("2.1", true)], &[("2.1", false)]],
    );
}

#[test]
fn a_json_value_that_has_closed_is_whole() {
    let answer = r#"{"gate_status": "PASS", "tests": {"passed": 1, "failed": 0, "skipped": 0, "total": 1}"#;
    check(
        &[answer, "}", "\n"],
        &[
            &[("reaper/test-runner", true)],
            &[("reaper/test-runner", false)],
            &[("reaper/test-runner", false)],
        ],
    );
}
