//! The figures that must hold, out of what `compare.py` wrote.

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// So many right, of so many.
#[derive(Debug, PartialEq, Eq)]
pub struct Figure {
    what: String,
    right: u64,
    of: u64,
    /// How many of a hundred have to be right.
    wanted: u64,
}

impl Figure {
    fn new(what: impl Into<String>, right: u64, of: u64) -> Self {
        Self { what: what.into(), right, of, wanted: 100 }
    }

    /// A figure over nothing proves nothing.
    pub fn holds(&self) -> bool {
        self.right * 100 >= self.of * self.wanted && self.right <= self.of && self.of > 0
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, right, of, wanted } = self;
        let mark = if self.holds() { "ok    " } else { "WRONG " };
        write!(formatter, "{mark} {what}: {right} of {of}")?;
        if *wanted < 100 {
            write!(formatter, " (at least {wanted} %)")?;
        }
        Ok(())
    }
}

/// `expected` is the folder of what a careful reader took from the documents.
pub fn read(file: &Path, expected: &Path) -> Result<Vec<Figure>> {
    let written = fs::read(file).with_context(|| format!("{} could not be read", file.display()))?;
    let report: Value = serde_json::from_slice(&written).context("compare.py wrote no JSON")?;
    let mut figures = of_results(&report["results"])?;
    let gates = expected.join("reaper.jsonl");
    let gates =
        fs::read_to_string(&gates).with_context(|| format!("{} could not be read", gates.display()))?;
    figures.push(of_gates(&report["results"], &gates)?);
    Ok(figures)
}

/// `compare.py` counts the verdicts that were given; this counts those that were asked for.
fn of_gates(results: &Value, expected: &str) -> Result<Figure> {
    let given = count(&results["reaper gate"]["fields"]["verdict, gate kinds"], "of")?;
    let is_gate = |line: &&str| serde_json::from_str::<Value>(line).is_ok_and(|gate| gate["isGate"] == true);
    let asked = expected.lines().filter(is_gate).count() as u64;
    Ok(Figure::new("reaper answers recognized", given, asked))
}

fn of_results(results: &Value) -> Result<Vec<Figure>> {
    let mut figures = of_reviews(results)?;
    figures.extend(of_analyses(&results["5.2 analysis"])?);
    figures.extend(of_table(&results["4.2 INDEX rows"], "4.2", "unique rows  recall")?);
    for (table, what) in [
        ("4.3 learnings", "4.3"),
        ("3.1 human gate, presentation", "3.1, shown to a person"),
        ("3.1 human gate, flow-definition", "3.1, in a flow"),
        ("5.3 brainstorm, contract-like", "5.3"),
    ] {
        figures.extend(of_table(&results[table], what, "")?);
    }
    let gates = &results["reaper gate"];
    figures.push(field(gates, "verdict, gate kinds", "reaper verdict".to_owned())?);
    figures.push(field(gates, "kind", "reaper kind".to_owned())?);
    let negatives = &results["negatives"];
    let documents = count(negatives, "docs")?;
    let claimed = count(negatives, "docsClaimed")?;
    figures.push(Figure::new("free texts not claimed", documents.saturating_sub(claimed), documents));
    Ok(figures)
}

fn of_reviews(results: &Value) -> Result<Vec<Figure>> {
    let review = &results["5.1 review"];
    let clear = &results["5.1 findings"]["clear"];
    // A finding that the truth calls optional is neither right nor wrong.
    let claimed = count(clear, "out")? - optional(clear, "opt");
    let (hit, full, wanted) = (optional(clear, "hit"), optional(clear, "full"), count(clear, "req")?);
    Ok(vec![
        pair(review, "documents recognised", "", "5.1 documents".to_owned())?,
        field(review, "verdict", "5.1 verdict".to_owned())?,
        field(review, "score", "5.1 score".to_owned())?,
        Figure::new("5.1 clear findings found", hit, wanted),
        Figure::new("5.1 clear findings that are true", hit, claimed),
        Figure::new("5.1 clear findings, every field", full, wanted),
        pair(review, "fix items", "recall", "5.1 fixes found".to_owned())?,
        pair(review, "fix items", "precision", "5.1 fixes that are true".to_owned())?,
        pair(review, "flag items", "recall", "5.1 flags found".to_owned())?,
        pair(review, "flag items", "precision", "5.1 flags that are true".to_owned())?,
    ])
}

/// What an analysis states is ambiguous more often than not, so that a few may be read otherwise.
fn of_analyses(table: &Value) -> Result<Vec<Figure>> {
    let mut figures = vec![pair(table, "documents recognised", "", "5.2 documents".to_owned())?];
    for figure in fields(table, "5.2")? {
        figures.push(Figure { wanted: 95, ..figure });
    }
    Ok(figures)
}

/// All of a table: what was recognized, by the line that says so, and every field.
fn of_table(table: &Value, what: &str, opening: &str) -> Result<Vec<Figure>> {
    let mut figures = vec![pair(table, opening, "", format!("{what}, recognized"))?];
    figures.extend(fields(table, what)?);
    Ok(figures)
}

