//! What was found, counted by rule.

use std::collections::HashMap;

use app::diagnostic::Severity;
use serde::Serialize;

use super::finding::Finding;
use super::summary::many;
use crate::cli::check::Checked;

/// A rule with what was found of it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BrokenRule {
    pub rule: &'static str,
    /// The worst that was found.
    pub severity: Severity,
    pub count: u32,
    /// In how many files.
    pub files: u32,
}

/// Counts text after text; those of a file follow each other.
#[derive(Default)]
pub struct BrokenRules {
    /// Each with the last file in which it was found.
    rules: HashMap<&'static str, (BrokenRule, u32)>,
    files: u32,
    file: String,
}

impl BrokenRules {
    /// Returns the rules that were broken in some texts.
    pub fn of(checked: &[Checked]) -> Vec<BrokenRule> {
        let mut rules = Self::default();
        checked.iter().for_each(|checked| rules.add(checked));
        rules.sorted()
    }

    pub fn add(&mut self, checked: &Checked) {
        if self.files == 0 || self.file != checked.input.name {
            self.file.clone_from(&checked.input.name);
            self.files += 1;
        }
        for Finding { diagnostic, .. } in Finding::of(checked) {
            let (rule, severity) = (diagnostic.rule.id, diagnostic.severity);
            let new = BrokenRule { rule, severity, count: 0, files: 0 };
            let (broken, last) = self.rules.entry(rule).or_insert((new, 0));
            broken.severity = broken.severity.min(severity);
            broken.count += 1;
            broken.files += u32::from(*last != self.files);
            *last = self.files;
        }
    }

    /// Returns the rules, the worst first, then the most frequent.
    pub fn sorted(&self) -> Vec<BrokenRule> {
        let mut rules: Vec<BrokenRule> = self.rules.values().map(|(broken, _)| *broken).collect();
        rules.sort_by_key(|broken| (broken.severity, u32::MAX - broken.count, broken.rule));
        rules
    }
}

impl BrokenRule {
    /// Returns the rules as lines of a table for a terminal.
    pub fn describe(rules: &[Self]) -> Vec<String> {
        let width = |of: fn(&Self) -> usize| rules.iter().map(of).max().unwrap_or_default();
        let counts = width(|broken| broken.count.to_string().len());
        let names = width(|broken| broken.rule.len());
        let line = |Self { rule, severity, count, files }: &Self| {
            let (severity, files) = (severity.as_str(), many(*files, "file"));
            format!("{count:>counts$}  {severity:<7}  {rule:<names$}  in {files}")
        };
        rules.iter().map(line).collect()
    }
}
