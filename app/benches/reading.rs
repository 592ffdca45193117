//! How fast texts are read, and that hostile ones are read in time that grows with their length alone.
//!
//! Each case runs at two lengths; twice the text must take no more than twice the time.

use std::fmt;

use app::scan;
use app::text::Text;
use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use mimalloc::MiMalloc;

/// An object that never closes, with a number of more than 200 digits.
const LONG_NUMBER: &str = concat!(
    "{\"a\":[1",
    "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    ","
);
const COMPLETE: &str = include_str!("../src/formats/review_report/fixtures/complete.md");
const LENGTHS: [usize; 2] = [500_000, 1_000_000];

/// That of the server.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() {
    divan::main();
}

fn repeated(unit: &str, length: usize) -> String {
    unit.repeat(length / unit.len() + 1)
}

fn read(bencher: Bencher<'_, '_>, source: String) {
    bencher
        .counter(BytesCount::of_str(&source))
        .with_inputs(|| Text::new(source.as_str()))
        .bench_values(|text| black_box(scan::read(&text)));
}

#[divan::bench(args = LENGTHS)]
fn reports(bencher: Bencher<'_, '_>, length: usize) {
    read(bencher, repeated(COMPLETE, length));
}

#[divan::bench(args = LENGTHS)]
fn prose(bencher: Bencher<'_, '_>, length: usize) {
    read(bencher, repeated("The quick brown fox jumps over the lazy dog, and says so: here.\n\n", length));
}

#[divan::bench(args = LENGTHS)]
fn findings(bencher: Bencher<'_, '_>, length: usize) {
    let (head, _) = COMPLETE.split_once("| 1 |").unwrap_or_default();
    let head = head.replace("NEEDS_CHANGES", "APPROVED");
    let row = "| 1 | src/a.rs | 4-5 | **HIGH** | `a || b` is wrong. | Write `a && b`. |\n";
    read(bencher, head + &repeated(row, length));
}

#[divan::bench(args = LENGTHS)]
fn one_row_of_pipes(bencher: Bencher<'_, '_>, length: usize) {
    let (head, _) = COMPLETE.split_once("| 1 |").unwrap_or_default();
    read(bencher, head.to_owned() + &"|".repeat(length));
}

#[divan::bench(args = LENGTHS)]
fn a_header_of_pipes(bencher: Bencher<'_, '_>, length: usize) {
    read(bencher, format!("# Review Report: a\n## Findings\n{}\n|-|", "|a".repeat(length / 2)));
}

#[divan::bench(args = LENGTHS)]
fn backticks_without_partner(bencher: Bencher<'_, '_>, length: usize) {
    let runs: String = (1..32).rev().map(|count| "`".repeat(count) + "|").collect();
    let (head, _) = COMPLETE.split_once("| 1 |").unwrap_or_default();
    read(bencher, format!("{head}|{runs}{}", "` |".repeat(length / 3)));
}

#[divan::bench(args = LENGTHS)]
fn number_signs(bencher: Bencher<'_, '_>, length: usize) {
    read(bencher, "#".repeat(length));
}

#[divan::bench(args = LENGTHS)]
fn headings(bencher: Bencher<'_, '_>, length: usize) {
    read(
        bencher,
        "# Review Report: a\n## Findings\n".to_owned() + &repeated("### High\n#### 1. b\n", length),
    );
}

#[divan::bench(args = LENGTHS)]
fn openers_without_verdict(bencher: Bencher<'_, '_>, length: usize) {
    read(
        bencher,
        repeated("# Review: a\n## Code Review: b\n### Review: c\n## Verdict\n## Summary\n", length),
    );
}

#[divan::bench(args = LENGTHS)]
fn verdicts_without_score(bencher: Bencher<'_, '_>, length: usize) {
    read(bencher, "# Second opinion\n".to_owned() + &repeated("## Verdict: APPROVED\n", length));
}

#[divan::bench(args = LENGTHS)]
fn deep_quotes(bencher: Bencher<'_, '_>, length: usize) {
    read(bencher, repeated("> ", length) + "# Review Report: a");
}

#[divan::bench(args = LENGTHS)]
fn nested_fences(bencher: Bencher<'_, '_>, length: usize) {
    read(bencher, repeated("````md\n# Review Report: a\n", length) + &repeated("````\n", length));
}

