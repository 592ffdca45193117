use app::catalog::Catalog;
use app::declared::{DEPRECATION, VALUES};
use app::diagnostic::{Rule, RuleSet};
use app::format::Spec;
use app::rule_manual::RuleManual;
use serde_json::{Value, json};

use super::Example;

/// The rules that a format has alone, a set that several formats share, or those of the check itself.
pub struct RuleGroup {
    pub set: Option<&'static RuleSet>,
    /// None for the rules of the check itself.
    pub formats: Vec<&'static Spec>,
    pub rules: &'static [&'static Rule],
}

/// A rule as one of a group.
#[derive(Copy, Clone)]
pub struct GroupedRule<'g> {
    pub group: &'g RuleGroup,
    pub rule: &'static Rule,
}

impl RuleGroup {
    /// Returns the rules of all formats: in order of precedence those that each has alone, then the sets.
    pub fn all(catalog: &Catalog) -> Vec<Self> {
        let alone = |spec: &'static Spec| Self { set: None, formats: vec![spec], rules: spec.rules };
        let mut groups: Vec<Self> =
            catalog.specs().map(alone).filter(|group| !group.rules.is_empty()).collect();
        let first_set = groups.len();
        for spec in catalog.specs() {
            for set in spec.sets {
                let sets = groups.get_mut(first_set..).unwrap_or_default();
                match sets.iter_mut().find(|group| group.set.is_some_and(|known| known.name == set.name)) {
                    Some(group) => group.formats.push(spec),
                    None => groups.push(Self { set: Some(set), formats: vec![spec], rules: set.rules }),
                }
            }
        }
        // A team's formats may have them, now or later.
        for set in [&VALUES, &DEPRECATION] {
            if !groups.iter().any(|group| group.set.is_some_and(|known| known.name == set.name)) {
                groups.push(Self { set: Some(set), formats: Vec::new(), rules: set.rules });
            }
        }
        groups
    }

    pub fn is_of(&self, spec: &Spec) -> bool {
        self.formats.iter().any(|format| format.id == spec.id)
    }

    pub fn grouped(&self) -> impl Iterator<Item = GroupedRule<'_>> {
        self.rules.iter().map(|rule| GroupedRule { group: self, rule })
    }

    /// Returns the title of its set, and behind it the formats: all of a few, else their ids.
    pub fn title(&self) -> String {
        const FEW: usize = 3;
        let formats: Vec<String> = match self.formats.len() {
            ..=FEW => self.formats.iter().map(|spec| spec.labelled()).collect(),
            _ => self.formats.iter().map(|spec| spec.id.to_owned()).collect(),
        };
        let formats = formats.join(", ");
        match self.set {
            None if formats.is_empty() => "All formats".to_owned(),
            Some(set) if formats.is_empty() => format!("{} (formats of a team)", set.title),
            Some(set) => format!("{} (shared by {formats})", set.title),
            None => formats,
        }
    }
}

impl GroupedRule<'_> {
    pub fn manual(&self) -> Option<RuleManual> {
        self.group.formats.first().and_then(|spec| RuleManual::of(spec, self.rule))
    }

    pub fn json(&self) -> Value {
        let Rule { id, severity, summary, clause } = self.rule;
        let formats: Vec<&str> = self.group.formats.iter().map(|spec| spec.id).collect();
        json!({ "rule": id, "severity": severity, "why": summary, "clause": clause, "formats": formats })
    }

    /// Adds what the manual says, and an example that breaks the rule.
    pub fn explained(&self, example: Option<&Example>) -> Value {
        let mut explained = self.json();
        explained["words"] = self.manual().map(|manual| manual.words).into();
        explained["example"] = example.map(Example::json).into();
        explained
    }
}
