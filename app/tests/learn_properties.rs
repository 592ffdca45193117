//! What is learned from documents, whatever they are.

mod support;

use app::catalog::{Catalog, compile};
use app::declaration::FieldSpec;
use app::learn::{Example, learn};
use app::scan::Blocks;
use app::text::Text;
use proptest::prelude::*;
use serde_json::Value;
use support::declarations::{Declaration, Field, Shape, declaration, identifier};

fn learned(sources: &[String]) -> Option<String> {
    let texts: Vec<Text> = sources.iter().map(|source| Text::new(source.as_str())).collect();
    let examples: Vec<Example<'_>> = texts.iter().map(|text| Example { name: "example", text }).collect();
    learn(&examples, None, compile).ok()
}

/// Returns the only block of a text, read by a format, with the fields of the format.
fn read(format: &str, source: &str) -> (&'static [FieldSpec], Value) {
    let room = compile(format).unwrap_or_else(|problems| panic!("{problems:#?}\n{format}"));
    let blocks = Blocks::by(&Catalog::with(vec![room]), &Text::new(source), None).read_all();
    let [block] = blocks.as_slice() else { panic!("{} blocks\n{format}\n{source}", blocks.len()) };
    assert_eq!(block.spec.id, room.spec.id);
    (room.spec.fields, block.value.json())
}

/// Checks that a field is read: each row of a table has each of its cells.
fn check_stated(field: &Field, specs: &'static [FieldSpec], read: &Value, context: &str) {
    let spec = specs.iter().find(|spec| spec.name == field.name || spec.label() == field.written);
    let spec = spec.unwrap_or_else(|| panic!("no field `{}`\n{context}", field.written));
    let value = &read[spec.name];
    let is_stated = !value.is_null() && value.as_array().is_none_or(|items| !items.is_empty());
    assert!(is_stated, "`{}` is not stated\n{context}", field.written);
    if let Shape::Table(columns) = &field.shape {
        for row in value.as_array().unwrap_or_else(|| panic!("`{}` has no rows\n{context}", field.written)) {
            columns.iter().for_each(|column| check_stated(column, spec.kind.fields(), row, context));
        }
    }
}

/// What two documents of a format have in common reads a third, which has all fields, with every field that both have.
fn check_learned(declaration: &Declaration, [first, second, third]: [u32; 3]) {
    // One identifier in both is a name.
    let second = second + u32::from(first == second && declaration.identified.is_some());
    let sources = [first, second].map(|number| declaration.document(number));
    let format = learned(&sources).unwrap_or_else(|| panic!("nothing learned from {sources:#?}"));
    let document = declaration.complete_document(third);
    let context = format!("{}\n{format}\n{document}", declaration.file());
    let (specs, value) = read(&format, &document);
    for (at, field) in declaration.fields.iter().enumerate() {
        if [first, second].iter().all(|number| declaration.has(at, *number)) {
            check_stated(field, specs, &value, &context);
        }
    }
    if declaration.has_title {
        assert!(value["title"].is_string(), "{context}");
    }
    check_identifier(declaration, third, &value);
}

/// Checks that the identifier in a heading is read, with what it is joined to.
fn check_identifier(declaration: &Declaration, number: u32, read: &Value) {
    if declaration.identified.is_some() {
        let id = read["id"].as_str().unwrap_or_default();
        assert!(id.ends_with(&identifier(number)), "{id}: {}", declaration.document(number));
    }
}

/// Lines of documents that may have something in common.
fn lines() -> impl Strategy<Value = String> {
    let known = vec![
        "# Note: a",
        "# Note",
        "## Note - b",
        "# Other: c",
        "# Note 41: a",
        "# Note (N-2026-042): b",
        "# [N-7] Note - c",
        "# 2026-041: d",
        "# v2.0",
        "**State:** done",
        "**State:** {state}",
        "State: open",
        "- **State:** x",
        "**Due:**",
        "- item",
        "  - inner",
        "## Part",
        "## Part: two",
        "## 1. Part",
        "### Inner",
        "| A | B |",
        "|---|---|",
        "| 1 | 2 |",
        "| x | - |",
        "```",
        "> quoted",
        "---",
        "",
        "",
        "{\"a\": 1, \"b\": [1, {}]}",
        "{\"a\": null}",
        "[{\"a\": {\"b\": {\"c\": {\"d\": {\"e\": {}}}}}}]",
        "{\"a\": \"2026-01-01\"",
        "**a \"b\" \\ c:** d",
        "\u{feff}# Note: a",
        "# Review Report: a",
        "**Übung:** é",
    ];
    let line = prop_oneof![
        6 => prop::sample::select(known).prop_map(str::to_owned),
        1 => "[ -~\u{a0}é가🟡]{0,30}",
    ];
    prop::collection::vec(line, 0..14).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn a_declaration_made_at_random_compiles_and_reads_its_documents(
        declaration in declaration(), number in 0..10_000_u32,
    ) {
        let (specs, value) = read(&declaration.file(), &declaration.document(number));
        for (at, field) in declaration.fields.iter().enumerate().filter(|(at, _)| declaration.has(*at, number)) {
            check_stated(field, specs, &value, &format!("{at} {}", declaration.file()));
        }
        check_identifier(&declaration, number, &value);
    }

    #[test]
    fn what_two_documents_show_reads_a_third_with_every_field(
        declaration in declaration(), numbers in [0..10_000_u32, 0..10_000, 0..10_000],
    ) {
        check_learned(&declaration, numbers);
    }

    #[test]
    fn a_damaged_file_says_where_or_declares_a_format(
        declaration in declaration(),
        damages in prop::collection::vec((any::<prop::sample::Index>(), 0..12_usize, "[ -~é\\n]{0,4}"), 1..4),
    ) {
        let mut file = declaration.file();
        for (at, length, words) in damages {
            let letters: Vec<char> = file.chars().collect();
            let (before, after) = letters.split_at(at.index(letters.len() + 1));
            let after = after.iter().skip(length);
            file = before.iter().copied().chain(words.chars()).chain(after.copied()).collect();
        }
        let document = Text::new(declaration.document(1));
        match compile(&file) {
            Ok(room) => drop(Blocks::by(&Catalog::with(vec![room]), &document, None).read_all()),
            Err(problems) => {
                prop_assert!(!problems.is_empty(), "{}", file);
                for problem in problems {
                    prop_assert!(file.get(problem.span.clone()).is_some(), "{:?}\n{}", problem, file);
                    prop_assert!(!problem.message.is_empty(), "{}", file);
                }
            }
        }
    }

    #[test]
    fn whatever_is_learned_compiles(sources in prop::collection::vec(lines(), 1..4)) {
        if let Some(format) = learned(&sources) {
            prop_assert!(compile(&format).is_ok(), "{}", format);
        }
    }
}
