//! `harmony rules`: lists the rules of all formats, and explains one.

mod example;
mod group;

use anyhow::bail;
use app::catalog::{self, Catalog};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::check::OWN_RULES;
use super::format::FormatFolders;
use super::output::{self, Color};
use super::{CONFORMS, Config};

pub(super) use example::Example;
pub(super) use group::{GroupedRule, RuleGroup};

#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 the rule or the format is known, 2 it is not")]
pub(super) struct Rules {
    /// Rule to explain, such as `score-form`, or format whose rules to list, such as `5.1` or `review-report`
    id: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    color: Color,
    #[command(flatten)]
    formats: FormatFolders,
    #[command(flatten)]
    config: Config,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Human,
    Json,
}

/// How similar a name must be to be suggested, from 0 to 1.
const SIMILAR: f64 = 0.85;
const MOST_SUGGESTED: usize = 5;

pub(super) fn run(arguments: &Rules) -> anyhow::Result<u8> {
    arguments.color.apply();
    let folders = arguments.formats.take_up(&arguments.config.find()?)?;
    let mut groups = RuleGroup::all(&Catalog::current());
    groups.push(RuleGroup { set: None, formats: Vec::new(), rules: OWN_RULES });
    let id = arguments.id.as_deref();
    let explained: Vec<GroupedRule<'_>> =
        groups.iter().flat_map(RuleGroup::grouped).filter(|rule| Some(rule.rule.id) == id).collect();
    if let (Some(id), true) = (id, explained.is_empty()) {
        let Some(spec) = catalog::by_id(id) else { bail!("{}", unknown(id, &groups)) };
        let of_format = groups.into_iter().filter(|group| group.is_of(spec));
        list(&of_format.collect::<Vec<_>>(), arguments.format)?;
    } else if explained.is_empty() {
        list(&groups, arguments.format)?;
    } else {
        let examples = explained.into_iter().map(|rule| (rule, Example::of(&rule, &folders)));
        explain(&examples.collect::<Vec<_>>(), arguments.format)?;
    }
    Ok(CONFORMS)
}

fn list(groups: &[RuleGroup], format: Format) -> std::io::Result<()> {
    match format {
        Format::Human => output::list_rules(groups),
        Format::Json => {
            let rules: Vec<Value> =
                groups.iter().flat_map(RuleGroup::grouped).map(|rule| rule.json()).collect();
            output::print_line(&json!({ "rules": rules }).to_string())
        }
    }
}

fn explain(rules: &[(GroupedRule<'_>, Option<Example>)], format: Format) -> std::io::Result<()> {
    match format {
        Format::Human => output::explain_rules(rules),
        Format::Json => {
            let rules: Vec<Value> =
                rules.iter().map(|(rule, example)| rule.explained(example.as_ref())).collect();
            output::print_line(&json!({ "rules": rules }).to_string())
        }
    }
}

/// Returns what to say of a name that neither a rule nor a format has: names that are nearly the same, or contain it.
fn unknown(id: &str, groups: &[RuleGroup]) -> String {
    let written = id.to_lowercase();
    let rules = groups.iter().flat_map(RuleGroup::grouped).map(|rule| rule.rule.id);
    let formats = groups.iter().flat_map(|group| &group.formats).flat_map(|spec| [spec.id, spec.slug]);
    let near = |name: &'static str| {
        let is_part = written.len() > 2 && name.contains(&written);
        let similarity = if is_part { 1.0 } else { strsim::jaro_winkler(&written, name) };
        (similarity >= SIMILAR).then_some((similarity, name))
    };
    let mut near: Vec<(f64, &str)> = rules.chain(formats).filter_map(near).collect();
    near.sort_by(|(one, left), (two, right)| two.total_cmp(one).then(left.cmp(right)));
    near.dedup();
    let names: Vec<String> = near.iter().take(MOST_SUGGESTED).map(|(_, name)| format!("`{name}`")).collect();
    let id = output::visible(id);
    match names.as_slice() {
        [] => format!("neither a rule nor a format is called `{id}`; `harmony rules` lists all rules"),
        names => {
            format!("neither a rule nor a format is called `{id}`; did you mean {}?", names.join(" or "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        let groups = RuleGroup::all(&Catalog::with(Vec::new()));
        assert!(unknown("score-from", &groups).contains("did you mean `score-form`"));
        assert!(unknown("Unknown-Verdicts", &groups).contains("`unknown-verdict`"));
        assert!(unknown("brainstorm", &groups).contains("`brainstorm-transcript`"));
        assert!(unknown("zzz", &groups).ends_with("`harmony rules` lists all rules"));
    }

    #[test]
    fn every_rule_of_the_built_in_formats_is_listed_once_and_has_an_example() {
        let groups = RuleGroup::all(&Catalog::with(Vec::new()));
        let built_in = groups.iter().filter(|group| !group.formats.is_empty());
        let mut count = 0;
        for rule in built_in.flat_map(RuleGroup::grouped) {
            let example =
                Example::of(&rule, &[]).unwrap_or_else(|| panic!("{} has no example", rule.rule.id));
            assert_eq!(example.diagnostic.rule, rule.rule);
            count += 1;
        }
        let specs = Catalog::with(Vec::new());
        let mut all: Vec<*const app::diagnostic::Rule> =
            specs.specs().flat_map(|spec| spec.all_rules()).map(std::ptr::from_ref).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(count, all.len());
    }
}
