//! Rules for a terminal.

use super::human::{self, Style};
use super::visible::visible;
use crate::cli::rules::{Example, GroupedRule, RuleGroup};

/// Returns the rules of each group below its title, a line each.
pub fn list(groups: &[RuleGroup]) -> String {
    let ids = groups.iter().flat_map(RuleGroup::grouped).map(|rule| rule.rule.id.len());
    let width = ids.max().unwrap_or_default();
    let mut drawn = String::new();
    for group in groups {
        drawn.push_str(&format!("{}\n", visible(&group.title())));
        for GroupedRule { rule, .. } in group.grouped() {
            drawn.push_str(&format!(
                "  {:<7}  {:<width$}  {}\n",
                rule.severity.as_str(),
                rule.id,
                rule.summary
            ));
        }
        drawn.push('\n');
    }
    drawn.push_str("`harmony rules ID` explains a rule, with an example\n");
    drawn
}

/// Returns what each rule reports, and its example.
pub fn explain(rules: &[(GroupedRule<'_>, Option<Example>)], style: Style) -> String {
    let explained: Vec<String> =
        rules.iter().map(|(rule, example)| one(rule, example.as_ref(), style)).collect();
    explained.join("\n\n")
}

fn one(grouped: &GroupedRule<'_>, example: Option<&Example>, style: Style) -> String {
    let rule = grouped.rule;
    let words = grouped.manual().map_or("", |manual| manual.words);
    let mut drawn = format!("{} ({})\n{}\n\n", rule.id, rule.severity, visible(&grouped.group.title()));
    if !words.is_empty() {
        drawn.push_str(&format!("{words}\n\n"));
    }
    match example {
        Some(Example { name, text, diagnostic }) => {
            drawn.push_str(&human::draw(name, text, diagnostic, style));
            drawn.push_str(match diagnostic.fix {
                Some(_) => "\n\n`harmony check --fix` makes this change.\n",
                None => "\n\n`harmony check --fix` leaves this to you.\n",
            });
        }
        None => drawn.push_str(&format!("why: {}\ncontract: {}\n", rule.summary, rule.clause)),
    }
    drawn
}
