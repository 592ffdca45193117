//! Every fixture of every room: what is parsed from it, and the invariants of every text.

mod support;

use std::path::Path;

use app::diagnostic::Severity;
use app::fix::{Choice, apply_choice};
use app::format::Parsed;
use app::formats::FORMATS;
use app::markdown::Outline;
use app::read_as::ReadAs;
use app::scan;
use app::text::Text;
use serde_json::Value;
use support::{
    check_coverage, check_diagnostics, check_kept, check_rows, check_words, data, fix, read, seen,
};

type Outcome = datatest_stable::Result<()>;

/// A new case is a new file; its snapshot is beside it.
fn snapshot(path: &Path, bytes: Vec<u8>) -> Outcome {
    let blocks = app::scan::read(&Text::from_bytes(&bytes));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(path.parent().expect("a room")).join("snapshots");
    let name = path.file_stem().expect("a name").to_string_lossy();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_json_snapshot!(name.as_ref(), seen(&blocks)));
    Ok(())
}

/// No format claims near misses and noise.
fn unclaimed(_path: &Path, source: String) -> Outcome {
    let blocks = read(&source);
    let claims: Vec<_> = blocks.iter().map(|parsed| (parsed.spec.id, parsed.reason)).collect();
    assert!(claims.is_empty(), "{claims:?}");
    Ok(())
}

/// A text that its contract allows gets no diagnostic.
fn conforming(_path: &Path, source: String) -> Outcome {
    let blocks = read(&source);
    let found: Vec<_> = blocks.iter().flat_map(|parsed| &parsed.diagnostics).collect();
    assert!(!blocks.is_empty() && found.is_empty(), "{found:?}");
    Ok(())
}

fn every_byte_is_accounted_for(_path: &Path, source: String) -> Outcome {
    for parsed in read(&source) {
        check_coverage(&source, &parsed);
        check_diagnostics(&source, &parsed);
    }
    Ok(())
}

fn line_breaks_do_not_matter(_path: &Path, source: String) -> Outcome {
    let unix = source.replace("\r\n", "\n").replace('\r', "\n");
    let expected = data(&read(&unix));
    for line_break in ["\r\n", "\r"] {
        let other = unix.replace('\n', line_break);
        let read: Vec<Value> =
            data(&read(&other)).iter().map(|value| with_unix_breaks(value, line_break)).collect();
        assert_eq!(read, expected, "{line_break:?}");
    }
    Ok(())
}

/// Some editors write a byte order mark, which is invisible.
fn a_byte_order_mark_does_not_matter(_path: &Path, source: String) -> Outcome {
    let plain = source.trim_start_matches('\u{feff}');
    let (expected, marked) = (read(plain), read(&format!("\u{feff}{plain}")));
    assert_eq!(data(&marked), data(&expected));
    assert_eq!(found(&marked), found(&expected));
    Ok(())
}

fn found(blocks: &[Parsed]) -> Vec<(&'static str, &str)> {
    let diagnostics = blocks.iter().flat_map(|parsed| &parsed.diagnostics);
    diagnostics.map(|found| (found.rule.id, found.message.as_ref())).collect()
}

/// Texts of several lines keep the breaks they have.
fn with_unix_breaks(value: &Value, line_break: &str) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace(line_break, "\n")),
        Value::Array(items) => items.iter().map(|item| with_unix_breaks(item, line_break)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, field)| (name.clone(), with_unix_breaks(field, line_break))).collect()
        }
        other => other.clone(),
    }
}

/// Applying fixes ends and removes nothing: lists keep their rows, and fields keep having a value.
fn fixes_fix_and_lose_nothing(_path: &Path, source: String) -> Outcome {
    let (fixed, _) = fix(&source).expect("a few rounds of fixes are enough");
    let (before, after) = (data(&read(&source)), data(&read(&fixed)));
    assert_eq!(before.len(), after.len(), "a block came or went:\n{fixed}");
    for (before, after) in before.iter().zip(&after) {
        check_kept(before, after, "", &fixed);
    }
    Ok(())
}

/// What `--fix` leaves is nothing new, and it says truly how much it fixed.
fn fixes_add_no_warning(_path: &Path, source: String) -> Outcome {
    let fixed = apply_choice(&Text::new(source.as_str()), None, &Choice::All);
    let found = |source: &str| -> Vec<(Severity, &'static str)> {
        let blocks = read(source).into_iter().filter(|block| !block.fenced);
        let found = blocks.flat_map(|block| block.diagnostics);
        found.map(|found| (found.severity, found.rule.id)).collect()
    };
    let (before, after) = (found(&source), found(fixed.text.source()));
    assert_eq!(fixed.count as usize, before.len() - after.len());
    for kind in after.iter().filter(|(severity, _)| *severity != Severity::Info) {
        let count = |found: &[(Severity, &str)]| found.iter().filter(|other| *other == kind).count();
        assert!(count(&after) <= count(&before), "{kind:?}: {}", fixed.text.source());
    }
    Ok(())
}

