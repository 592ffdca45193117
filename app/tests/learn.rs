//! Formats that are learned from examples.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use app::catalog::{Catalog, compile};
use app::diagnostic::Severity;
use app::format::Parsed;
use app::learn::{Example, LearnError, learn};
use app::scan::Blocks;
use app::text::Text;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/formats");

/// Learns from texts that are called `a`, `b` and so on.
fn learned(sources: &[&str]) -> Result<String, LearnError> {
    let texts: Vec<Text> = sources.iter().map(|source| Text::new(*source)).collect();
    let names: Vec<String> = ('a'..='z').map(|letter| letter.to_string()).collect();
    let examples: Vec<Example<'_>> =
        texts.iter().zip(&names).map(|(text, name)| Example { name, text }).collect();
    learn(&examples, None, compile)
}

fn read(format: &str, source: &str) -> Vec<Parsed> {
    let catalog = Catalog::with(vec![compile(format).unwrap()]);
    Blocks::by(&catalog, &Text::new(source), None).read_all()
}

/// Checks that a format reads each example without an error.
fn check_reads(format: &str, sources: &[&str]) {
    for source in sources {
        let blocks = read(format, source);
        assert!(!blocks.is_empty(), "{format}\n{source}");
        let errors = blocks.iter().flat_map(|block| &block.diagnostics);
        let errors: Vec<_> = errors.filter(|found| found.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:#?}\n{format}\n{source}");
    }
}

const INCIDENTS: [&str; 3] = [
    "# Incident Report: Sessions lost after a deploy\n\n**Status:** resolved\n**Severity:** SEV2\n\
     **Started:** 2026-11-18T09:12:00Z\n**Incident lead:** Mara\n**Error rate:** 12.5%\n**Teams:** search, sessions\n\n\
     ## Summary\n\nEvery session was lost,\n1,204 in all.\n\n## Lessons Learned\n\n- A deploy needs a check.\n- Look sooner.\n\n\
     ## Action Items\n\n| Action | Owner | Due |\n|---|---|---|\n| Read both prefixes | Mara | 2026-11-20 |\n\
     | Alert sooner | Jun | 2026-11-27 |\n",
    "# Incident Report: Checkout times out\n\n**Status:** open\n**Severity:** SEV1\n**Started:** 2026-11-19T10:02:00Z\n\
     **Incident lead:** Jun\n**Error rate:** 50%\n**Teams:** checkout, payments, search\n\n## Summary\n\n\
     Half of all checkouts time out.\n\n## Lessons Learned\n\n- None so far.\n\n\
     ## Action Items\n\n| Action | Owner | Due |\n|---|---|---|\n| Raise the pool | Jun | 2026-11-21 |\n\n\
     ## Decisions Needed\n\n- May we turn off recommendations?\n",
    "# Incident Report: Search is slow\n\n**Status:** resolved\n**Severity:** SEV2\n**Started:** 2026-11-20T08:00:00Z\n\
     **Ended:** 2026-11-20T09:00:00Z\n**Incident lead:** Mara\n**Error rate:** 3%\n**Teams:** search\n\n## Summary\n\nQueries took seconds.\n\n\
     ## Lessons Learned\n\n- Watch the queue.\n\n## Action Items\n\n| Action | Owner | Due |\n|---|---|---|\n\
     | Add a replica | Ana | 2026-12-01 |\n\n## Decisions Needed\n\n- None.\n",
];

#[test]
fn a_proposal_says_why_and_reads_its_examples() {
    let format = learned(&INCIDENTS).unwrap();
    check_reads(&format, &INCIDENTS);
    insta::assert_snapshot!("incidents", format);
    let lines = format.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).count();
    assert!(lines <= 25, "{lines} lines");
}

#[test]
fn one_example_is_a_start() {
    let format = learned(&INCIDENTS[..1]).unwrap();
    check_reads(&format, &INCIDENTS[..1]);
    insta::assert_snapshot!("one_incident", format);
}

#[test]
fn objects_have_the_keys_and_types_that_they_share() {
    let log = fs::read_to_string(Path::new(FOLDER).join("deploy-log.pass.jsonl")).unwrap();
    let format = learned(&[&log]).unwrap();
    check_reads(&format, &[&log]);
    insta::assert_snapshot!("deploy_log", format);
}

#[test]
fn the_examples_of_the_repository_are_learned() {
    for (name, extension) in
        [("incident-report", "md"), ("release-notes", "md"), ("decision", "md"), ("deploy-log", "jsonl")]
    {
        let source = fs::read_to_string(Path::new(FOLDER).join(format!("{name}.pass.{extension}"))).unwrap();
        let format = learned(&[&source]).unwrap();
        check_reads(&format, &[&source]);
    }
}

