//! How fast texts are read, and that hostile ones are read in time that grows with their length alone.
//!
//! Each case runs at two lengths; the throughput of both must be of the same order.

use app::scan;
use app::text::Text;
use divan::counter::BytesCount;
use divan::{Bencher, black_box};

const COMPLETE: &str = include_str!("../src/formats/review_report/fixtures/complete.md");
const LENGTHS: [usize; 2] = [100_000, 1_000_000];

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
