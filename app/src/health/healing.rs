//! What a pattern calls for. A person accepts or ignores it; nothing heals itself.

use serde::{Deserialize, Serialize};

use super::pattern::Pattern;

crate::named::named! {
    /// Who can make a pattern go away.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Owner {
        /// Those who read the format: they find nothing where something is written.
        Parser = "parser",
        /// Most records break the rule, so the contract asks for what nobody writes.
        Contract = "contract",
        /// Some records break the rule: the prompt of their author.
        Agent = "agent",
    }

    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Urgency {
        Medium = "medium",
        High = "high",
        Critical = "critical",
    }

    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Decision {
        Accepted = "accepted",
        Ignored = "ignored",
    }
}

/// The share of a format's records from which on the contract is in question, in percent, and the fewest records that
/// show it.
const MOST_RECORDS: u64 = 80;
const FEWEST_RECORDS: u64 = 10;

impl Owner {
    /// Returns whose a pattern is, of a format that has so many records in seven days.
    pub(super) fn of(pattern: &Pattern, traces: u64) -> Self {
        let is_common = traces >= FEWEST_RECORDS && pattern.week * 100 >= traces * MOST_RECORDS;
        match pattern.rule.starts_with("unread-") {
            true => Self::Parser,
            false if is_common => Self::Contract,
            false => Self::Agent,
        }
    }
}

impl Urgency {
    /// Returns how urgent so many records of 24 hours are, or `None` if they are too few for a recommendation.
    pub fn of(records: u64) -> Option<Self> {
        match records {
            ..3 => None,
            3..5 => Some(Self::Medium),
            5..10 => Some(Self::High),
            _ => Some(Self::Critical),
        }
    }
}

/// What a person decided of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Decided {
    pub rule: String,
    pub format: String,
    pub decision: Decision,
    pub reason: Option<String>,
    pub at_ms: i64,
}

/// A recommendation, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Healing {
    pub pattern: Pattern,
    /// `None` if the pattern calls for nothing any more.
    pub urgency: Option<Urgency>,
    pub flow: String,
    pub target: String,
    pub effort: String,
    pub decided: Option<Decided>,
}

impl Healing {
    fn of(pattern: &Pattern, decided: Option<Decided>) -> Self {
        let (flow, effort) = match pattern.owner {
            Owner::Parser => ("parser-update/", "medium, a parser and its tests"),
            Owner::Contract => ("contract-update/", "medium, a clause and its readers"),
            Owner::Agent => ("prompt-update/", "small, a sentence in one prompt"),
        };
        let target = match pattern.owner {
            Owner::Parser => format!("the parser of {} {}", pattern.format, pattern.name),
            Owner::Contract => format!("the contract, {} {}", pattern.format, pattern.name),
            Owner::Agent => format!("the prompt of {}", pattern.producer),
        };
        let (flow, effort) = (flow.to_owned(), effort.to_owned());
        Self { pattern: pattern.clone(), urgency: Urgency::of(pattern.day), flow, target, effort, decided }
    }

    pub fn is_open(&self) -> bool {
        self.decided.is_none() && self.urgency.is_some()
    }
}

/// Returns what patterns call for: open recommendations first, the most urgent of them first.
pub(super) fn healings(patterns: &[Pattern], decided: Vec<Decided>) -> Vec<Healing> {
    let healing = |pattern: &Pattern| {
        let is_of = |decided: &&Decided| (&decided.rule, &decided.format) == (&pattern.rule, &pattern.format);
        Healing::of(pattern, decided.iter().find(is_of).cloned())
    };
    let mut healings: Vec<Healing> = patterns.iter().map(healing).collect();
    healings.retain(|healing| healing.urgency.is_some() || healing.decided.is_some());
    healings
        .sort_by_key(|healing| std::cmp::Reverse((healing.is_open(), healing.urgency, healing.pattern.day)));
    healings
}

#[cfg(test)]
mod tests {
    use super::Urgency;

    #[test]
    fn three_records_in_a_day_call_for_healing() {
        let urgencies = [2, 3, 4, 5, 9, 10].map(Urgency::of);
        let (medium, high) = (Some(Urgency::Medium), Some(Urgency::High));
        assert_eq!(urgencies, [None, medium, medium, high, high, Some(Urgency::Critical)]);
    }
}