#[divan::bench(args = LENGTHS)]
fn unclosed_fences(bencher: Bencher<'_, '_>, length: usize) {
    read(bencher, repeated("~~~x\n```y\n", length));
}

#[divan::bench(args = LENGTHS)]
fn nested_items(bencher: Bencher<'_, '_>, length: usize) {
    let items: String = (0..60).map(|depth| " ".repeat(depth) + "- **a:** b\n").collect();
    read(bencher, "# Review Report: a\n## Findings\n".to_owned() + &repeated(&items, length));
}

#[divan::bench(args = LENGTHS)]
fn emphasis(bencher: Bencher<'_, '_>, length: usize) {
    read(bencher, "# Review Report: a\n## Verdict: ".to_owned() + &"*".repeat(length));
}

#[divan::bench(args = LENGTHS)]
fn mojibake(bencher: Bencher<'_, '_>, length: usize) {
    read(bencher, "# Review Report: a\n## Verdict: ".to_owned() + &repeated("â€”", length));
}

#[divan::bench(args = LENGTHS)]
fn digits(bencher: Bencher<'_, '_>, length: usize) {
    let (head, _) = COMPLETE.split_once("## Score: 72%").unwrap_or_default();
    read(bencher, format!("{head}## Score: {}", repeated("1 2-", length)));
}

/// What is begun over and over, below something that is there once.
struct Repeated {
    name: &'static str,
    head: &'static str,
    unit: &'static str,
}

const fn repeats(name: &'static str, head: &'static str, unit: &'static str) -> Repeated {
    Repeated { name, head, unit }
}

