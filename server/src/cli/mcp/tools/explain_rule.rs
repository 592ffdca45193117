use std::cmp::Reverse;

use anyhow::bail;
use app::catalog::Catalog;
use app::diagnostic::Rule;
use app::format::Spec;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Effect, Tool, arguments};
use crate::cli::rules::{Example, RuleGroup};

pub(super) const TOOL: Tool = Tool {
    name: "explain_rule",
    title: "Explain a rule",
    description: "Explains a rule that check_text or list_issues names: its severity, why it matters, what the contract \
                  and the manual say, an example that breaks it, and which formats have it. With a format alone, lists \
                  the rules of that format.",
    properties: || {
        json!({
            "rule": { "type": "string", "description": "Id of the rule, such as score-form" },
            "format": { "type": "string", "description": "Id or slug of a format, such as 5.1" },
        })
    },
    required: &[],
    effect: Effect::Nothing,
    call: |_, given| Box::pin(async { explain(arguments(given)?) }),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(default)]
    rule: Option<String>,
    #[serde(default)]
    format: Option<String>,
}

fn explain(Arguments { rule, format }: Arguments) -> anyhow::Result<Answer> {
    let catalog = Catalog::current();
    let specs: Vec<&'static Spec> = match &format {
        None => catalog.specs().collect(),
        Some(id) => match catalog.room(id) {
            Some(room) => vec![room.spec],
            None => {
                let ids: Vec<&str> = catalog.specs().map(|spec| spec.id).collect();
                bail!("there is no format `{id}`: there are {}", ids.join(", "));
            }
        },
    };
    match rule {
        Some(id) => explain_one(&specs, &id),
        None if format.is_some() => {
            let rules: Vec<Value> = specs.iter().flat_map(|spec| spec.all_rules()).map(summary).collect();
            Ok(Answer::of(json!({ "format": specs.first().map(|spec| spec.id), "rules": rules })))
        }
        None => bail!("name a `rule`, or a `format` to list its rules"),
    }
}

fn explain_one(specs: &[&'static Spec], id: &str) -> anyhow::Result<Answer> {
    let having: Vec<(&Spec, &Rule)> =
        specs.iter().filter_map(|spec| Some((*spec, spec.all_rules().find(|rule| rule.id == id)?))).collect();
    let Some((_, first)) = having.first() else {
        let words: Vec<&str> = id.split('-').collect();
        let shared = |rule: &str| rule.split('-').filter(|word| words.contains(word)).count();
        let mut near: Vec<&str> =
            specs.iter().flat_map(|spec| spec.all_rules()).map(|rule| rule.id).collect();
        near.retain(|rule| shared(rule) > 0);
        near.sort_unstable_by_key(|rule| (Reverse(shared(rule)), *rule));
        near.dedup();
        near.truncate(12);
        let similar = if near.is_empty() { String::new() } else { format!("; similar: {}", near.join(", ")) };
        bail!("there is no rule `{id}`{similar}. Name a `format` alone to list its rules");
    };
    let formats: Vec<Value> = having
        .iter()
        .map(|(spec, rule)| json!({ "format": spec.id, "name": spec.name, "contract": rule.clause }))
        .collect();
    let mut explained = summary(first);
    explained["formats"] = formats.into();
    let groups = RuleGroup::all(&Catalog::current());
    let of_formats = groups.iter().filter(|group| specs.iter().any(|spec| group.is_of(spec)));
    let rules = of_formats.flat_map(RuleGroup::grouped).filter(|rule| rule.rule.id == id);
    // As `harmony rules` explains them.
    explained["rules"] = rules.map(|rule| rule.explained(Example::of(&rule, &[]).as_ref())).collect();
    Ok(Answer::of(explained))
}

fn summary(rule: &Rule) -> Value {
    json!({ "rule": rule.id, "severity": rule.severity, "why": rule.summary, "contract": rule.clause })
}
