//! Formats that a team declares in files: the examples of the repository, and what is wrong with others.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use app::catalog::{Catalog, compile};
use app::diagnostic::{Diagnostic, Severity};
use app::document::State;
use app::format::Parsed;
use app::report;
use app::scan::Blocks;
use app::text::Text;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/formats");
const NAMES: [(&str, &str); 4] =
    [("incident-report", "md"), ("release-notes", "md"), ("decision", "md"), ("deploy-log", "jsonl")];

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(FOLDER).join(name)).unwrap()
}

fn read(name: &str, source: &str) -> Vec<Parsed> {
    let catalog = Catalog::with(vec![compile(&file(&format!("{name}.format.toml"))).unwrap()]);
    Blocks::by(&catalog, &Text::new(source), None).read_all()
}

#[test]
fn a_real_format_takes_at_most_25_lines() {
    for (name, _) in NAMES {
        let lines =
            file(&format!("{name}.format.toml")).lines().filter(|line| !line.trim().is_empty()).count();
        assert!(lines <= 25, "{name}: {lines} lines");
    }
}

#[test]
fn examples_that_pass_have_no_issue_and_state_every_value() {
    for (name, extension) in NAMES {
        let blocks = read(name, &file(&format!("{name}.pass.{extension}")));
        for block in &blocks {
            assert!(block.diagnostics.is_empty(), "{name}: {:?}", block.diagnostics);
        }
        let values: Vec<_> = blocks.iter().map(|block| block.value.json()).collect();
        insta::assert_json_snapshot!(format!("{name}_pass"), values);
    }
}

#[test]
fn examples_that_fail_have_an_error_in_each_block() {
    for (name, extension) in NAMES {
        let blocks = read(name, &file(&format!("{name}.fail.{extension}")));
        assert!(!blocks.is_empty(), "{name}");
        for block in &blocks {
            let is_error = |found: &Diagnostic| found.severity == Severity::Error;
            assert!(block.diagnostics.iter().any(is_error), "{name}");
        }
        let reports: Vec<_> = blocks.iter().map(report::json).collect();
        insta::assert_json_snapshot!(format!("{name}_fail"), reports);
    }
}

#[test]
fn hints_give_lists_their_title_state_and_questions() {
    let blocks = read("deploy-log", &file("deploy-log.pass.jsonl"));
    let shown: Vec<_> = blocks
        .iter()
        .map(|block| {
            let summary = block.value.summary();
            (summary.title.unwrap_or_default(), block.state(), block.value.questions().len())
        })
        .collect();
    let expected = [("sessions".to_owned(), State::Passed, 0), ("checkout".to_owned(), State::Failed, 1)];
    assert_eq!(shown, expected);
}

#[test]
fn a_blank_document_is_recognized_and_has_unfilled_slots() {
    for (name, _) in NAMES {
        let spec = compile(&file(&format!("{name}.format.toml"))).unwrap().spec;
        let blocks = read(name, spec.example);
        assert_eq!(blocks.len(), 1, "{name}: {}", spec.example);
        assert!(blocks[0].diagnostics.iter().any(|found| found.rule.id == "placeholder"), "{name}");
    }
}

#[test]
fn what_is_wrong_with_a_file_is_at_its_place() {
    let check = |source: &str, expected: &[(&str, &str)]| {
        let problems = compile(source).err().unwrap();
        let found: Vec<(&str, &str)> = problems
            .iter()
            .map(|problem| (&source[problem.span.clone()], problem.message.as_str()))
            .collect();
        assert_eq!(found, expected, "{source}");
    };
    check(
        "name = \"A\"\nheading = \"A\"\n[fields]\nx = { type = \"dat\" }\n",
        &[("\"dat\"", "`dat` is no type")],
    );
    check("name = \"A\"\n[fields]\nx = \"X\"\n", &[("\"A\"", "nothing says how the format is recognized")]);
    check(
        "name = \"A\"\nheading = \"A\"\ngate = 15\n[fields]\nx = \"X\"\n",
        &[("15", "gates are numbered from 1 to 14; one of your own has a name")],
    );
    check(
        "name = \"Review Report\"\nheading = \"A\"\n[fields]\nx = \"X\"\n",
        &[("\"Review Report\"", "`review-report` is the built-in format 5.1 Review Report")],
    );
    check(
        "name = \"A\"\nheading = \"A\"\n[fields]\nx = \"X\"\n[hints]\nverdict = \"y\"\n",
        &[("\"y\"", "`y` is no field")],
    );
    check("name = \"A\"\nkeys = [\"z\"]\n[fields]\nx = {}\n", &[("\"z\"", "`z` is none of the fields")]);
}