#[test]
fn names_vary_and_labels_are_plain() {
    let sources = [
        "## Handover - Night shift\n\nAuthor: Mara\nOpen tickets: 4\n\n### 1. What happened\n\nNothing.\n\n### 2. Next\n\nWait.\n",
        "## handover: Day shift\n\nAuthor: Jun\nOpen tickets: 0\n\n### 1. What happened\n\nA deploy.\nA fix.\n\n### 2. Next\n\nWatch.\n",
    ];
    let format = learned(&sources).unwrap();
    check_reads(&format, &sources);
    for line in [
        "heading = \"Handover\"",
        "author = { label = \"Author\", required = true }",
        "open_tickets = { label = \"Open tickets\", type = \"count\", required = true }",
        "what_happened = { section = \"What happened\", required = true }",
    ] {
        assert!(format.lines().any(|own| own == line), "{line}\n{format}");
    }
}

#[test]
fn names_that_may_be_one_are_left_to_a_person() {
    let report = |lead: &str, zone: &str| {
        format!(
            "# Incident Report: a\n\n**Status:** open\n**{lead}:** Kim\n\n## Timeline\n\n| Time ({zone}) | Event |\n|---|---|\n| 09:12 | b |\n"
        )
    };
    let sources = [("Commander", "UTC"), ("Incident commander", "CET"), ("Commander", "UTC")]
        .map(|(lead, zone)| report(lead, zone));
    let format = learned(&sources.each_ref().map(String::as_str)).unwrap();
    for words in [
        "# Unsure: it may belong to that example alone, or be another name of a label of the others, as in label = [\"…\", \"…\"].\nincident_commander",
        "# Columns of some tables only: Time (UTC), Time (CET).\n# Unsure: those that say the same may be one column of several names.",
    ] {
        assert!(format.contains(words), "{words}\n{format}");
    }
}

#[test]
fn two_names_of_one_format_are_alternatives() {
    let document = |name: &str, status: &str| {
        format!("# {name}: A\n\n**Status:** {status}\n\n## Summary\n\nB.\n\n## Causes\n\nC.\n")
    };
    let sources = [
        document("Postmortem", "open"),
        document("Incident Report", "resolved"),
        document("Incident Report", "open"),
    ];
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    let format = learned(&sources).unwrap();
    check_reads(&format, &sources);
    assert!(format.contains("heading = [\"Incident Report\", \"Postmortem\"]"), "{format}");
}

/// Checks the heading that is learned from documents with these headings, and that it reads a document with another.
fn check_heading(headings: &[&str], expected: &str, next: &str) -> String {
    let document = |heading: &str| {
        format!("# {heading}\n\n**Status:** open\n**Lead:** Mara\n\n## Summary\n\nB.\n\n## Causes\n\nC.\n")
    };
    let sources: Vec<String> = headings.iter().map(|heading| document(heading)).collect();
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    let format = learned(&sources).unwrap();
    check_reads(&format, &sources);
    assert!(format.lines().any(|line| line == expected), "{expected}\n{format}");
    let is_read = !read(&format, &document(next)).is_empty();
    assert_eq!(is_read, !format.contains("will not be recognized"), "{next}\n{format}");
    format
}

#[test]
fn a_number_in_a_heading_is_an_identifier() {
    let incidents = ["INC-2026-041: A", "INC-2026-043 – B", "Incident 2026-047: C"];
    let format = check_heading(&incidents, "heading = [\"INC-{id}\", \"Incident {id}\"]", "INC-2026-048: D");
    for line in ["name = \"Incident\"", "id = { id = true, required = true }"] {
        assert!(format.lines().any(|own| own == line), "{line}\n{format}");
    }
    let check = |headings: &[&str], form: &str, next: &str| {
        let expected = format!("heading = \"{form}\"");
        check_heading(headings, &expected, next);
        // One is enough.
        check_heading(&headings[..1], &expected, next);
    };
    check(&["INC-2026-041: A", "INC-2026-042"], "INC-{id}", "INC-2026-101 - D");
    check(
        &["Incident Report INC-2026-041: A", "Incident Report INC-7: B"],
        "Incident Report INC-{id}",
        "Incident Report INC-8: C",
    );
    check(
        &["Incident Report #41: A", "Incident Report #42: B"],
        "Incident Report #{id}",
        "Incident Report #1041: C",
    );
    check(
        &["Incident Report (INC-2026-041): A", "Incident Report (INC-7)"],
        "Incident Report (INC-{id})",
        "Incident Report (INC-8): C",
    );
    check(
        &["[INC-041] Incident Report: A", "[INC-042] Incident Report"],
        "[INC-{id}] Incident Report",
        "[INC-043] Incident Report: C",
    );
    check(
        &["[INC-041] Report 7 (eu-1): A", "[INC-042] Report 7 (eu-1): B"],
        "[INC-{id}] Report 7 (eu-1)",
        "[INC-043] Report 7 (eu-1): C",
    );
}

