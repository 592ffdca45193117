//! The rules of a SARIF log: those that were broken, each with what its manuals say.

use std::collections::BTreeMap;

use app::diagnostic::{Rule, Severity};
use app::format::Spec;
use app::rule_manual::RuleManual;
use serde_json::{Value, json};

use super::sarif::{level, plain};
use crate::cli::check::Checked;
use crate::cli::output::finding::Finding;

/// Rules by their ids. Formats may share an id and differ in what they say of it.
pub struct Rules(BTreeMap<&'static str, Vec<(Option<&'static Spec>, &'static Rule)>>);

impl Rules {
    pub fn of(files: &[Checked]) -> Self {
        let mut rules: BTreeMap<_, Vec<(Option<&'static Spec>, &'static Rule)>> = BTreeMap::new();
        for Finding { spec, diagnostic, .. } in Finding::all(files) {
            let of_id = rules.entry(diagnostic.rule.id).or_default();
            if !of_id.iter().any(|(_, rule)| *rule == diagnostic.rule) {
                of_id.push((spec, diagnostic.rule));
            }
        }
        Self(rules)
    }

    pub fn index_of(&self, id: &str) -> usize {
        self.0.keys().position(|known| *known == id).unwrap_or_default()
    }

    pub fn descriptors(&self) -> Vec<Value> {
        self.0.iter().map(|(id, rules)| descriptor(id, rules)).collect()
    }
}

fn descriptor(id: &str, rules: &[(Option<&Spec>, &Rule)]) -> Value {
    let sections: Vec<String> = rules.iter().map(|(spec, rule)| section(*spec, rule)).collect();
    let help = sections.join("\n\n");
    let summaries = rules.iter().map(|(_, rule)| rule.summary);
    let summary = summaries.clone().next().unwrap_or_default();
    let worst = rules.iter().map(|(_, rule)| rule.severity).min().unwrap_or(Severity::Info);
    json!({
        "id": id,
        "shortDescription": { "text": plain(summary) },
        "fullDescription": { "text": plain(&summaries.collect::<Vec<_>>().join("; ")) },
        "help": { "text": plain(&help), "markdown": help },
        "defaultConfiguration": { "level": level(worst) },
    })
}

fn section(spec: Option<&Spec>, rule: &Rule) -> String {
    let manual = spec.and_then(|spec| RuleManual::of(spec, rule)).map_or("", |manual| manual.words);
    let lines = [manual, rule.summary, rule.clause];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n\n")
}
