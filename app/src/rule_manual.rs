//! What a manual says of a rule, and a text that shows it.

use crate::diagnostic::Rule;
use crate::format::Spec;
use crate::formats::FORMATS;

/// The section of a manual about a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleManual {
    /// What deviates, in Markdown.
    pub words: &'static str,
    /// A document that breaks the rule: the complete document of a format, changed. Rules of values, which only formats of
    /// a team have, come without.
    pub example: Option<String>,
}

impl RuleManual {
    /// Returns what the manual of the format says of the rule, or that of the set which has the rule.
    pub fn of(spec: &Spec, rule: &Rule) -> Option<Self> {
        if spec.rules.contains(&rule) {
            return Self::within(spec.manual, Some(spec), rule);
        }
        let set = spec.sets.iter().find(|set| set.rules.contains(&rule))?;
        Self::within(set.manual, changed_by(set.manual), rule)
    }

    fn within(manual: &'static str, complete: Option<&Spec>, rule: &Rule) -> Option<Self> {
        let heading = format!("### `{}` ({})\n", rule.id, rule.severity);
        let (_, section) = manual.split_once(&heading)?;
        let section = section.split("\n### ").next().unwrap_or(section);
        let (words, diff) = section.split_once("```diff\n").unwrap_or((section, ""));
        let diff = diff.split_once("\n```").map(|(diff, _)| diff);
        let example = diff.zip(complete).and_then(|(diff, spec)| changed(spec.example, diff));
        Some(Self { words: words.trim(), example })
    }
}

/// Returns the format whose complete document the examples of a set's manual change.
fn changed_by(manual: &str) -> Option<&'static Spec> {
    let (_, id) = manual.split_once("complete document of `")?;
    let (id, _) = id.split_once('`')?;
    FORMATS.iter().map(|room| room.spec).find(|spec| spec.id == id)
}

/// Returns the document with a diff's removed lines replaced by the added ones that follow them, or `None` if it lacks one.
fn changed(document: &str, diff: &str) -> Option<String> {
    let mut lines: Vec<&str> = document.lines().collect();
    let mut at = 0;
    for change in diff.lines() {
        if let Some(removed) = change.strip_prefix('-') {
            at += lines.iter().skip(at).position(|line| *line == removed)?;
            lines.remove(at);
        } else if let Some(added) = change.strip_prefix('+') {
            lines.insert(at, added);
            at += 1;
        }
    }
    Some(lines.join("\n") + "\n")
}