#[test]
fn a_number_in_all_headings_is_a_part_of_the_name() {
    let format = check_heading(
        &["Phase 2 Report: A", "Phase 2 Report: B"],
        "heading = \"Phase 2 Report\"",
        "Phase 2 Report: C",
    );
    assert!(format.contains("write `Phase {id} Report`"), "{format}");
}

#[test]
fn headings_that_open_no_other_document_say_so() {
    check_heading(&["2026-041: A"], "heading = \"2026-041\"", "2026-042: B");
    let names = ["Checkout: A", "Search: B", "Login: C"];
    check_heading(&names, "heading = [\"Checkout\", \"Search\", \"Login\"]", "Payments: D");
}

#[test]
fn spellings_and_order_of_examples_do_not_matter() {
    let document = |severity: &str, status: &str| {
        format!("# Incident Report: A\n\n**Severity:** {severity}\n**Status:** {status}\n")
    };
    let sources = [
        document("Sev 1", "Open (monitoring)"),
        document("SEV-1", "Resolved"),
        document("SEV-2", "resolved"),
    ];
    let [first, second, third] = sources.each_ref().map(String::as_str);
    let fields = |sources: &[&str]| {
        let format = learned(sources).unwrap();
        let lines = format.lines().filter(|line| !line.starts_with('#'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = fields(&[first, second, third]);
    for line in [
        "words = [\"SEV-1\", \"SEV-2\"]",
        "pass = [\"Resolved\", \"resolved\"]",
        "fail = [\"Open (monitoring)\"]",
    ] {
        assert!(expected.iter().any(|own| own.contains(line)), "{line}\n{expected:#?}");
    }
    assert_eq!(fields(&[third, first, second]), expected);
}

#[test]
fn keys_distinguish_and_leave_what_may_be_missing() {
    let keys = |sources: &[&str]| {
        let format = learned(sources).unwrap();
        format.lines().find(|line| line.starts_with("keys")).unwrap().to_owned()
    };
    let line = |message: &str, run: u32| {
        format!(
            "{{\"time\":\"2026-11-25T09:14:03Z\",\"level\":\"info\",\"service\":\"billing\",\"message\":\"{message}\",\"run\":\"r-{run}\"}}\n"
        )
    };
    let log = format!("{}{}", line("run started", 2201), line("run ended", 2202));
    assert_eq!(keys(&[&log]), "keys = [\"service\", \"time\", \"level\"]");
    let format = learned(&[&log]).unwrap();
    let blocks = read(&format, &log.replace("\"message\":\"run ended\",", ""));
    let missing = blocks[1].diagnostics.iter().any(|found| found.severity == Severity::Error);
    assert!(missing, "{:#?}\n{format}", blocks[1].diagnostics);
    assert_eq!(keys(&["{\"id\": 7, \"count\": 2}"]), "keys = [\"id\"]");
}

#[test]
fn hints_are_guessed_by_names_and_words() {
    let source = "# Audit Note: A\n\n**Coverage:** 80%\n**Verdict:** failed\n\n## Weak Points\n\n| Point | Severity |\n|---|---|\n\
                  | a | high |\n| b | low |\n\n## Open Questions\n\n- Why?\n";
    let format = learned(&[source]).unwrap();
    for hint in [
        "verdict = \"verdict\"",
        "fail = [\"failed\"]",
        "score = \"coverage\"",
        "severity = \"weak_points[].severity\"",
        "asks = \"open_questions\"",
    ] {
        assert!(format.lines().any(|line| line == hint), "{hint}\n{format}");
    }
    let summary = read(&format, source)[0].value.summary();
    assert_eq!((summary.score, summary.tally.high, summary.tally.low), (Some(80), 1, 1));
}

#[test]
fn a_name_of_a_built_in_format_gets_an_id_of_its_own() {
    let source = "# Review Report: A\n\n**Mood:** good\n\n## Thoughts\n\nB.\n";
    let format = learned(&[source]).unwrap();
    assert!(format.contains("id = \"our Review Report\""), "{format}");
    assert!(format.contains("has precedence"), "{format}");
}

#[test]
fn keys_of_any_language_are_quoted() {
    let sources = ["# 인시던트 보고: 하나\n\n**상태:** 열림\n", "# 인시던트 보고: 둘\n\n**상태:** 닫힘\n"];
    let format = learned(&sources).unwrap();
    check_reads(&format, &sources);
    assert!(format.contains("\"상태\" = { label = \"상태\", required = true }"), "{format}");
    let sources = ["# Übergabe: eins\n\n**Lage:** ruhig\n", "# Übergabe: zwei\n\n**Lage:** laut\n"];
    check_reads(&learned(&sources).unwrap(), &sources);
}

#[test]
fn what_has_nothing_in_common_is_no_format() {
    let check = |sources: &[&str], expected: &str| {
        let error = learned(sources).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(expected), "{sources:?}: {error}");
    };
    check(&[], "there is no example");
    check(&["No heading."], "a has neither a heading nor a JSON object");
    check(&["DEPLOY a to b\n"], "write `line = '^…'`");
    check(&["# A: b\n\n**C:** d\n", "{\"a\": 1}"], "one or the other");
    check(
        &["# Checkout times out\n\n**A:** b\n", "# Search is slow\n\n**A:** b\n"],
        "`Checkout times out`, `Search is slow`",
    );
    check(&["# Notes\n\nWords.\n", "# Notes\n\nOthers.\n"], "no title, label or section in common");
    check(&["{\"a\": 1}", "{\"b\": 1}"], "no key is in all objects");
    check(&[&format!("# A\n\n{}", "words ".repeat(200_000))], "longer than");
    let many: Vec<&str> = vec!["# A: b"; 51];
    let texts: Vec<Text> = many.iter().map(|source| Text::new(*source)).collect();
    let examples: Vec<Example<'_>> = texts.iter().map(|text| Example { name: "a", text }).collect();
    assert_eq!(learn(&examples, None, compile), Err(LearnError::TooMany));
}

#[test]
fn many_fields_make_no_file_that_is_too_long() {
    let labels: String = (0..500).map(|number| format!("**{}{number}:** b\n", "상".repeat(50))).collect();
    let source = format!("# A: b\n\n{labels}");
    let format = learned(&[&source]).unwrap();
    assert!(format.len() <= 64 * 1024 && compile(&format).is_ok());
    let keys: Vec<String> =
        (0..500).map(|number| format!("\"{number}{}\": {number}", "k".repeat(40))).collect();
    let source = format!("{{{}}}", keys.join(","));
    let nested = format!("{{\"deep\": {}1{}}}", "{\"a\": ".repeat(40), "}".repeat(40));
    for source in [source, nested] {
        let format = learned(&[&source]).unwrap();
        check_reads(&format, &[&source]);
        assert!(format.len() <= 64 * 1024);
    }
}

#[test]
fn the_title_the_verdict_and_the_score_are_no_keys() {
    let line = |title: &str, state: &str| {
        format!(
            "{{\"priority\": \"high\", \"state\": \"{state}\", \"opened_at\": \"2026-11-25\", \"title\": \"{title}\", \"coverage\": 80.5}}\n"
        )
    };
    let log = format!("{}{}", line("Checkout", "open"), line("Search", "resolved"));
    let format = learned(&[&log]).unwrap();
    let keys = format.lines().find(|line| line.starts_with("keys")).unwrap();
    assert!(!["state", "title", "coverage"].iter().any(|name| keys.contains(name)), "{keys}");
    assert!(format.contains("verdict = \"state\""), "{format}");
    // What has a verdict is judged, which an event is not.
    assert!(format.contains("kind = \"report\""), "{format}");
    let blocks = read(&format, &line("Login", "open").replace("\"state\": \"open\", ", ""));
    let is_missing = blocks[0].diagnostics.iter().any(|found| found.severity == Severity::Error);
    assert!(is_missing, "{:#?}", blocks[0].diagnostics);
}

#[test]
fn fields_of_objects_are_proposed_for_hints() {
    let source = |title: &str, state: &str| {
        format!(
            "{{\"incident\": {{\"state\": \"{state}\", \"title\": \"{title}\"}}, \"summary\": \"All of it.\", \"team\": \"search\"}}"
        )
    };
    let sources = [source("Checkout", "open"), source("Search", "resolved")];
    let sources = sources.each_ref().map(String::as_str);
    let format = learned(&sources).unwrap();
    check_reads(&format, &sources);
    for hint in ["title = \"incident.title\"", "verdict = \"incident.state\"", "fail = [\"open\"]"] {
        assert!(format.lines().any(|line| line == hint), "{hint}\n{format}");
    }
}

#[test]
fn front_matter_is_noted() {
    let source = "---\nstatus: open\n---\n# Audit Note: A\n\n**Verdict:** failed\n";
    assert!(learned(&[source]).unwrap().contains("# Front matter"));
    assert!(
        !learned(&["# Audit Note: A\n\n---\n\n**Verdict:** failed\n\n---\n"])
            .unwrap()
            .contains("Front matter")
    );
}
