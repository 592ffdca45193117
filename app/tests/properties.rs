//! Invariants of every text: parsing ends and loses nothing, and applying fixes ends.

mod support;

use app::formats::FORMATS;
use proptest::prelude::*;
use support::{check_coverage, check_diagnostics, data, fix, read};

/// Pieces that a report, or a text that looks like one, is made of.
fn fragment() -> impl Strategy<Value = String> {
    let known = [
        "# Review Report: a",
        "## Review Report: b",
        "# Code Review: c",
        "# Store Review",
        "## Verdict: APPROVED",
        "## Verdict",
        "**Verdict:** ✅ **NEEDS_CHANGES** - soon",
        "APPROVED (94%)",
        "## Score: 92/100",
        "## Score",
        "9/10",
        "## Summary",
        "Found 3 findings.",
        "## Findings",
        "### Minor (nice to have)",
        "### 1. [FIXED - medium] a.rs:14 — b",
        "**Location:** `a.rs:1-2`",
        "1. **[high]** `a.rs:3` - c",
        "| # | File | Line | Severity | Description | Suggestion |",
        "# | File | Severity | Issue",
        "|---|------|------|----------|-------------|------------|",
        "--|--|--|--",
        "| 1 | a.rs | 4-5 | HIGH | d `a || b` ` | e |",
        "2 | b.rs | 6, 7 | info | f",
        "| - | - | - | - | No issues found | - |",
        "<table>",
        "<table><tr><td>a.rs</td><td>4</td></tr></table>",
        "<tr><th>File</th><th>Severity</th><th>Description</th></tr>",
        "<tr><td><code>a.rs</code></td><td>high</td><td>i | j</td></tr>",
        "</table>",
        "## Fixes Applied",
        "- `a.rs`: g",
        "## Flags for Human",
        "| Issue | Why |",
        "| None | h |",
        "```",
        "```rust",
        "````markdown",
        "> quoted",
        "---",
        "",
        "",
        "â€” âœ…",
        "\u{feff}",
        "\u{a0}",
    ];
    prop_oneof![
        4 => prop::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => "[ -~|`#*_\\[\\]{}\u{a0}é—가🟡]{0,40}",
    ]
}

fn report() -> impl Strategy<Value = String> {
    let line_break = prop_oneof![4 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\r")];
    prop::collection::vec((fragment(), line_break), 0..40)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

/// Lines by which the rooms recognize their formats, in all the variants that a glance must catch.
fn opener() -> impl Strategy<Value = String> {
    let margin = prop::sample::select(vec![
        "", "", "  ", "> ", "\t", "- ", "1. ", "- [ ] ", "\u{feff}", "\u{a0}", "✅ ",
    ]);
    let label =
        prop::sample::select(vec!["Aspect", "ROOT_CAUSE", "**Why**", "Date", "Source", "Issue", "~~Fix~~"]);
    let parting = prop::sample::select(vec![" | ", " · ", ", ", "; ", "  "]);
    let labelled =
        (margin.clone(), label.clone(), parting, label).prop_map(|(margin, first, parting, second)| {
            format!("{margin}{first}: 2026-01-02{parting}**{second}:** b")
        });
    let others = vec![
        "# Store analysis",
        "### code/",
        "## [Session Started]",
        "## **Agent Learning**",
        "### **L001**: a",
        "Spawning Step 1: code/ (opus)",
        ">> Step 1 complete: code/ -- b",
        ">> Step 1 complete: code/ -- b >> Step 2 complete: second-opinion/ -- SKIPPED",
        "## Done: a\n  **Logs:** b",
        "### Step 2: HUMAN GATE\n  - Options: a or b",
        "**Step 2: HUMAN GATE**\n\nGo on?",
        "🚦 __Step 2: HUMAN GATE__ - Go on?",
        "- ***Step 2: HUMAN GATE***\n  Go on?",
        "# T\n\n**Aspect:** a",
        "# T\n\nBy b - 2026-02-10\n\n**Aspect:** a",
        "- **Summary:** a\n- **Confidence:** high (80%)\n- **Findings:**\n  - b.rs:1 - c (severity: low)",
        "**Summary**\na\n\n**Confidence**\nhigh\n\n**Findings**\n- b.rs:1 - c (severity: low)",
        "**Error:** timeout\n\n**Message:** a",
        "**Summary:** a\n\n**Confidence:** high\n\n**Findings:**\n- b.rs:1 - c (severity: low)",
        "> > Step 2 complete: second-opinion/ -- SKIPPED (c)",
        "| 2026-01-02 | a | code → review | Success |",
        "| {YYYY-MM-DD} | a | code → review | Success |",
        "Date | Chain | Status",
        "--|--|--",
        "{\"gate_status\": \"PASS\", \"blocking_issues\": []}",
        "{gate_status: 'FAIL', 'blocking_issues': [], tests = {}",
        "",
    ];
    let other = (margin, prop::sample::select(others)).prop_map(|(margin, line)| format!("{margin}{line}"));
    prop_oneof![labelled, other]
}

/// The complete example of a format with pieces cut out, doubled, or written over.
fn mutated() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), 0..60usize, ".{0,6}");
    (0..FORMATS.len(), prop::collection::vec(change, 1..6)).prop_map(|(room, changes)| {
        let mut text = FORMATS[room].spec.example.to_owned();
        for (at, length, insert) in changes {
            let start = boundary(&text, at.index(text.len() + 1));
            let end = boundary(&text, start + length);
            text.replace_range(start..end, &insert);
        }
        text
    })
}

fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn check(source: &str) {
    for parsed in read(source) {
        check_coverage(source, &parsed);
        check_diagnostics(source, &parsed);
    }
}

proptest! {
    #[test]
    fn any_text_is_read(source in "\\PC*") {
        check(&source);
    }

    #[test]
    fn anything_like_a_report_is_read(source in report()) {
        check(&source);
    }

    #[test]
    fn nothing_is_ruled_out_at_a_glance(lines in prop::collection::vec(opener(), 0..16)) {
        check(&lines.join("\n"));
    }

    #[test]
    fn a_damaged_document_is_read(source in mutated()) {
        check(&source);
        prop_assert!(fix(&source).is_some(), "fixes do not end");
    }

    #[test]
    fn fixes_come_to_an_end(source in report()) {
        let fixed = fix(&source);
        prop_assert!(fixed.is_some(), "fixes do not end");
        let rows = |source: &str| -> usize {
            let list = |value: &serde_json::Value| value["findings"].as_array().map_or(0, Vec::len);
            data(&read(source)).iter().map(list).sum()
        };
        let (fixed, _) = fixed.unwrap_or_default();
        prop_assert!(rows(&fixed) >= rows(&source), "a finding was lost in\n{}", fixed);
    }

    #[test]
    fn bytes_that_are_no_text_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = app::text::Text::from_bytes(&bytes);
        for parsed in app::scan::read(&text) {
            check_coverage(text.source(), &parsed);
        }
    }
}
