//! What is derived from declarations: schemas, types, templates, and how far each format is covered.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::fs;
use std::path::Path;

use app::catalog::{Catalog, Example, Examples, compile};
use app::contract::{
    Contract, Coverage, Documents, FormatCoverage, Layer, Status, diff, json_schema, pattern_overlaps,
    template, typescript,
};
use app::format::Parsed;
use app::formats::{FORMATS, RegisteredFormat};
use app::scan::Blocks;
use app::text::Text;
use jsonschema::Validator;
use support::{fixtures, read};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/formats");
const OWN: [(&str, &str); 5] = [
    ("incident-report", "md"),
    ("release-notes", "md"),
    ("decision", "md"),
    ("deploy-log", "jsonl"),
    ("security-sign-off", "md"),
];

fn own(name: &str) -> &'static RegisteredFormat {
    let source = fs::read_to_string(Path::new(FOLDER).join(format!("{name}.format.toml"))).unwrap();
    compile(&source).ok().unwrap()
}

fn validator(format: &RegisteredFormat, documents: Documents) -> Validator {
    jsonschema::draft202012::new(&json_schema(format.spec, documents)).unwrap()
}

/// Returns what is wrong with the value of a block.
fn errors(validator: &Validator, block: &Parsed, name: &str) -> Vec<String> {
    let value = block.value.json();
    validator.iter_errors(&value).map(|error| format!("{name}: {}: {error}", error.instance_path())).collect()
}

#[track_caller]
fn check(validator: &Validator, block: &Parsed, name: &str) {
    assert_eq!(errors(validator, block, name), [""; 0], "{:#}", block.value.json());
}

/// The blocks of a format in all of its fixtures.
fn blocks(format: &RegisteredFormat) -> Vec<(String, Parsed)> {
    let mut found = Vec::new();
    for path in fixtures(format.spec) {
        let source = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let own = read(&source).into_iter().filter(|block| block.spec.id == format.spec.id);
        found.extend(own.map(|block| (path.display().to_string(), block)));
    }
    found
}

