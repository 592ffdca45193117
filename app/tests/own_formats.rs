//! Formats that a team declares in files: the examples of the repository, and what is wrong with others.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use app::catalog::{Catalog, compile};
use app::diagnostic::{Diagnostic, Severity};
use app::document::{DocumentHead, State};
use app::format::Parsed;
use app::inbox::notices;
use app::report;
use app::scan::{Blocks, opens};
use app::text::Text;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/formats");
const NAMES: [(&str, &str); 5] = [
    ("incident-report", "md"),
    ("release-notes", "md"),
    ("decision", "md"),
    ("deploy-log", "jsonl"),
    ("security-sign-off", "md"),
];

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
        // The version is another after each change of the file.
        let without_version = |block: &Parsed| -> serde_json::Map<_, _> {
            let report = report::json(block);
            assert!(report["version"].is_string());
            let entries = report.as_object().unwrap().clone().into_iter();
            entries.filter(|(name, _)| name != "version").collect()
        };
        let reports: Vec<_> = blocks.iter().map(without_version).collect();
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
    check(
        "name = \"A\"\nline = '^GO (?<x>\\d'\n[fields]\nx = {}\n",
        &[("(", "the pattern can't be read: unclosed group")],
    );
    check(
        "name = \"A\"\nline = '(?<x>.*) GO'\n[fields]\nx = {}\n",
        &[("'(?<x>.*) GO'", "nothing says how the line begins")],
    );
    check(
        "name = \"A\"\nline = '^GO (?<y>.*)'\n[fields]\nx = {}\n",
        &[
            ("x", "the pattern has no group `(?<x>…)`"),
            ("'^GO (?<y>.*)'", "the group `y` is none of the fields"),
        ],
    );
    check(
        "name = \"A\"\nheading = \"A\"\n[fields]\nx = { pattern = '(?<z>a)' }\n",
        &[("'(?<z>a)'", "the group `z` is not the field `x`")],
    );
    check(
        "name = \"A\"\nheading = \"A\"\nkeys = [\"x\"]\n[fields]\nx = {}\n",
        &[("\"x\"", "a format opens in one way: with `heading`, `keys` or `line`")],
    );
    check(
        "name = \"A\"\nheading = \"A\"\n[fields]\nx = \"Mood\"\ny = { label = [\"State\", \"mood\"] }\n",
        &[("y", "`x` and `y` have the same place and value")],
    );
    check(
        "name = \"A\"\nheading = \"A\"\n[fields]\nx = { title = true }\ny = { title = true }\n",
        &[("y", "`x` and `y` have the same place and value")],
    );
    check(
        "name = \"A\"\nheading = \"A\"\n[fields]\nx = { words = [] }\n",
        &[("{ words = [] }", "`words` names none, which allows no value")],
    );
    check(
        "name = \"A\"\nheading = \"A\"\ngate = \"!\"\n[fields]\nx = \"X\"\n",
        &[("\"!\"", "the name of a gate has letters, and at most 80 bytes")],
    );
    check(
        "name = \"A\"\nheading = \"A\"\nlevel = 6\n[fields]\nx = { section = \"X\" }\n",
        &[("6", "sections would be of level 7, and headings have 6")],
    );
}

#[test]
fn a_gate_of_a_team_is_none_of_the_contract() {
    let check = |gate: &str, message: &str, help: Option<&str>| {
        let source = format!("name = \"A\"\nheading = \"A\"\ngate = {gate:?}\n[fields]\nx = \"X\"\n");
        let problems = compile(&source).err().unwrap();
        let found: Vec<_> = problems
            .iter()
            .map(|problem| (&source[problem.span.clone()], problem.message.as_str(), problem.help.as_deref()))
            .collect();
        assert_eq!(found, [(format!("{gate:?}").as_str(), message, help)]);
    };
    check("9", "`9` is a gate of the contract", Some("write `gate = 9` to count at it"));
    check(
        " execute  Step",
        "`execute Step` is a gate of the contract",
        Some("write `gate = 7` to count at it"),
    );
    check("1007465496", "the name of a gate has letters, and at most 80 bytes", None);
}