/// A review has the same findings after all its fixes, except for misspelled severities.
fn fixes_change_no_finding(_path: &Path, source: String) -> Outcome {
    let (fixed, _) = fix(&source).expect("a few rounds of fixes are enough");
    let before = read(&source);
    let slips: Vec<&str> = before
        .iter()
        .flat_map(|parsed| &parsed.diagnostics)
        .filter(|found| found.rule.id == "unknown-severity" && found.fix.is_some())
        .filter_map(|found| found.field.as_deref())
        .collect();
    let said = |blocks: &[Parsed]| -> Vec<Value> {
        let of_review = |mut value: Value| {
            for (index, finding) in value["findings"].as_array_mut().into_iter().flatten().enumerate() {
                if slips.contains(&format!("findings[{index}].severity").as_str()) {
                    finding["severity"] = Value::Null;
                }
            }
            let stated = ["scope", "findings", "fixesApplied", "flagsForHuman"];
            Value::from(stated.map(|name| value[name].clone()).to_vec())
        };
        data(blocks).into_iter().map(of_review).collect()
    };
    assert_eq!(said(&read(&fixed)), said(&before), "{fixed}");
    Ok(())
}

fn no_word_is_lost(_path: &Path, source: String) -> Outcome {
    let text = Text::new(source);
    scan::read(&text).iter().for_each(|parsed| check_words(&text, parsed));
    Ok(())
}

fn no_row_is_lost(_path: &Path, source: String) -> Outcome {
    let text = Text::new(source);
    let outline = Outline::of(&text);
    for parsed in &scan::read(&text) {
        check_rows(&text, &outline, parsed);
    }
    Ok(())
}

/// Every value that is read has the type that its field declares.
fn values_have_their_types(_path: &Path, source: String) -> Outcome {
    for parsed in &read(&source) {
        let json = parsed.value.json();
        for field in parsed.spec.placed_fields() {
            for value in values_at(&json, &field.path) {
                let kind = field.spec.kind;
                assert!(kind.holds(value), "{}: {value} is not of type {kind:?}", field.path);
            }
        }
    }
    Ok(())
}

/// The values at a path such as `findings[].file`.
fn values_at<'v>(value: &'v Value, path: &str) -> Vec<&'v Value> {
    path.split('.').fold(vec![value], |values, part| {
        let (name, is_list) = part.strip_suffix("[]").map_or((part, false), |name| (name, true));
        let members = values.into_iter().filter_map(|value| value.get(name));
        match is_list {
            true => members.filter_map(Value::as_array).flatten().collect(),
            false => members.collect(),
        }
    })
}

/// The chosen claims are the parsed blocks, one for one.
fn what_is_read_is_what_is_explained(_path: &Path, source: String) -> Outcome {
    support::check_agreement(&source);
    Ok(())
}

fn any_format_reads_it(_path: &Path, source: String) -> Outcome {
    let text = Text::new(source.as_str());
    for room in FORMATS {
        for parsed in scan::read_as(&text, ReadAs { room, at: Some(0) }) {
            check_coverage(&source, &parsed);
        }
    }
    Ok(())
}

datatest_stable::harness! {
    { test = snapshot, root = "src/formats", pattern = r"/fixtures/\w+\.(md|json|jsonl)$" },
    { test = unclaimed, root = "src/formats", pattern = r"/fixtures/none/\w+\.(md|json|jsonl)$" },
    { test = conforming, root = "src/formats", pattern = r"/fixtures/conforming_\w+\.md$" },
    { test = every_byte_is_accounted_for, root = "src/formats", pattern = r"/fixtures/\w+\.(md|json|jsonl)$" },
    { test = line_breaks_do_not_matter, root = "src/formats", pattern = r"/fixtures/\w+\.(md|json|jsonl)$" },
    { test = a_byte_order_mark_does_not_matter, root = "src/formats", pattern = r"/fixtures/\w+\.(md|json|jsonl)$" },
    { test = fixes_fix_and_lose_nothing, root = "src/formats", pattern = r"/fixtures/\w+\.(md|json|jsonl)$" },
    { test = fixes_add_no_warning, root = "src/formats", pattern = r"/fixtures/\w+\.(md|json|jsonl)$" },
    { test = fixes_change_no_finding, root = "src/formats", pattern = r"review_report/fixtures/\w+\.md$" },
    { test = values_have_their_types, root = "src/formats", pattern = r"/fixtures/\w+\.(md|json|jsonl)$" },
    { test = no_row_is_lost, root = "src/formats", pattern = r"/fixtures/\w+\.(md|json|jsonl)$" },
    { test = no_word_is_lost, root = "src/formats", pattern = r"/fixtures/\w+\.(md|json|jsonl)$" },
    { test = what_is_read_is_what_is_explained, root = "src/formats", pattern = r"/fixtures/\w+\.(md|json|jsonl)$" },
    { test = any_format_reads_it, root = "src/formats", pattern = r"/fixtures/complete\.(md|json|jsonl)$" },
}