#[test]
fn what_is_read_of_every_fixture_is_as_its_schema_says() {
    let mut wrong = Vec::new();
    for format in FORMATS {
        let (any, conforming) = (validator(format, Documents::Any), validator(format, Documents::Conforming));
        let blocks = blocks(format);
        assert!(!blocks.is_empty(), "{}", format.spec.id);
        for (name, block) in &blocks {
            wrong.extend(errors(&any, block, name));
            if block.diagnostics.is_empty() {
                wrong.extend(errors(&conforming, block, name));
            }
        }
        assert!(blocks.iter().any(|(_, block)| block.diagnostics.is_empty()), "{}", format.spec.id);
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn a_schema_refuses_what_the_contract_does() {
    let review = FORMATS.iter().find(|format| format.spec.id == "5.1").unwrap();
    let schema = validator(review, Documents::Conforming);
    let value = read(review.spec.example)[0].value.json();
    assert!(schema.is_valid(&value));
    for (field, wrong) in [
        ("verdict", serde_json::json!("FINE")),
        ("score", serde_json::json!(101)),
        ("summary", serde_json::Value::Null),
        ("invented", serde_json::json!(1)),
    ] {
        let mut value = value.clone();
        value[field] = wrong;
        assert!(!schema.is_valid(&value), "{field}");
    }
}

#[test]
fn a_template_of_every_format_is_read_without_a_deviation() {
    for format in FORMATS {
        let written = template(format);
        let blocks = read(&written);
        let own: Vec<&Parsed> = blocks.iter().filter(|block| block.spec.id == format.spec.id).collect();
        assert_eq!(own.len(), 1, "{}\n{written}", format.spec.id);
        for block in &blocks {
            assert!(block.diagnostics.is_empty(), "{}: {:?}\n{written}", format.spec.id, block.diagnostics);
        }
        check(&validator(format, Documents::Conforming), own[0], format.spec.id);
    }
}

#[test]
fn templates_have_the_names_of_fields_for_their_words() {
    let of = |id: &str| template(FORMATS.iter().find(|format| format.spec.id == id).unwrap());
    insta::assert_snapshot!("template_of_a_report", of("5.1"));
    insta::assert_snapshot!("template_of_an_answer", of("delegate/standard"));
    insta::assert_snapshot!("template_of_a_declared_format", template(own("security-sign-off")));
}

#[test]
fn a_template_of_a_declared_format_is_read_without_a_deviation() {
    for (name, _) in OWN {
        let format = own(name);
        let written = template(format);
        let blocks = Blocks::by(&Catalog::with(vec![format]), &Text::new(&written), None).read_all();
        let [block] = blocks.as_slice() else { panic!("{name}: {} blocks\n{written}", blocks.len()) };
        assert!(block.diagnostics.is_empty(), "{name}: {:?}\n{written}", block.diagnostics);
        check(&validator(format, Documents::Conforming), block, name);
    }
}

#[test]
fn a_template_has_an_identifier_in_its_heading() {
    let written = |of_id: &str| {
        let source = format!(
            "name = \"Login Incident\"\nheading = \"INC-{{id}}\"\n[fields]\nid = {{ id = true{of_id} }}\n\
             title = {{ title = true, required = true }}\n"
        );
        let format = compile(&source).ok().unwrap();
        let coverage = FormatCoverage::of(&Catalog::with(vec![format]), format);
        assert!(!coverage.has_drifted() && !coverage.is_complete(), "{coverage:#?}");
        template(format)
    };
    assert_eq!(written(", required = true"), "# INC-1: Title\n");
    assert_eq!(written(", pattern = 'INC-2\\d+'"), "# INC-21: Title\n");
}

#[test]
fn types_follow_the_declaration() {
    insta::assert_snapshot!(
        "types_of_a_declared_format",
        typescript(own("incident-report").spec, Documents::Conforming)
    );
    insta::assert_snapshot!("types_of_any_document", typescript(own("incident-report").spec, Documents::Any));
}

#[test]
fn every_field_of_the_built_in_formats_is_complete() {
    let coverage = Coverage::of(&Catalog::with(Vec::new()));
    assert_eq!(coverage.formats.len(), FORMATS.len());
    for format in &coverage.formats {
        let lacking: Vec<_> = format.fields.iter().filter(|field| !field.lacks.is_empty()).collect();
        assert!(
            lacking.is_empty() && format.problems.is_empty(),
            "{}: {lacking:#?} {:#?}",
            format.id,
            format.problems
        );
    }
    assert_eq!(coverage.percent, 100);
    let (fields, complete) = coverage.fields();
    assert!(fields > 300 && complete == fields, "{complete} of {fields}");
}

/// Returns the coverage of a declared format with these documents beside its file.
fn coverage(format: &'static RegisteredFormat, examples: Vec<Example>) -> std::sync::Arc<FormatCoverage> {
    let examples = Examples::from([(format.spec.id, examples)]);
    FormatCoverage::of(&Catalog::with(vec![format]).showing(examples), format)
}

fn beside(name: &str, extension: &str, passes: bool) -> Example {
    let kind = if passes { "pass" } else { "fail" };
    let name = format!("{name}.{kind}.{extension}");
    Example { text: fs::read_to_string(Path::new(FOLDER).join(&name)).unwrap(), name, passes }
}

#[test]
fn a_declared_format_is_complete_with_its_examples() {
    for (name, extension) in OWN {
        let format = own(name);
        let untested = coverage(format, Vec::new());
        assert_eq!((untested.status, untested.percent), (Status::Shown, 66), "{name}: {untested:#?}");
        assert!(!untested.has_drifted() && !untested.is_complete());
        let tested = coverage(format, vec![beside(name, extension, true), beside(name, extension, false)]);
        assert!(!tested.has_drifted() && tested.percent > 66, "{name}: {tested:#?}");
        // A document that states every field is a test of all of them.
        let whole = Example { name: "whole.pass.md".to_owned(), text: template(format), passes: true };
        let tested = coverage(format, vec![whole, beside(name, extension, false)]);
        assert!(tested.is_complete(), "{name}: {tested:#?}");
    }
}

#[test]
fn an_example_that_does_what_it_should_not_is_drift() {
    let swapped = |passes| Example { passes, ..beside("incident-report", "md", !passes) };
    let wrong = coverage(own("incident-report"), vec![swapped(true), swapped(false)]);
    assert!(wrong.has_drifted());
    let said = wrong.problems.join("\n");
    assert!(
        said.contains("should pass, and has") && said.contains("should fail, and has no error"),
        "{said}"
    );
}

#[test]
fn a_field_that_no_document_states_is_only_specified() {
    // Two fields take the same words; only one of the patterns can match them.
    let source = "name = \"Twin\"\nheading = \"Twin\"\n[fields]\na = { label = \"A\", pattern = '^x$' }\nb = { label = \"A\", pattern = '^y$', required = true }\n";
    let coverage = coverage(compile(source).ok().unwrap(), Vec::new());
    assert!(coverage.has_drifted());
    assert!(coverage.fields.iter().any(|field| field.lacks.contains(&Layer::Pattern)), "{coverage:#?}");
    assert_eq!(coverage.status, Status::Specified);
}

#[test]
fn a_contract_survives_its_export() {
    let contract = Contract::of(FORMATS.iter().map(|format| format.spec));
    let read: Contract = serde_json::from_str(&serde_json::to_string(&contract).unwrap()).unwrap();
    assert_eq!(diff(&contract, &read), []);
    assert_eq!(contract, read);
}

#[test]
fn patterns_that_match_the_opening_of_another_format_are_found() {
    let overlaps = pattern_overlaps(&Catalog::with(Vec::new()));
    let found: Vec<(&str, &str)> =
        overlaps.iter().map(|overlap| (overlap.pattern_of.id, overlap.matches.id)).collect();
    // The contract's `^## Chain: (.+)$` is also the beginning of `## Chain: … -- Updated`.
    assert!(found.contains(&("1.1", "1.3")), "{found:?}");
}

#[test]
fn a_deprecated_format_is_read_and_noted() {
    let source =
        |more: &str| format!("name = \"Old Note\"\nheading = \"Old Note\"\n{more}\n[fields]\na = \"A\"\n");
    let format =
        compile(&source("deprecated = \"notes have dates now\"\nreplaced_by = \"note\"")).ok().unwrap();
    let text = Text::new("# Old Note\n\n**A:** b\n");
    let blocks = Blocks::by(&Catalog::with(vec![format]), &text, None).read_all();
    let [found] = blocks[0].diagnostics.as_slice() else { panic!("{:?}", blocks[0].diagnostics) };
    assert_eq!((found.rule.id, text.slice(found.span)), ("deprecated-format", "# Old Note"));
    assert_eq!(found.message, "the format is deprecated: notes have dates now; `note` replaces it");
    assert!(format.spec.all_rules().any(|rule| rule.id == "deprecated-format"));
    assert_eq!(json_schema(format.spec, Documents::Any)["deprecated"], true);

    let wrong = |more: &str| compile(&source(more)).err().unwrap()[0].message.clone();
    assert_eq!(wrong("replaced_by = \"note\""), "`replaced_by` needs `deprecated`, which says why");
    assert_eq!(wrong("deprecated = \"x\"\nreplaced_by = \"old-note\""), "a format is not replaced by itself");
}
