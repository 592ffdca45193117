//! Fixing a text in the page is fixing it on the command line.

mod support;

use app::fix::{Choice, apply_choice};
use app::formats::FORMATS;
use app::read_as::ReadAs;
use app::scan;
use app::text::Text;
use proptest::prelude::*;
use support::{check_coverage, data};

const REVIEW: &str = "# Review Report: a\n\n## Verdict: APPROVED\n## Score: 9/10\n\n## Summary\n\nFine.\n\n## Findings\n\nNone.\n";

#[test]
fn all_that_can_be_fixed_is_fixed() {
    let text = Text::new(REVIEW);
    let fixed = apply_choice(&text, None, &Choice::All);
    assert!(fixed.text.source().contains("## Score: 90%"), "{}", fixed.text.source());
    let left: Vec<_> = scan::read(&fixed.text).into_iter().flat_map(|block| block.diagnostics).collect();
    assert!(left.iter().all(|diagnostic| diagnostic.fix.is_none()), "{left:?}");
}

#[test]
fn one_fix_is_made_by_its_name() {
    let source = REVIEW.replace("APPROVED", "approved ✅");
    let text = Text::new(source.as_str());
    let blocks = scan::read(&text);
    let score =
        blocks.iter().flat_map(|block| &block.diagnostics).find(|found| found.rule.id == "score-form");
    let name = Choice::one(score.expect("a score in another form")).to_string();
    let choice = Choice::of(&name).expect("a name that can be read");
    let fixed = apply_choice(&text, None, &choice);
    assert_eq!(fixed.text.source(), source.replace("9/10", "90%"));
    assert_eq!(fixed.count, 1);
}

#[test]
fn an_example_is_left_as_it_is() {
    let source = format!("# Reviews\n\nAs this:\n\n~~~\n{REVIEW}~~~\n");
    assert_eq!(apply_choice(&Text::new(source.as_str()), None, &Choice::All).text.source(), source);
}

#[test]
fn a_report_in_a_fence_is_fixed() {
    let source = format!("My review:\n\n~~~\n{REVIEW}~~~\n");
    let fixed = apply_choice(&Text::new(source.as_str()), None, &Choice::All);
    assert_eq!(fixed.text.source(), source.replace("9/10", "90%"));
}

#[test]
fn a_text_is_read_as_the_reader_wishes() {
    let text = Text::new("## Verdict: APPROVED\n");
    assert!(scan::read(&text).is_empty());
    let read_as = ReadAs::of(Some("5.1"), None).unwrap().expect("a format");
    assert_eq!(data(&scan::read_as(&text, read_as))[0]["verdict"], "APPROVED");
}

#[test]
fn a_block_is_read_as_the_reader_wishes_and_the_others_as_they_are() {
    let session = "## Session Started\n\n**Project:** x\n\n";
    let text = Text::new(format!("{session}{REVIEW}"));
    let start = session.len().to_string();
    let read_as = ReadAs::of(Some("5.2"), Some(start.as_str())).unwrap().expect("a format");
    let blocks = scan::read_as(&text, read_as);
    let formats: Vec<_> = blocks.iter().map(|block| block.spec.id).collect();
    assert_eq!(formats, ["3.3", "5.2"]);
    assert_eq!(blocks[1].reason, ReadAs::REASON);
    assert_eq!(blocks[1].span, scan::read(&text)[1].span);
}

proptest! {
    #[test]
    fn any_text_is_read_as_any_format(source in "\\PC*", room in 0..FORMATS.len()) {
        for parsed in scan::read_as(&Text::new(source.as_str()), ReadAs { room: &FORMATS[room], at: None }) {
            check_coverage(&source, &parsed);
        }
    }
}