fn fields(table: &Value, what: &str) -> Result<Vec<Figure>> {
    let fields = table["fields"].as_object().with_context(|| format!("compare.py says nothing of {what}"))?;
    fields.keys().map(|name| field(table, name, format!("{what} {name}"))).collect()
}

fn field(table: &Value, name: &str, what: String) -> Result<Figure> {
    let row = &table["fields"][name];
    Ok(Figure::new(what, count(row, "accepted")?, count(row, "of")?))
}

/// Only stated in a line of words: `fix items   recall  23/23  100.0 %   precision  23/23  100.0 %`.
fn pair(table: &Value, opening: &str, word: &str, what: String) -> Result<Figure> {
    let lines = table["head"].as_array().with_context(|| format!("compare.py says nothing of {what}"))?;
    let stated = lines.iter().filter_map(Value::as_str).find(|line| line.starts_with(opening));
    let stated = stated.and_then(|line| line.split_once(word)).map(|(_, figures)| figures);
    let pair = stated.and_then(|figures| {
        let (right, rest) = figures.split_once('/')?;
        let right = right.split_whitespace().next_back()?.parse().ok()?;
        Some((right, rest.split_whitespace().next()?.parse().ok()?))
    });
    let (right, of) = pair.with_context(|| format!("compare.py says nothing of {what}"))?;
    Ok(Figure::new(what, right, of))
}

fn count(table: &Value, name: &str) -> Result<u64> {
    table[name].as_u64().with_context(|| format!("compare.py gave no `{name}`"))
}

/// Counters that stayed at zero are not written.
fn optional(table: &Value, name: &str) -> u64 {
    table[name].as_u64().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn table(head: &str, right: u64) -> Value {
        json!({ "head": [head], "fields": { "title": { "accepted": right, "of": 20 } } })
    }

    fn results(fixes: &str, claimed: u64) -> Value {
        json!({
            "5.1 review": {
                "head": ["documents recognised  3/3 100.0 %", fixes, "flag items  recall 2/2 100.0 %   precision   2/2   100.0 %"],
                "fields": { "verdict": { "accepted": 3, "of": 3 }, "score": { "accepted": 3, "of": 3 } },
            },
            "5.1 findings": { "clear": { "req": 9, "out": 10, "hit": 9, "opt": 1, "full": 9 } },
            "5.2 analysis": table("documents recognised  20/20 100.0 %", 19),
            "4.2 INDEX rows": table("unique rows  recall  20/20  100.0 %   precision  20/20  100.0 %", 20),
            "4.3 learnings": table("entries recognised  20/20  100.0 %", 20),
            "3.1 human gate, presentation": table("gate headings recognised  20/20  100.0 %", 20),
            "3.1 human gate, flow-definition": table("gate headings recognised  20/20  100.0 %", 20),
            "5.3 brainstorm, contract-like": table("documents recognised  20/20  100.0 %", 20),
            "reaper gate": {
                "head": [],
                "fields": { "verdict, gate kinds": { "accepted": 4, "of": 4 }, "kind": { "accepted": 4, "of": 4 } },
            },
            "negatives": { "docs": 20, "docsClaimed": claimed },
        })
    }

    const GOOD_FIXES: &str = "fix items   recall   4/4    100.0 %   precision    4/4    100.0 %";

    #[track_caller]
    fn wrong(results: &Value, expected: &[&str]) {
        let figures = of_results(results).unwrap();
        let wrong: Vec<&str> =
            figures.iter().filter(|figure| !figure.holds()).map(|figure| figure.what.as_str()).collect();
        assert_eq!(wrong, expected);
    }

    #[test]
    fn full_figures_hold() {
        wrong(&results(GOOD_FIXES, 0), &[]);
    }

    #[test]
    fn a_false_fix_or_claim_does_not() {
        let fixes = "fix items   recall   4/4    100.0 %   precision    4/5     80.0 %";
        wrong(&results(fixes, 0), &["5.1 fixes that are true"]);
        wrong(&results(GOOD_FIXES, 1), &["free texts not claimed"]);
    }

    #[test]
    fn a_gate_that_was_passed_over_is_counted() {
        let gates = "{\"isGate\": true}\n{\"isGate\": false}\n".repeat(5);
        let figure = of_gates(&results(GOOD_FIXES, 0), &gates).unwrap();
        assert_eq!((figure.right, figure.of), (4, 5));
    }

    #[test]
    fn some_of_an_analysis_may_be_read_otherwise_and_nothing_of_the_rest() {
        let mut astray = results(GOOD_FIXES, 0);
        astray["5.2 analysis"] = table("documents recognised  20/20 100.0 %", 18);
        astray["4.3 learnings"] = table("entries recognised  19/20  95.0 %", 19);
        wrong(&astray, &["5.2 title", "4.3, recognized", "4.3 title"]);
    }

    #[test]
    fn a_parser_that_says_nothing_does_not_pass() {
        let mut silent = results(GOOD_FIXES, 0);
        silent["5.1 findings"]["clear"] = json!({ "req": 9, "out": 0 });
        wrong(
            &silent,
            &[
                "5.1 clear findings found",
                "5.1 clear findings that are true",
                "5.1 clear findings, every field",
            ],
        );
        silent["4.3 learnings"] = Value::Null;
        assert!(of_results(&silent).is_err());
    }
}