#[test]
fn a_value_that_is_not_of_its_type_is_reported_and_kept() {
    let fields = "[fields]\nbeats = { type = \"number\" }\ntook = { type = \"duration\" }\n\
                  origin = { type = \"place\" }\nended = { type = \"time\" }\n";
    let rules = |block: &Parsed| -> Vec<&'static str> {
        block.diagnostics.iter().map(|found| found.rule.id).collect()
    };
    let stated = serde_json::json!({
        "beats": "3 of 7",
        "took": "a while",
        "origin": "not a place at all",
        "ended": "2026-11-01T10:00:00+25:00",
    });
    let text = "# Slip\n\n**Beats:** 3 of 7\n\n**Took:** a while\n\n**Origin:** not a place at all\n\n\
                **Ended:** 2026-11-01T10:00:00+25:00\n";
    let blocks = read_by(&format!("name = \"A\"\nheading = \"Slip\"\n{fields}"), text);
    assert_eq!((blocks[0].value.json(), rules(&blocks[0])), (stated, vec!["unreadable-value"; 4]));

    let text =
        "{\"beats\": 3, \"took\": \"a while\", \"origin\": \"not a place at all\", \"ended\": \"now\"}";
    let blocks = read_by(&format!("name = \"A\"\nkeys = [\"beats\"]\n{fields}"), text);
    assert_eq!(rules(&blocks[0]), ["unreadable-value"; 3]);
    assert_eq!(blocks[0].value.json()["took"], "a while");
}

#[test]
fn a_hint_that_its_field_can_not_serve_is_wrong() {
    let check = |fields: &str, hints: &str, expected: &[&str]| {
        let problems =
            compile(&format!("name = \"A\"\nheading = \"A\"\n[fields]\n{fields}\n[hints]\n{hints}\n"));
        let found: Vec<String> =
            problems.err().unwrap_or_default().into_iter().map(|problem| problem.message).collect();
        assert_eq!(found, expected, "{fields} {hints}");
    };
    let status = "status = { words = [\"open\", \"resolved\"] }";
    check(status, "verdict = \"status\"\npass = [\"resolved\"]\nfail = [\"open\"]", &[]);
    check(
        status,
        "verdict = \"status\"\npass = [\"resolvd\"]\nfail = [\"open\"]",
        &["`resolvd` is no word of the verdict"],
    );
    check(status, "verdict = \"status\"\npass = [\"open\"]\nfail = [\"open\"]", &["`open` passes and fails"]);
    check(
        status,
        "verdict = \"status\"\nfail = [\"open\"]\nwaiting = [\"open\"]",
        &["`open` fails and is waiting"],
    );
    check(
        status,
        "pass = [\"open\"]",
        &["a word has a state only where `verdict` names the field that holds it"],
    );
    check(status, "score = \"status\"", &["`status` can't be that: a score is one number from 0 to 100"]);
    check(status, "asks = \"status\"", &["`status` can't be that: what is asked is text"]);
    check("severity = { words = [\"high\"] }", "severity = \"severity\"", &[]);
    check(
        "severity = {}",
        "severity = \"severity\"",
        &["`severity` can't be that: a severity is one of some `words`"],
    );
    check(
        "findings = { columns = { what = {}, severity = { words = [\"high\"] } } }",
        "severity = \"findings[].severity\"",
        &[],
    );
}

#[test]
fn a_section_with_a_list_where_a_table_belongs_is_an_error() {
    let source = "name = \"A\"\nheading = \"Incident\"\n[fields]\nactions = { section = \"Action items\", columns = { action = {}, owner = {} } }\n";
    let catalog = Catalog::with(vec![compile(source).unwrap()]);
    let rules = |items: &str| -> Vec<&'static str> {
        let text = Text::new(format!("# Incident\n\n## Action items\n\n{items}\n"));
        let blocks = Blocks::by(&catalog, &text, None).read_all();
        blocks.iter().flat_map(|block| &block.diagnostics).map(|found| found.rule.id).collect()
    };
    assert_eq!(rules("- [x] Renew the certificate"), ["no-table"]);
    assert_eq!(rules("| Action | Owner |\n|---|---|\n| Renew | Ana |"), [""; 0]);
    assert_eq!(rules("None."), [""; 0]);
}

