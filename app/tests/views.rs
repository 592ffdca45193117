//! The viewer's layer of each contract: every field is shown, and shown as text.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use any_spawner::Executor;
use app::format::Parsed;
use app::formats::{view, view_records};
use app::scan;
use app::text::Text;
use app::ui::ViewContext;
use leptos::prelude::*;
use serde_json::Value;
use support::{fixtures, room_of};

type Outcome = datatest_stable::Result<()>;

/// The HTML of every block of a text.
fn render(source: &str) -> Vec<(Parsed, String)> {
    // Fails if another test in this process has initialized it already.
    let _ = Executor::init_tokio();
    let owner = Owner::new();
    owner.set();
    let text = Arc::new(Text::new(source));
    let nowhere = Callback::new(|line| format!("#L{line}"));
    let show = |parsed: Parsed| {
        let context = ViewContext::new(text.clone(), &parsed, nowhere, nowhere, 1);
        let html = view(&parsed, &context).expect("a viewer").to_html();
        (parsed, html)
    };
    scan::read(&text).into_iter().map(show).collect()
}

fn fields_in(html: &str) -> BTreeSet<&str> {
    html.split("data-field=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Returns the visible text: without tags, with entities resolved, and with case and line breaks normalized.
fn words(html: &str) -> String {
    let mut text = String::new();
    let mut in_tag = false;
    for character in html.chars() {
        match character {
            '<' => in_tag = true,
            '>' => in_tag = false,
            _ if in_tag => {}
            other => text.push(other),
        }
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    alike(&text)
}

fn alike(text: &str) -> String {
    let spaced = text.replace(['_', '`', '*', '\u{a0}', '\u{202f}'], " ");
    spaced.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn leaves(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.values().for_each(|field| leaves(field, found)),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, found)),
        Value::String(text) => found.push(text.clone()),
        Value::Number(number) => found.push(number.to_string()),
        Value::Bool(_) | Value::Null => {}
    }
}

fn every_field_of_the_spec_is_shown(manual: &Path) -> Outcome {
    let room = room_of(manual);
    let documents = fixtures(room.spec).into_iter().map(|path| fs::read(path).expect("a readable fixture"));
    let pages: Vec<_> = documents.flat_map(|bytes| render(&String::from_utf8_lossy(&bytes))).collect();
    let of_room = pages.iter().filter(|(parsed, _)| parsed.spec.id == room.spec.id);
    let shown: BTreeSet<_> = of_room.flat_map(|(_, html)| fields_in(html)).collect();
    let placed = room.spec.placed_fields();
    let stated: BTreeSet<_> = placed.iter().map(|field| field.path.as_str()).collect();
    let missing: Vec<_> = stated.difference(&shown).collect();
    let invented: Vec<_> = shown.difference(&stated).collect();
    assert!(
        missing.is_empty() && invented.is_empty(),
        "{}: {missing:?} not shown, {invented:?} not in the spec",
        room.spec.id
    );
    Ok(())
}

fn every_value_of_the_example_is_readable(manual: &Path) -> Outcome {
    let room = room_of(manual);
    for (parsed, html) in render(room.spec.example) {
        let text = words(&html);
        let mut values = Vec::new();
        leaves(&parsed.value.json(), &mut values);
        assert!(!values.is_empty(), "{}: the example states nothing", room.spec.id);
        for value in values {
            assert!(text.contains(&alike(&value)), "{}: `{value}` is not in the page: {text}", room.spec.id);
        }
    }
    Ok(())
}

fn text_from_outside_is_never_markup(manual: &Path) -> Outcome {
    const ATTACK: &str = "<img src=x onerror=alert(1)> <script>alert(2)</script> [x](javascript:alert(3)) \
                          ![p](https://evil.example/p.png)";
    let room = room_of(manual);
    let poisoned = poisoned(room.spec.example, ATTACK);
    let pages = render(&poisoned);
    assert!(!pages.is_empty(), "{}: the poisoned example is still recognized", room.spec.id);
    for (_, html) in pages {
        for forbidden in ["<img", "<script", "href=\"javascript:", "onerror=\"", "src=\"https://evil"] {
            assert!(!html.contains(forbidden), "{}: {forbidden} in {html}", room.spec.id);
        }
        assert!(html.contains("&lt;script"), "{}: the attack is shown as the text it is", room.spec.id);
    }
    Ok(())
}

/// Inserts `attack` after every sentence, in every last cell and in every string. In an example without sentences,
/// inserts it after dashes and headings.
fn poisoned(example: &str, attack: &str) -> String {
    let poisoned = example.replace(".\n", &format!(". {attack}\n"));
    let poisoned = poisoned.replace(". |\n", &format!(". {attack} |\n"));
    let poisoned = poisoned.replace(".\"", &format!(". {attack}\""));
    if poisoned != example {
        return poisoned;
    }
    let line = |line: &str| {
        let mark = [" -- ", " — "].into_iter().find(|mark| line.contains(mark));
        match mark.and_then(|mark| Some((mark, line.split_once(mark)?))) {
            Some((mark, (before, after))) => format!("{before}{mark}{attack} {after}\n"),
            None if line.starts_with('#') => format!("{line} {attack}\n"),
            None => format!("{line}\n"),
        }
    };
    example.lines().map(line).collect()
}

/// Every record of a log is in its view once, with its links; examples in a fence are none.
fn a_log_is_shown_as_a_whole(path: &Path, log: String) -> Outcome {
    let _ = Executor::init_tokio();
    let owner = Owner::new();
    owner.set();
    let text = Arc::new(Text::new(log));
    let blocks = scan::read(&text);
    let records: Vec<&Parsed> = blocks.iter().collect();
    let room = room_of(path);
    let context = ViewContext::new(
        text.clone(),
        records[0],
        Callback::new(|line| format!("#L{line}")),
        Callback::new(|row| format!("?row={row}")),
        1,
    );
    let view = view_records(room.spec, &records, &[0, 1, 2, 3, 4], &context).expect("a log");
    let head = words(&view.head.to_html());
    for said in [
        "13 decisions", "1 task", "12 state transition", "1 deny", "session seen seen", "fired not seen",
        "came by",
    ] {
        assert!(head.contains(said), "{said} is not in {head}");
    }
    let lines: Vec<String> = view.lines.into_iter().map(|line| line.to_html()).collect();
    assert_eq!(lines.len(), 5);
    for said in ["href=\"#record-4\"", "task-81.spawn.4"] {
        assert!(lines[4].contains(said), "{said} is not in {}", lines[4]);
    }
    assert!(lines[3].contains("href=\"?row=6#record-6\""), "the next page is linked in {}", lines[3]);
    assert!(words(&lines[0]).contains("3 of 4 signals lit"), "{}", lines[0]);
    Ok(())
}

/// Null says that nobody was asked; a missing field says nothing.
fn what_was_decided_automatically_is_said_to_be(_path: &Path, record: String) -> Outcome {
    let shown = |record: &str| render(record).iter().map(|(_, html)| words(html)).collect::<String>();
    let automatic = "authorized by the chairnobody: decided automatically";
    assert!(shown(&record).contains(automatic), "{}", shown(&record));
    let unsaid = record.replace(r#""chair_authorization_id": null, "#, "");
    assert_ne!(unsaid, record);
    assert!(shown(&unsaid).contains("authorized by the chairnot said"), "{}", shown(&unsaid));
    Ok(())
}

datatest_stable::harness! {
    { test = every_field_of_the_spec_is_shown, root = "src/formats", pattern = r"/spec\.md$" },
    { test = every_value_of_the_example_is_readable, root = "src/formats", pattern = r"/spec\.md$" },
    { test = text_from_outside_is_never_markup, root = "src/formats", pattern = r"/spec\.md$" },
    { test = a_log_is_shown_as_a_whole, root = "src/formats", pattern = r"v36_decision/fixtures/trail_in_order\.jsonl$" },
    { test = what_was_decided_automatically_is_said_to_be, root = "src/formats", pattern = r"v36_decision/fixtures/decided_by_itself\.jsonl$" },
}
