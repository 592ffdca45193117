//! The figures that must be full, out of what `compare.py` wrote.

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// So many right, of so many.
#[derive(Debug, PartialEq, Eq)]
pub struct Figure {
    what: &'static str,
    right: u64,
    of: u64,
}

impl Figure {
    /// A figure over nothing proves nothing.
    pub fn holds(&self) -> bool {
        self.right == self.of && self.of > 0
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, right, of } = self;
        let mark = if self.holds() { "ok    " } else { "WRONG " };
        write!(formatter, "{mark} {what}: {right} of {of}")
    }
}

pub fn read(file: &Path) -> Result<Vec<Figure>> {
    let written = fs::read(file).with_context(|| format!("{} could not be read", file.display()))?;
    let report: Value = serde_json::from_slice(&written).context("compare.py wrote no JSON")?;
    of_results(&report["results"])
}

fn of_results(results: &Value) -> Result<Vec<Figure>> {
    let review = &results["5.1 review"];
    let clear = &results["5.1 findings"]["clear"];
    let negatives = &results["negatives"];
    // A finding that the truth calls optional is neither right nor wrong.
    let claimed = count(clear, "out")? - optional(clear, "opt");
    let wrongly_claimed = negatives["claims"].as_array().context("compare.py gave no claims")?;
    let wrongly_claimed = wrongly_claimed.iter().filter(|claim| claim[1] == "5.1").count() as u64;
    let documents = count(negatives, "docs")?;
    Ok(vec![
        field(review, "verdict", "5.1 verdict")?,
        field(review, "score", "5.1 score")?,
        Figure { what: "5.1 clear findings found", right: optional(clear, "hit"), of: count(clear, "req")? },
        Figure { what: "5.1 clear findings that are true", right: optional(clear, "hit"), of: claimed },
        Figure {
            what: "5.1 clear findings, every field",
            right: optional(clear, "full"),
            of: count(clear, "req")?,
        },
        precision(review, "fix items", "5.1 fixes that are true")?,
        precision(review, "flag items", "5.1 flags that are true")?,
        Figure { what: "free texts not claimed", right: documents - wrongly_claimed, of: documents },
    ])
}

fn field(table: &Value, name: &str, what: &'static str) -> Result<Figure> {
    let row = &table["fields"][name];
    Ok(Figure { what, right: count(row, "accepted")?, of: count(row, "of")? })
}

/// Only stated in a line of words: `fix items   recall  23/23  100.0 %   precision  23/23  100.0 %`.
fn precision(table: &Value, opening: &str, what: &'static str) -> Result<Figure> {
    let lines = table["head"].as_array().context("compare.py gave no head")?;
    let stated = lines.iter().filter_map(Value::as_str).find(|line| line.starts_with(opening));
    let stated = stated.and_then(|line| line.split_once("precision")).map(|(_, figures)| figures);
    let pair = stated.and_then(|figures| figures.split_once('/')).and_then(|(right, rest)| {
        Some((right.trim().parse().ok()?, rest.split_whitespace().next()?.parse().ok()?))
    });
    let (right, of) = pair.with_context(|| format!("compare.py says nothing of `{opening}`"))?;
    Ok(Figure { what, right, of })
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

    fn results(fixes: &str, claims: &Value) -> Value {
        json!({
            "5.1 review": {
                "head": [fixes, "flag items  recall 2/2 100.0 %   precision   2/2   100.0 %"],
                "fields": { "verdict": { "accepted": 3, "of": 3 }, "score": { "accepted": 3, "of": 3 } },
            },
            "5.1 findings": { "clear": { "req": 9, "out": 10, "hit": 9, "opt": 1, "full": 9 } },
            "negatives": { "docs": 20, "claims": claims },
        })
    }

    const GOOD_FIXES: &str = "fix items   recall   4/4    100.0 %   precision    4/4    100.0 %";

    #[track_caller]
    fn wrong(results: &Value, expected: &[&str]) {
        let figures = of_results(results).unwrap();
        let wrong: Vec<&str> =
            figures.iter().filter(|figure| !figure.holds()).map(|figure| figure.what).collect();
        assert_eq!(wrong, expected);
    }

    #[test]
    fn full_figures_hold() {
        wrong(&results(GOOD_FIXES, &json!([])), &[]);
        // What another format claims is that format's matter.
        wrong(&results(GOOD_FIXES, &json!([["free/a.md", "5.2"]])), &[]);
    }

    #[test]
    fn a_false_fix_or_claim_does_not() {
        let fixes = "fix items   recall   4/4    100.0 %   precision    4/5     80.0 %";
        wrong(&results(fixes, &json!([])), &["5.1 fixes that are true"]);
        wrong(&results(GOOD_FIXES, &json!([["free/a.md", "5.1"]])), &["free texts not claimed"]);
    }

    #[test]
    fn a_parser_that_says_nothing_does_not_pass() {
        let mut silent = results(GOOD_FIXES, &json!([]));
        silent["5.1 findings"]["clear"] = json!({ "req": 9, "out": 0 });
        wrong(
            &silent,
            &[
                "5.1 clear findings found",
                "5.1 clear findings that are true",
                "5.1 clear findings, every field",
            ],
        );
    }
}