#[test]
fn a_document_says_how_grave_it_is_under_a_label() {
    let file = "name = \"Alert\"\nheading = \"Alert\"\n[fields]\n\
                grade = { label = \"Severity\", words = [\"P0\", \"Medium\", \"SEV1\"] }\n\
                rows = { section = \"Rows\", columns = { what = {}, grade = { words = [\"P0\", \"SEV1\"] } } }\n\
                [hints]\nseverity = \"grade\"\n";
    let tally = |file: &str, text: &str| read_by(file, text)[0].value.summary().tally;
    let counts = |written: &str| tally(file, &format!("# Alert\n\n**Severity:** {written}\n"));
    assert_eq!((counts("P0").critical, counts("P0").total()), (1, 1));
    assert_eq!((counts("Medium").medium, counts("Medium").total()), (1, 1));
    assert_eq!(counts("SEV1").total(), 0, "a word of no known scale is no finding");
    let rows = "# Alert\n\n## Rows\n\n| What | Grade |\n|---|---|\n| a | P0 |\n| b | SEV1 |\n";
    let of_rows = tally(&file.replace("severity = \"grade\"", "severity = \"rows[].grade\""), rows);
    assert_eq!((of_rows.critical, of_rows.other), (1, 1));
}

#[test]
fn a_column_that_may_be_empty_may_be_missing_and_a_label_of_no_field_is_noted() {
    let file = "name = \"Alert\"\nheading = \"Alert\"\n[fields]\nstate = { label = \"State\", required = true }\n\
                rows = { section = \"Rows\", columns = { what = { required = true }, who = {}, due = { required = true } } }\n";
    let found = |text: &str| -> Vec<String> {
        let blocks = read_by(file, text);
        blocks[0].diagnostics.iter().map(|found| format!("{}: {}", found.rule.id, found.message)).collect()
    };
    let text = "# Alert\n\n**State:** open\n**Ownr:** Kim\n\n## Rows\n\n**Note:** two\n\n| What | Due |\n|---|---|\n| a | b |\n";
    assert_eq!(found(text), ["unlisted-label: the declaration has no label `Ownr`"]);
    let text = "# Alert\n\n**State:** open\n\n## Rows\n\n| What | Who |\n|---|---|\n| a | b |\n";
    assert_eq!(found(text), ["missing-column: the table has no column `Due`"]);
}

#[test]
fn a_log_is_in_the_state_of_its_gravest_line() {
    let state = |source: &str| {
        let text = Text::new(source);
        let catalog = Catalog::with(vec![compile(&file("deploy-log.format.toml")).unwrap()]);
        let blocks = Blocks::by(&catalog, &text, None).read_all();
        let blocks = blocks.iter().map(|parsed| parsed.head(&text)).collect();
        let head = DocumentHead { blocks, ..DocumentHead::default() };
        head.lead().map(|lead| lead.summary.state)
    };
    let log = file("deploy-log.pass.jsonl");
    assert_eq!(state(&log), Some(State::Failed));
    let first = log.lines().next().unwrap();
    assert_eq!(state(&format!("{first}\n{first}\n")), Some(State::Passed));
}

#[test]
fn a_gate_of_a_team_has_a_number_by_its_name() {
    let gate = |name: &str| {
        let file = format!("name = \"A\"\nheading = \"A\"\ngate = {name:?}\n[fields]\nx = \"X\"\n");
        compile(&file).unwrap().spec
    };
    let sign_off = gate("Security sign-off");
    assert_eq!((sign_off.gate, sign_off.gate_name), (185_902_264, "Security sign-off"));
    assert_eq!(gate("  security  Sign-off ").gate, sign_off.gate);
    assert_ne!(gate("Security sign-off 2").gate, sign_off.gate);
    assert_eq!(sign_off.gate_in_words().as_deref(), Some("gate Security sign-off"));
}