/// Each room's openers, and what each family of rooms looks ahead for.
const REPEATED: &[Repeated] = &[
    repeats("chains", "", "## Chain: a\n"),
    repeats("chains, ever deeper", "", "# Chain: a\n## Chain: b\n### Chain: c\n#### Chain: d\n"),
    repeats(
        "chains with tables",
        "",
        "## Chain: a\n| # | Action | Waits For |\n|--|--|--|\n| 1 | code/ | - |\n",
    ),
    repeats(
        "steps of one chain",
        "## Chain: a\n| # | Action | Waits For |\n|--|--|--|\n",
        "| 1 | code/ | 1, 2 |\n",
    ),
    repeats("updates", "", "## Chain: a -- Updated\nb\n"),
    repeats("chains that are done", "", "## Done: a\n"),
    repeats("steps that begin", "", "Spawning Step 1: code/ (opus)\n"),
    repeats("steps that are complete", "", ">> Step 1 complete: code/ -- b\n"),
    repeats("steps that are complete, apart", "", ">> Step 1 complete: code/ -- b\n\n\n\n"),
    repeats("steps on one line", "", ">> Step 1 complete: code/ -- b. "),
    repeats("marks on one line", ">> Step 1 complete: code/ -- b", " >> Step 1 "),
    repeats("chains in a list", "", "- ## Done: a\n  **Logs:** b\n"),
    repeats("two opinions", "", "### Dual Output: code/ + Second Opinion\n**Original (a):** b\n"),
    repeats("skipped opinions", "", ">> Step 1 complete: second-opinion/ -- SKIPPED (a)\n"),
    repeats("gates of people", "", "### Step 1: HUMAN GATE\n"),
    repeats(
        "gates of people, ever deeper",
        "",
        "## Step 1: HUMAN GATE\n### Step 2: HUMAN GATE\n#### Step 3: HUMAN GATE\n",
    ),
    repeats("learnings", "", "## Agent Learning\n**From:** code/ (opus)\n"),
    repeats("sessions", "", "## Session Started\n**Project:** a\n"),
    repeats("registries", "", "## Registry Update: a\n**File:** b\n"),
    repeats("rows of the index", "", "| 2026-01-02 | a | code → review | Success (1d50f9e) |\n"),
    repeats(
        "tables of the index",
        "",
        "| Date | Pattern | Outcome |\n|--|--|--|\n| 2026-01-02 | code → review | Success |\n\na\n\n",
    ),
    repeats(
        "entries",
        "",
        "### L001: a\n- **Date:** 2026-01-02\n- **Issue:** b\n- **Root Cause:** c\n- **Fix:** d\n",
    ),
    repeats("entries of actions", "", "### code/\n#### a\n- **Issue:** b\n- **Root Cause:** c\n"),
    repeats("actions without entries", "", "## code/\n### review/\n#### plan/\n"),
    repeats("analyses", "", "# 1. Analysis\n**Aspect:** a\n**Date:** 2026-01-02\n**Scope:** b\n"),
    repeats("minor analyses", "", "## Analysis\n**Aspect:** a\n**Date:** 2026-01-02\n**Scope:** b\n"),
    repeats(
        "sections of an analysis",
        "# Analysis\n**Aspect:** a\n**Date:** 2026-01-02\n",
        "## 1. Recommendations\n- a: 5%\n",
    ),
    repeats("brainstorms", "", "# Brainstorm: a\n## Question 1: b\n"),
    repeats("questions", "# Brainstorm: a\n", "### Question 1:\n**Human Response:**\n"),
    repeats("diagnoses", "", "# Root Cause Analysis\n**Gate:** 4\n"),
    repeats("errors", "", "## Error: a\n**Step:** 3 — code/\n"),
    repeats("routings", "", "## Routing: a\n**Context:** b\n"),
    repeats("labels", "## Chain: a\n", "**Request:** a\n"),
    repeats("labels without value", "# Analysis\n", "**Aspect:**\n"),
    repeats("items with labels", "### L001: a\n", "- **Root Cause:**\n"),
    repeats("labels on one line", "# Analysis\n**Date:** 2026-01-02", " | **Aspect:** a"),
    repeats("bars", "### code/\n**Date:** ", " | "),
    repeats("colons", "### code/\n", "a: "),
    repeats("parentheses", "### code/\n**Cause ", "("),
    repeats("brackets in prose", "", "see {\"a b\": c or "),
    repeats("brackets and quotes", "", "{\""),
    repeats("brackets on brackets", "", "{\"gate_status\":"),
    repeats("lists in lists", "{\"gate_status\":", "["),
    repeats("strings that stay open", "", "{\"gate_status\": \"a\n"),
    repeats("quotes in a string", "{\"gate_status\": \"", "a\" b"),
    repeats("escapes", "{\"gate_status\": \"", "\\u00"),
    repeats("verdicts", "", "{\"gate_status\": \"PASS\", \"blocking_issues\": []}\n"),
    repeats("fields of one verdict", "{\"gate_status\": \"PASS\"", ",\"blocking_issues\": []"),
    repeats("decisions", "", include_str!("../src/formats/v36_decision/fixtures/complete.jsonl")),
    repeats(
        "halves of decisions",
        "",
        "{\"decision_id\": \"a\", \"contract_layer\": 1, \"reason_code\": 2\n",
    ),
    repeats("tables in HTML", "# Review Report: a\n", "<table>\n<tr><td>a</td></tr>\n</table>\n"),
    repeats("tables without end", "# Review Report: a\n", "<table>\n<tr><td>a</td></tr>\n"),
    repeats("rows without end", "# Review Report: a\n<table>", "<tr><td>"),
    repeats("answers in a quote", "", "> {\n> \"gate_status\":\n"),
    repeats("white space", "# Review Report: a\n", " "),
    repeats("quote marks", "", ">"),
    repeats("colons in a heading", "# ", ":"),
    repeats("dashes in a heading", "# Chain", " -"),
    repeats("numbers that only a strict reader takes", "", LONG_NUMBER),
    repeats("slots", "{\"gate_status\": \"", "<a "),
];

/// The two lengths of a case are one below the other, so that a machine that is busy for a while slows down both.
struct Sized {
    case: &'static Repeated,
    length: usize,
}

impl fmt::Display for Sized {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.case.name, self.length)
    }
}

fn in_both_lengths() -> impl Iterator<Item = Sized> {
    REPEATED.iter().flat_map(|case| LENGTHS.map(|length| Sized { case, length }))
}

#[divan::bench(args = in_both_lengths())]
fn over_and_over(bencher: Bencher<'_, '_>, Sized { case, length }: &Sized) {
    read(bencher, case.head.to_owned() + &repeated(case.unit, *length));
}
