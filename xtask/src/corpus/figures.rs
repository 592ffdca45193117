//! The required figures, from the JSON that `compare.py` writes.

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// A count of correct results, out of a total.
#[derive(Debug, PartialEq, Eq)]
pub struct Figure {
    what: String,
    right: u64,
    of: u64,
    /// The required percentage.
    wanted: u64,
}

impl Figure {
    pub fn new(what: impl Into<String>, right: u64, of: u64) -> Self {
        Self { what: what.into(), right, of, wanted: 100 }
    }

    /// Returns whether the figure is met. A total of zero proves nothing.
    pub fn holds(&self) -> bool {
        self.right * 100 >= self.of * self.wanted && self.right <= self.of && self.of > 0
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.holds() { "ok    " } else { "WRONG " };
        write!(formatter, "{mark} {}: {} of {} ({} %)", self.what, self.right, self.of, self.wanted)
    }
}

/// The tables of the report: the title, the required percentage, and the lines of `head` that are required in addition
/// to every field, by how they begin. Only those lines report what is recognized, and which fixes and flags are
/// found.
const TABLES: [(&str, u64, &[&str]); 8] = [
    ("5.1 review", 100, &["documents recognised", "fix items", "flag items"]),
    // Most statements of an analysis are ambiguous, so a few may be parsed differently.
    ("5.2 analysis", 95, &["documents recognised"]),
    ("4.2 INDEX rows", 100, &["unique rows"]),
    ("4.3 learnings", 100, &["entries recognised"]),
    ("3.1 human gate, presentation", 100, &["gate headings recognised"]),
    ("3.1 human gate, flow-definition", 100, &["gate headings recognised"]),
    ("5.3 brainstorm, contract-like", 100, &["documents recognised"]),
    ("reaper gate", 100, &[]),
];

/// Reads the figures. `expected` is the folder with what a careful reader found in the documents.
pub fn read(report: &Path, expected: &Path) -> Result<Vec<Figure>> {
    let text = |file: &Path| {
        fs::read_to_string(file).with_context(|| format!("{} could not be read", file.display()))
    };
    let report: Value = serde_json::from_str(&text(report)?).context("compare.py wrote no JSON")?;
    of_results(&report["results"], &text(&expected.join("reaper.jsonl"))?)
}

fn of_results(results: &Value, gates: &str) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for (title, wanted, lines) in TABLES {
        let table = &results[title];
        for line in lines {
            let pairs =
                stated(table, line).with_context(|| format!("compare.py says nothing of {title}, {line}"))?;
            figures.extend(
                pairs.into_iter().map(|(right, of)| Figure::new(format!("{title}, {line}"), right, of)),
            );
        }
        let fields =
            table["fields"].as_object().with_context(|| format!("compare.py says nothing of {title}"))?;
        for (name, row) in fields {
            let (right, of) = (count(row, "accepted")?, count(row, "of")?);
            figures.push(Figure { wanted, ..Figure::new(format!("{title}, {name}"), right, of) });
        }
    }
    let clear = &results["5.1 findings"]["clear"];
    // Counters at zero are left out. An optional finding is neither right nor wrong.
    let optional = |name: &str| clear[name].as_u64().unwrap_or(0);
    let (hit, wanted) = (optional("hit"), count(clear, "req")?);
    figures.push(Figure::new("clear findings found", hit, wanted));
    figures.push(Figure::new("clear findings that are true", hit, optional("out") - optional("opt")));
    figures.push(Figure::new("clear findings, every field", optional("full"), wanted));
    // The table counts the verdicts that were found; this compares them with the number that were expected.
    let given = count(&results["reaper gate"]["fields"]["verdict, gate kinds"], "of")?;
    let is_gate = |line: &&str| serde_json::from_str::<Value>(line).is_ok_and(|gate| gate["isGate"] == true);
    figures.push(Figure::new("gates recognized", given, gates.lines().filter(is_gate).count() as u64));
    let negatives = &results["negatives"];
    let (documents, claimed) = (count(negatives, "docs")?, count(negatives, "docsClaimed")?);
    figures.push(Figure::new("free texts not claimed", documents.saturating_sub(claimed), documents));
    Ok(figures)
}

/// The pairs of a line as `fix items   recall  23/23  100.0 %   precision  23/23  100.0 %`.
fn stated(table: &Value, opening: &str) -> Option<Vec<(u64, u64)>> {
    let mut lines = table["head"].as_array()?.iter().filter_map(Value::as_str);
    let line = lines.find(|line| line.starts_with(opening))?;
    let pair = |(right, of): (&str, &str)| Some((right.parse().ok()?, of.parse().ok()?));
    let pairs: Vec<_> = line.split(' ').filter_map(|word| word.split_once('/').and_then(pair)).collect();
    (!pairs.is_empty()).then_some(pairs)
}

fn count(table: &Value, name: &str) -> Result<u64> {
    table[name].as_u64().with_context(|| format!("compare.py gave no `{name}`"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const GATE: &str = "{\"isGate\": true}\n{\"isGate\": false}\n";

    /// A report in which everything is correct.
    fn results() -> Value {
        let mut results = json!({
            "5.1 findings": { "clear": { "req": 9, "out": 10, "hit": 9, "opt": 1, "full": 9 } },
            "negatives": { "docs": 20, "docsClaimed": 0 },
        });
        for (title, _, lines) in TABLES {
            let head: Vec<String> = lines.iter().map(|line| format!("{line}  20/20 100.0 %")).collect();
            results[title] = json!({ "head": head, "fields": { "title": { "accepted": 20, "of": 20 } } });
        }
        results["reaper gate"]["fields"]["verdict, gate kinds"] = json!({ "accepted": 1, "of": 1 });
        results
    }

    #[track_caller]
    fn wrong(results: &Value, gates: &str, expected: &[&str]) {
        let figures = of_results(results, gates).unwrap();
        let wrong: Vec<&str> =
            figures.iter().filter(|figure| !figure.holds()).map(|figure| figure.what.as_str()).collect();
        assert_eq!(wrong, expected);
    }

    #[test]
    fn whatever_is_not_right_is_named() {
        wrong(&results(), GATE, &[]);
        wrong(&results(), &GATE.repeat(2), &["gates recognized"]);
        let mut astray = results();
        astray["5.1 review"]["head"][1] =
            json!("fix items   recall   4/4    100.0 %   precision    4/5     80.0 %");
        astray["5.1 findings"]["clear"] = json!({ "req": 9, "out": 9, "hit": 8, "full": 9 });
        astray["5.2 analysis"]["fields"]["title"]["accepted"] = json!(19);
        astray["4.3 learnings"]["fields"]["title"]["accepted"] = json!(19);
        astray["negatives"]["docsClaimed"] = json!(1);
        let named = [
            "5.1 review, fix items", "4.3 learnings, title", "clear findings found",
            "clear findings that are true", "free texts not claimed",
        ];
        wrong(&astray, GATE, &named);
    }

    #[test]
    fn a_report_without_a_table_proves_nothing() {
        let mut silent = results();
        silent["4.3 learnings"] = Value::Null;
        assert!(of_results(&silent, GATE).is_err());
    }
}