#[test]
fn lines_and_parts_that_do_not_match_are_reported_and_kept() {
    let file = "name = \"A\"\nheading = \"A\"\n[fields]\n\
                by = { label = \"By\", pattern = '^(\\w+)/', required = true }\n\
                model = { label = \"By\", pattern = '\\((.*)\\)|$', required = true }\n\
                log = { section = \"Log\", pattern = '^(?<at>\\d+): (?<what>.+)$', columns = { at = { type = \"count\" }, what = {} } }\n";
    let catalog = Catalog::with(vec![compile(file).unwrap()]);
    let blocks =
        Blocks::by(&catalog, &Text::new("# A\n\n**By:** nobody\n\n## Log\n\n1: began\nended\n"), None)
            .read_all();
    let expected = serde_json::json!({
        "by": "nobody",
        "model": null,
        "log": [{ "at": 1, "what": "began" }, { "at": "ended", "what": null }],
    });
    assert_eq!(blocks[0].value.json(), expected);
    let found: Vec<&str> = blocks[0].diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        found,
        [
            "`nobody` does not match the pattern of `by`",
            "`nobody` does not say the `model`",
            "the line does not match the pattern of `log`"
        ]
    );
}

fn catalog(sources: &[&str]) -> Catalog {
    Catalog::with(sources.iter().map(|source| compile(source).unwrap()).collect())
}

#[test]
fn a_change_of_formats_concerns_texts_in_which_a_changed_one_opens() {
    let format =
        |name: &str| format!("name = \"{name}\"\nheading = \"{name}\"\n[fields]\nstate = \"State\"\n");
    let [note, plan] = ["Deploy Note", "Rollout Plan"].map(format);
    let newer = note.replace("heading = \"Deploy Note\"", "heading = [\"Deploy Note\", \"Deployment\"]");
    let log = "name = \"Beat\"\nkeys = [\"beat\"]\n[fields]\nbeat = { type = \"count\" }\n";
    let (before, after) = (catalog(&[&note, &plan]), catalog(&[&newer, &plan, log]));
    assert_ne!(before.key(), after.key());
    assert_eq!(before.key(), catalog(&[&note, &plan]).key());
    assert_eq!(catalog(&[]).key(), None);
    for (text, expected) in [
        ("# Deploy Note\n\n**State:** done\n", true),
        ("# Deployment\n\n**State:** done\n", true),
        ("```\n# deploy note\n```\n", true),
        ("So:\n\n```json\n{\"beat\": 1}\n```\n", true),
        ("# Rollout Plan\n\n**State:** Deploy Note\n", false),
        ("# Review Report: a\n\n## Verdict: APPROVED\n", false),
        ("{\"beta\": 1}", false),
        ("", false),
    ] {
        let text = Text::new(text);
        assert_eq!(opens(&after.difference(&before), &text), expected, "{}", text.source());
        assert_eq!(opens(&before.difference(&after), &text), expected, "{}", text.source());
    }
    let turned = catalog(&[&plan, &note]).difference(&before);
    assert!(opens(&turned, &Text::new("# Rollout Plan\n")), "the order decides, too");
}

const INCIDENT: &str = "name = \"Incident\"\nheading = [\"INC-{id}\", \"Incident {id}\", \"Incident Report\"]\n[fields]\n\
                        id = { id = true, required = true }\ntitle = { title = true, required = true }\nstatus = \"Status\"\n";

/// Reads a document by a file that declares a format.
fn read_by(file: &str, source: &str) -> Vec<Parsed> {
    let catalog = Catalog::with(vec![compile(file).unwrap_or_else(|problems| panic!("{problems:#?}"))]);
    Blocks::by(&catalog, &Text::new(source), None).read_all()
}

