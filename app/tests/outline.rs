//! The outline of Markdown, one case for each way in which agents write it.

use app::markdown::{Kind, Marker, Outline};
use app::text::Text;

/// Returns the outline as lines: the kind and the content of each node.
fn outlined(source: &str) -> String {
    let text = Text::new(source);
    let outline = Outline::of(&text);
    let mut seen = Vec::new();
    for node in outline.nodes() {
        let depth = "> ".repeat(node.quote.into());
        let fence = if node.fence.is_some() { "fenced " } else { "" };
        let say = |kind: &str, what: &str| format!("{depth}{fence}{kind} {what}").trim_end().to_owned();
        match node.kind {
            Kind::Heading { level, text: heading } => {
                seen.push(say(&format!("h{level}"), text.slice(heading)))
            }
            Kind::Table(table) => {
                let rule = if table.rule().is_some() { "table" } else { "table without rule" };
                seen.push(say(rule, &format!("{} columns", table.columns)));
                for row in outline.header(table).into_iter().chain(outline.rows(table)) {
                    let cells: Vec<&str> = outline.cells(row).iter().map(|cell| text.slice(*cell)).collect();
                    let found =
                        if row.found == table.columns { String::new() } else { format!(" ({})", row.found) };
                    seen.push(format!("  {}{found}", cells.join(" ¦ ")));
                }
            }
            Kind::Item { marker, level, text: item } => {
                let mark = match marker {
                    Marker::Bullet => "*".to_owned(),
                    Marker::Number(number) => number.to_string(),
                };
                seen.push(say(&format!("item {level} {mark}"), text.slice(item)));
            }
            Kind::KeyValue(pair) => {
                seen.push(say("key", &format!("{} = {}", text.slice(pair.key), text.slice(pair.value))));
            }
            Kind::FenceMark(id) => {
                let opener = outline.fence(id).filter(|fence| fence.span.start == node.span.start);
                seen.push(say("mark", opener.map_or("", |fence| text.slice(fence.info))));
            }
            Kind::StrayFenceMark => seen.push(say("stray", "")),
            Kind::Rule => seen.push(say("rule", "")),
            Kind::Blank => {}
            Kind::Prose { text: prose } => seen.push(say("prose", &text.slice(prose).replace('\n', " / "))),
        }
    }
    seen.join("\n")
}

fn check(source: &str, expected: &[&str]) {
    assert_eq!(outlined(source), expected.join("\n"), "{source}");
}

#[test]
fn headings() {
    check("# One\n## Two ##\n###### Six\n", &["h1 One", "h2 Two", "h6 Six"]);
    check("\u{feff}#\u{a0}One", &["h1 One"]);
    check("#tag\n####### Seven", &["prose #tag / ####### Seven"]);
    check("## C#", &["h2 C#"]);
}

#[test]
fn tables() {
    check("| a | b |\n|:--|--:|\n| 1 | 2 |\n", &["table 2 columns", "  a ¦ b", "  1 ¦ 2"]);
    check("| a | b |\n| 1 | 2 |\n", &["table without rule 2 columns", "  a ¦ b", "  1 ¦ 2"]);
    check("a | b\n--|--\n1 | 2\n\nend", &["table 2 columns", "  a ¦ b", "  1 ¦ 2", "prose end"]);
    check("# | b\n--|--\n1 | 2", &["table 2 columns", "  # ¦ b", "  1 ¦ 2"]);
    check("# | b\n1 | 2\n\n3 | 4", &["table without rule 2 columns", "  # ¦ b", "  1 ¦ 2", "  3 ¦ 4"]);
    check("either | or", &["prose either | or"]);
    check("1 | 2", &["prose 1 | 2"]);
}

