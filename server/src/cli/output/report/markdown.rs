//! A page for a job summary or a comment: the worst first, and no longer than a comment may be.

use std::io::{Result, Write};

use super::markdown_text::{code, message};
use crate::cli::check::Checked;
use crate::cli::output::broken_rules::{BrokenRule, BrokenRules};
use crate::cli::output::finding::Finding;
use crate::cli::output::summary::{Summary, many};

/// The most characters of a comment on GitHub. A job summary may have 1 MiB.
const LONGEST: usize = 65_536;
/// What the sentence on omitted findings takes at most.
const RESERVED: usize = 200;
/// How many rules are listed.
const MOST_RULES: usize = 50;

pub fn write(files: &[Checked], summary: &Summary, out: &mut impl Write) -> Result<()> {
    let rules = rules(&BrokenRules::of(files));
    let mut page = format!("### Harmony: {}\n", summary.result());
    if let Some(reasons) = summary.failures.describe() {
        page.push_str(&format!("\n{reasons}\n"));
    }
    let mut findings: Vec<Finding<'_>> = Finding::all(files).collect();
    findings.sort_by_key(|finding| finding.diagnostic.severity);
    if !findings.is_empty() {
        page.push_str("\n| Severity | Place | Rule | Finding |\n|---|---|---|---|\n");
    }
    let mut left = LONGEST.saturating_sub(characters(&page) + characters(&rules) + RESERVED);
    let mut written = 0;
    for finding in &findings {
        let row = row(finding);
        let Some(rest) = left.checked_sub(characters(&row)) else { break };
        left = rest;
        page.push_str(&row);
        written += 1;
    }
    let omitted = (findings.len() - written) as u32;
    if omitted > 0 {
        let omitted = many(omitted, "more finding");
        page.push_str(&format!(
            "\n{omitted} would not fit on this page; `harmony check` prints all of them.\n"
        ));
    }
    page.push_str(&rules);
    out.write_all(page.as_bytes())
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

fn row(finding: &Finding<'_>) -> String {
    let diagnostic = finding.diagnostic;
    let place = code(&finding.place());
    let (severity, rule) = (diagnostic.severity, code(diagnostic.rule.id));
    format!("| {severity} | {place} | {rule} | {} |\n", message(&finding.message()))
}

/// Returns what was found by rule, if that is shorter than the list.
fn rules(rules: &[BrokenRule]) -> String {
    if rules.iter().all(|broken| broken.count == 1) {
        return String::new();
    }
    let mut table = "\n| Rule | Worst | Count | Files |\n|---|---|--:|--:|\n".to_owned();
    for BrokenRule { rule, severity, count, files } in rules.iter().take(MOST_RULES) {
        table.push_str(&format!("| {} | {severity} | {count} | {files} |\n", code(rule)));
    }
    if let Some(more @ 1..) = rules.len().checked_sub(MOST_RULES) {
        table.push_str(&format!("\n{} in all.\n", many((more + MOST_RULES) as u32, "broken rule")));
    }
    table
}

#[cfg(test)]
mod tests {
    use app::scan;
    use app::text::Text;

    use super::*;
    use crate::cli::check::Found;
    use crate::cli::inputs::Input;

    fn page(name: &str, count: usize) -> String {
        let source = "# Review Report: a\n\n## Verdict: MAYBE\n\n".repeat(count);
        let text = Text::new(source);
        let found = Found { blocks: scan::read(&text), examples: Vec::new(), notes: Vec::new() };
        let input = Input { name: name.to_owned(), path: None, text, part: None, is_last: true };
        let checked = Checked::with(input, found);
        let mut page = Vec::new();
        let findings = Finding::of(&checked).count() as u32;
        let summary = Summary { files: 1, blocks: count as u32, errors: findings, ..Summary::default() };
        write(&[checked], &summary, &mut page).unwrap();
        String::from_utf8(page).unwrap()
    }

    #[test]
    fn a_page_is_as_long_as_a_comment_may_be() {
        let name = "문서/🔥.md";
        let page = page(name, 1000);
        let length = page.chars().count();
        assert!(length <= LONGEST && length > LONGEST - 1000, "{length}");
        let rows = page.lines().filter(|line| line.contains(name)).count();
        let omitted = page.lines().find(|line| line.contains("would not fit")).expect("a sentence");
        let omitted: usize = omitted.split(' ').next().unwrap().parse().unwrap();
        let all: usize = page.split(' ').nth(2).unwrap().parse().unwrap();
        assert_eq!(rows + omitted, all);
    }
}