#[test]
fn a_heading_has_an_identifier() {
    let check = |heading: &str, document: &str, id: &str| {
        let file = format!(
            "name = \"Incident\"\nheading = \"{heading}\"\n[fields]\nid = {{ id = true, required = true }}\n\
             title = {{ title = true, required = true }}\nstatus = \"Status\"\n"
        );
        let source = format!("# {document}: Checkout times out\n\n**Status:** open\n");
        let blocks = read_by(&file, &source);
        let [block] = blocks.as_slice() else { panic!("{heading}: {document}: {} blocks", blocks.len()) };
        assert!(block.diagnostics.is_empty(), "{:#?}", block.diagnostics);
        let value = block.value.json();
        assert_eq!((&value["id"], &value["title"]), (&id.into(), &"Checkout times out".into()), "{document}");
        let dashed = read_by(&file, &source.replacen(": Checkout", " – Checkout", 1));
        assert_eq!(dashed[0].value.json(), value, "{document}");
        assert_eq!(dashed[0].diagnostics[0].fix.as_ref().unwrap().insert, source.lines().next().unwrap());
    };
    check("INC-{id}", "INC-2026-041", "INC-2026-041");
    check("Incident {id}", "Incident 2026-047", "2026-047");
    check("Incident Report {id}", "Incident Report INC-2026-041", "INC-2026-041");
    check("Incident Report INC-{id}", "Incident Report INC-2026-041", "INC-2026-041");
    check("Incident Report #{id}", "Incident Report #41", "41");
    check("Incident Report ({id})", "Incident Report (INC-2026-041)", "INC-2026-041");
    check("[INC-{id}] Incident Report", "[INC-041] Incident Report", "INC-041");
    check("[{id}] Incident Report", "[INC-041] Incident Report", "INC-041");
    check("{id} Störung", "7b Störung", "7b");
}

#[test]
fn other_headings_open_no_document_with_an_identifier() {
    for heading in
        ["INC: A", "INC-next: A", "Incident: A", "Incident response: A", "Incident 4 of 5: A", "2026-041: A"]
    {
        assert!(read_by(INCIDENT, &format!("# {heading}\n\n**Status:** open\n")).is_empty(), "{heading}");
    }
}

#[test]
fn another_heading_is_read_and_reported_and_its_fix_keeps_the_identifier() {
    let check = |document: &str, id: Option<&str>, fixed: Option<&str>| {
        let blocks = read_by(INCIDENT, &format!("{document}\n\n**Status:** open\n"));
        let found = blocks[0].diagnostics.iter().find(|found| found.rule.id == "heading-form");
        let fix = found.unwrap().fix.as_ref().map(|fix| fix.insert.as_str());
        assert_eq!((blocks[0].value.json()["id"].as_str(), fix), (id, fixed), "{document}");
    };
    check("# Incident 2026-047: A", Some("2026-047"), Some("# INC-2026-047: A"));
    check("# Incident INC-2026-047: A", Some("INC-2026-047"), Some("# INC-2026-047: A"));
    check("# inc-7: A", Some("inc-7"), Some("# INC-7: A"));
    check("# Incident Report: A", None, None);
    let without =
        "name = \"Incident\"\nheading = [\"Incident Report\", \"INC-{id}\"]\n[fields]\nstatus = \"Status\"\n";
    let blocks = read_by(without, "# INC-2026-041: A\n\n**Status:** open\n");
    assert!(blocks[0].diagnostics[0].fix.is_none(), "{:?}", blocks[0].diagnostics);
}

#[test]
fn a_blank_document_with_an_identifier_is_recognized() {
    let spec = compile(INCIDENT).unwrap().spec;
    assert!(spec.example.starts_with("# INC-{id}: {title}\n"), "{}", spec.example);
    let blocks = read_by(INCIDENT, spec.example);
    let rules: Vec<&str> = blocks[0].diagnostics.iter().map(|found| found.rule.id).collect();
    assert_eq!(rules, ["placeholder"; 3]);
}