#[test]
fn cells() {
    let head = "| a | b |\n|---|---|\n";
    let row = |row: &str, expected: &str| {
        check(&format!("{head}{row}"), &["table 2 columns", "  a ¦ b", &format!("  {expected}")]);
    };
    row(r"| 1 \| 2 | 3 |", r"1 \| 2 ¦ 3");
    row("| `1 | 2` | 3 |", "`1 | 2` ¦ 3");
    row("| ``1 ` | 2`` | 3 |", "``1 ` | 2`` ¦ 3");
    row("| a ` b | c ` d |", "a ` b ¦ c ` d");
    row("| 1 || 2 | 3 |", "1 || 2 ¦ 3");
    row("| 1 | |", "1 ¦ ");
    row("| 1 |", "1 (1)");
    row("| 1 | 2 | 3 | 4 |", "1 ¦ 2 | 3 | 4 (4)");
    row("1 | 2", "1 ¦ 2");
}

#[test]
fn a_blank_line_does_not_end_a_table() {
    check(
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |\n",
        &["table 2 columns", "  a ¦ b", "  1 ¦ 2", "  3 ¦ 4"],
    );
    check(
        "| a | b |\n|---|---|\n\n| c | d |\n|---|---|\n",
        &["table 2 columns", "  a ¦ b", "table 2 columns", "  c ¦ d"],
    );
}

#[test]
fn lists() {
    check(
        "1. one\n   more\n   - **two:** 2\n     - three\n2) four\n• five\n",
        &["item 0 1 one\n   more", "item 1 * **two:** 2", "item 2 * three", "item 0 2 four", "item 0 * five"],
    );
    check("-no\n1.no", &["prose -no / 1.no"]);
    check("---\n* * *", &["rule", "rule"]);
}

#[test]
fn key_values() {
    let pairs = [
        ("**Key:** v", "Key = v"),
        ("**Key**: v", "Key = v"),
        ("**Key: v**", "Key = v"),
        ("**Key: v** w", "Key = v** w"),
        ("Key: v", "Key = v"),
        ("__Key:__ v", "Key = v"),
        ("✅ **Key:** v", "Key = v"),
        ("**Key:**", "Key ="),
        ("Two words: a: b", "Two words = a: b"),
    ];
    for (source, expected) in pairs {
        check(source, &[&format!("key {expected}")]);
    }
    check("https://example.org", &["prose https://example.org"]);
    check("A sentence that goes on and on: so", &["prose A sentence that goes on and on: so"]);
    check("**bold** and: more", &["prose **bold** and: more"]);
}

#[test]
fn quotes() {
    check("> # One\n> > two\n", &["> h1 One", "> > prose two"]);
}

#[test]
fn fences() {
    check("```rust\n# x\n```\n# y", &["mark rust", "fenced h1 x", "mark", "h1 y"]);
    check("~~~\n```\n~~~", &["mark", "fenced stray", "mark"]);
    check("a `b` ```c``` d", &["prose a `b` ```c``` d"]);
}

#[test]
fn fences_nest() {
    let inner = ["mark md", "fenced mark rust", "fenced h1 x", "fenced mark", "mark", "prose end"];
    check("````md\n```rust\n# x\n```\n````\nend", &inner);
    check("```md\n```rust\n# x\n```\n```\nend", &inner);
}

#[test]
fn an_unclosed_fence_swallows_nothing() {
    check("```rust\ncode\n\n# One", &["stray", "prose code", "h1 One"]);
    check(
        "````md\n# One\n```\ncode\n```\n# Two",
        &["stray", "h1 One", "mark", "fenced prose code", "mark", "h1 Two"],
    );
}

#[test]
fn nodes_cover_the_text() {
    let source =
        include_str!("../src/formats/review_report/fixtures/unclosed_fence.md").replace('\n', "\r\n");
    let text = Text::new(source);
    let mut at = 0;
    for node in Outline::of(&text).nodes() {
        assert_eq!(node.span.start, at, "{node:?}");
        at = node.span.end;
    }
    assert_eq!(at as usize, text.source().len());
}