#[test]
fn formats_whose_headings_have_the_same_form_overlap() {
    let format = |name: &str, heading: &str| {
        compile(&format!("name = \"{name}\"\nheading = \"{heading}\"\n[fields]\nx = \"X\"\n")).unwrap()
    };
    let overlaps = |one: &str, other: &str| {
        app::scan::overlaps(&Catalog::with(vec![format("One", one), format("Other", other)])).len()
    };
    assert_eq!(overlaps("INC-{id}", "inc-2026-{id}"), 1);
    assert_eq!(overlaps("INC-{id}", "INC-2026-041"), 1);
    assert_eq!(overlaps("INC-{id}", "Incident {id}"), 0);
}

#[test]
fn a_heading_with_an_identifier_says_more_than_that() {
    let check = |heading: &str, expected: &str| {
        let file = format!("name = \"A\"\nheading = \"{heading}\"\n[fields]\nx = \"X\"\n");
        let problems = compile(&file).err().unwrap_or_default();
        let found: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(found, [expected]);
    };
    check("{id}", "`{id}` would open any document with a number in its heading");
    check("#{id}", "`{id}` would open any document with a number in its heading");
    check("v{id}", "`v{id}` would open any document with a number in its heading");
    check("A {id} {id}", "a heading has one `{id}`");
    check("INC-{number}", "`{number}` is no placeholder");
    let file = "name = \"A\"\nheading = \"A\"\n[fields]\nx = { id = true }\n";
    assert_eq!(compile(file).err().unwrap()[0].message, "no heading has `{id}`");
}

#[test]
fn what_a_file_misses_or_misspells_is_named() {
    let check = |source: &str, message: &str, help: Option<&str>| {
        let problems = compile(source).err().unwrap();
        assert_eq!((problems[0].message.as_str(), problems[0].help.as_deref()), (message, help), "{source}");
    };
    check("", "the key `name` is missing", None);
    check("name = \"A\"\nheading = \"A\"\n", "the table `[fields]` is missing", None);
    let fields = "[fields]\nx = \"X\"\n";
    check(
        &format!("name = \"A\"\nheadng = \"A\"\n{fields}"),
        "`headng` is no key",
        Some("did you mean `heading`?"),
    );
    let field = "name = \"A\"\nheading = \"A\"\n[fields]\nx = { requierd = true }\n";
    check(field, "`requierd` is no key", Some("did you mean `required`?"));
}

#[test]
fn both_spellings_of_a_word_are_fine_if_both_are_declared() {
    let file = "name = \"A\"\nheading = \"Slip\"\n[fields]\nx = { words = [\"Resolved\", \"resolved\"] }\n";
    for (word, deviations) in [("Resolved", 0), ("resolved", 0), ("RESOLVED", 1)] {
        let blocks = read_by(file, &format!("# Slip\n\n**X:** {word}\n"));
        assert_eq!(blocks[0].diagnostics.len(), deviations, "{word}");
    }
}

#[test]
fn words_of_a_verdict_may_be_running_or_waiting() {
    let file = "name = \"A\"\nheading = \"Slip\"\n[fields]\nx = { words = [\"investigating\", \"stalled\", \"monitoring\"] }\n\
                [hints]\nverdict = \"x\"\nrunning = [\"investigating\"]\nwaiting = [\"stalled\"]\n";
    let shown = |word: &str| {
        let summary = read_by(file, &format!("# Slip\n\n**X:** {word}\n"))[0].value.summary();
        (summary.state, summary.state.label(summary.verdict.as_deref()))
    };
    let label = |label: &str| Some(label.to_owned());
    assert_eq!(shown("investigating"), (State::Running, label("investigating")));
    assert_eq!(shown("stalled"), (State::Waiting, label("stalled")));
    assert_eq!(shown("monitoring"), (State::None, label("monitoring")));
    assert_eq!(State::None.label(None), None);
}

#[test]
fn a_word_of_a_verdict_may_have_words_behind_it() {
    let file = "name = \"A\"\nheading = \"Slip\"\n[fields]\nx = { words = [\"Open\", \"Resolved\"] }\n\
                [hints]\nverdict = \"x\"\npass = [\"Resolved\"]\nfail = [\"Open\"]\n";
    let check = |value: &str, state: State, severity: Severity| {
        let blocks = read_by(file, &format!("# Slip\n\n**X:** {value}\n"));
        let found: Vec<Severity> = blocks[0].diagnostics.iter().map(|found| found.severity).collect();
        assert_eq!((blocks[0].value.summary().state, found), (state, vec![severity]), "{value}");
    };
    for value in
        ["Open (since 07:00)", "Open, cause unknown", "Open: why?", "open. Two left.", "Open – for now"]
    {
        check(value, State::Failed, Severity::Warning);
    }
    for value in ["Open since 07:00", "Wide open", "Open, or Resolved"] {
        check(value, State::None, Severity::Error);
    }
}

#[test]
fn hints_name_fields_of_objects() {
    let fields = "incident = { fields = { state = { words = [\"open\"] }, title = {}, points = { type = \"number\" } }, required = true }\n\
                  findings = { columns = { level = { words = [\"high\"] }, title = {} } }\n";
    let file =
        |hints: &str| format!("name = \"A\"\nkeys = [\"incident\"]\n[fields]\n{fields}[hints]\n{hints}\n");
    let object = "{\"incident\": {\"state\": \"open\", \"title\": \"Checkout\", \"points\": 40}, \"findings\": [{\"level\": \"high\", \"title\": \"x\"}]}";
    let hints = "title = \"incident.title\"\nverdict = \"incident.state\"\nfail = [\"open\"]\nscore = \"incident.points\"\nseverity = \"findings[].level\"";
    let summary = read_by(&file(hints), object)[0].value.summary();
    assert_eq!(
        (summary.title.as_deref(), summary.state, summary.score),
        (Some("Checkout"), State::Failed, Some(40))
    );
    assert_eq!(summary.tally.high, 1);
    let refused = |hints: &str, message: &str, help: &str| {
        let problems = compile(&file(hints)).err().unwrap();
        assert_eq!(problems[0].message, message, "{hints}");
        assert!(problems[0].help.as_deref().unwrap_or_default().contains(help), "{problems:?}");
    };
    refused(
        "verdict = \"incident[].state\"",
        "`incident[].state` is no field",
        "did you mean `incident.state`?",
    );
    refused("verdict = \"nothing.of.it\"", "`nothing.of.it` is no field", "incident.state");
    refused("title = \"findings[].title\"", "`findings[].title` can't be that: a title is one value", "");
    refused("verdict = \"findings[].level\"", "`findings[].level` can't be that: a verdict is one value", "");
}

#[test]
fn what_is_done_is_not_asked() {
    let file = "name = \"A\"\nheading = \"Slip\"\n[fields]\nasked = { section = \"Asked\", type = \"list\" }\n[hints]\nasks = \"asked\"\n";
    let text = "# Slip\n\n## Asked\n\n- [x] Roll back\n- [ ] Call them\n- Wait?\n- [X] Page\n";
    let blocks = read_by(file, text);
    let asked: Vec<(u32, String)> = notices(&Text::new(text), &blocks, 0)
        .into_iter()
        .map(|notice| (notice.line, notice.question))
        .collect();
    assert_eq!(asked, [(6, "Call them".to_owned()), (7, "Wait?".to_owned())]);
}

#[test]
fn what_does_not_match_a_pattern_is_reported_with_it() {
    let file = "name = \"A\"\nheading = \"Slip\"\n[fields]\nrun = { label = \"Run\", pattern = '^#(\\d+)$' }\n\
                steps = { section = \"Steps\", pattern = '^(?<at>\\d+): (?<what>.*)$', columns = { at = {}, what = {} } }\n";
    let blocks = read_by(file, "# Slip\n\n**Run:** seven\n\n## Steps\n\n- none\n");
    let expected: Vec<&str> =
        blocks[0].diagnostics.iter().filter_map(|found| found.expected.as_deref()).collect();
    assert_eq!(expected, ["words that match `^#(\\d+)$`", "words that match `^(?<at>\\d+): (?<what>.*)$`"]);
}
