//! Health: how well texts keep to their contracts at the gates, as a ledger in which every lost point names the record
//! that took it. Pure folds over sums that the store keeps.
//!
//! - A trace's score is 100 − 20 for each error − 5 for each warning, at least 0. It passes without an error.
//! - A score of a window is the mean over its traces. No traces means no data.
//! - Windows are whole hours: the present hour and the 23, or the 167, before it.

mod healing;
mod ledger;
mod pattern;
mod verification;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::catalog;
use crate::document::State;

pub use healing::{Decided, Decision, Healing, Owner, Urgency};
pub use ledger::Ledger;
pub use pattern::{Pattern, RuleHour};
pub use verification::{DIAGNOSIS, HealingReport, VERIFICATION};

pub const HOUR_MS: i64 = 60 * 60 * 1000;
/// The hours of the short window and of the long one.
pub const DAY: i64 = 24;
pub const WEEK: i64 = 7 * DAY;

/// Sums over traces.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Sum {
    pub traces: u64,
    /// Those with an error.
    pub failed: u64,
    /// The points that they lost, of 100 each.
    pub lost: u64,
}

impl Sum {
    pub fn add(&mut self, other: Self) {
        self.traces += other.traces;
        self.failed += other.failed;
        self.lost += other.lost;
    }

    /// Returns the score of 100, or `None` without traces.
    pub fn score(self) -> Option<f64> {
        (self.traces > 0).then(|| 100.0 - self.lost as f64 / self.traces as f64)
    }

    /// Returns the share of traces without an error, in percent.
    pub fn pass_rate(self) -> Option<f64> {
        (self.traces > 0).then(|| 100.0 * (self.traces - self.failed) as f64 / self.traces as f64)
    }

    pub fn band(self) -> Option<Band> {
        self.score().map(Band::of)
    }
}

crate::named::named! {
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Band {
        /// From 90 on.
        Healthy = "healthy",
        /// From 60 on.
        Degraded = "degraded",
        Critical = "critical",
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Trend {
        Improving = "improving",
        Stable = "stable",
        Declining = "declining",
    }
}

impl Band {
    pub fn of(score: f64) -> Self {
        match score {
            90.0.. => Self::Healthy,
            60.0.. => Self::Degraded,
            _ => Self::Critical,
        }
    }
}

/// Points between two scores that are no trend yet.
const DEAD_BAND: f64 = 5.0;

/// Sums over the two windows.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Windows {
    pub day: Sum,
    pub week: Sum,
}

impl Windows {
    /// Compares the last 24 hours with the last seven days, or returns `None` if either has no data.
    pub fn trend(self) -> Option<Trend> {
        let change = self.day.score()? - self.week.score()?;
        Some(match change {
            DEAD_BAND.. => Trend::Improving,
            _ if change <= -DEAD_BAND => Trend::Declining,
            _ => Trend::Stable,
        })
    }

    fn add(&mut self, sum: Sum, is_of_day: bool) {
        self.week.add(sum);
        if is_of_day {
            self.day.add(sum);
        }
    }
}

/// The sum of a format at a gate in an hour since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GateHour {
    pub hour: i64,
    pub gate: u32,
    pub format: String,
    pub sum: Sum,
}

/// The sum of an agent or a model in a day since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorDay {
    pub day: i64,
    pub name: String,
    pub sum: Sum,
}

/// Sums over time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Course {
    pub week: Sum,
    /// Each day of the long window, oldest first.
    pub days: [Sum; 7],
}

impl Course {
    /// Adds a sum of some days ago.
    fn add(&mut self, sum: Sum, days_ago: i64) {
        let of_day = usize::try_from(days_ago).ok().and_then(|ago| self.days.iter_mut().rev().nth(ago));
        if let Some(of_day) = of_day {
            of_day.add(sum);
            self.week.add(sum);
        }
    }
}

/// What health is computed from: everything of the long window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    pub hours: Vec<GateHour>,
    pub rules: Vec<RuleHour>,
    /// The agents and the models with the most traces.
    pub agents: Vec<AuthorDay>,
    pub models: Vec<AuthorDay>,
    /// The newest decision of each pattern.
    pub decided: Vec<Decided>,
    /// The gates with traces, and how the newest of each went.
    pub newest: Vec<(u32, State)>,
    /// The gates at which a chain waits for a person.
    pub waiting: Vec<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Health {
    pub overall: Windows,
    /// By gate, of those with traces.
    pub gates: BTreeMap<u32, Windows>,
    /// How each gate goes, of those with traces or with a chain that waits there.
    pub states: BTreeMap<u32, State>,
    /// By the id of the format, by who writes it as its contract says, and by who did.
    pub formats: BTreeMap<String, Course>,
    pub producers: BTreeMap<String, Course>,
    pub agents: BTreeMap<String, Course>,
    pub models: BTreeMap<String, Course>,
    /// Each hour of the long window, oldest first.
    pub history: Vec<(i64, Sum)>,
    /// The most frequent first.
    pub patterns: Vec<Pattern>,
    pub healings: Vec<Healing>,
}

impl Health {
    /// Computes health at a time. With a gate, only of its traces, but for the list of gates.
    pub fn of(recorded: Recorded, now_ms: i64, gate: Option<u32>) -> Self {
        let now = now_ms.div_euclid(HOUR_MS);
        let mut health = Self::default();
        let days = [(&mut health.agents, recorded.agents), (&mut health.models, recorded.models)];
        for (courses, of_days) in days {
            for AuthorDay { day, name, sum } in of_days {
                courses.entry(name).or_default().add(sum, now.div_euclid(DAY) - day);
            }
        }
        health.states = states(&recorded.newest, &recorded.waiting);
        let mut history = BTreeMap::new();
        for GateHour { hour, gate: of, format, sum } in recorded.hours {
            if !(now - WEEK + 1..=now).contains(&hour) {
                continue;
            }
            let is_of_day = hour > now - DAY;
            health.gates.entry(of).or_default().add(sum, is_of_day);
            if gate.is_none_or(|gate| gate == of) {
                health.overall.add(sum, is_of_day);
                let days_ago = (now - hour) / DAY;
                if let Some(spec) = catalog::by_id(&format) {
                    health.producers.entry(spec.producer.to_owned()).or_default().add(sum, days_ago);
                }
                health.formats.entry(format).or_default().add(sum, days_ago);
                history.entry(hour).or_insert_with(Sum::default).add(sum);
            }
        }
        let of_hour = |hour| (hour * HOUR_MS, history.get(&hour).copied().unwrap_or_default());
        health.history = (now - WEEK + 1..=now).map(of_hour).collect();
        health.patterns = pattern::patterns(recorded.rules, now, &health.formats);
        health.patterns.retain(|pattern| gate.is_none_or(|gate| gate == pattern.gate));
        health.healings = healing::healings(&health.patterns, recorded.decided);
        health
    }
}

/// A gate is as its newest trace, unless a chain waits there.
fn states(newest: &[(u32, State)], waiting: &[u32]) -> BTreeMap<u32, State> {
    newest.iter().copied().chain(waiting.iter().map(|gate| (*gate, State::Waiting))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hour(hour: i64, traces: u64, lost: u64) -> GateHour {
        GateHour { hour, gate: 9, format: "5.1".to_owned(), sum: Sum { traces, failed: 0, lost } }
    }

    fn health(hours: Vec<GateHour>) -> Health {
        Health::of(Recorded { hours, ..Recorded::default() }, 1000 * HOUR_MS + 5, None)
    }

    #[test]
    fn no_traces_mean_no_data() {
        let health = health(Vec::new());
        assert_eq!((health.overall.day.score(), health.overall.trend()), (None, None));
        assert_eq!(health.history.len(), 168);
    }

    #[test]
    fn windows_are_whole_hours() {
        let overall =
            health(vec![hour(1000, 1, 0), hour(977, 1, 20), hour(976, 2, 40), hour(832, 9, 9)]).overall;
        assert_eq!((overall.day.traces, overall.week.traces), (2, 4));
        assert_eq!((overall.day.score(), overall.week.score()), (Some(90.0), Some(85.0)));
    }

    #[test]
    fn a_trend_has_a_dead_band() {
        let trend =
            |day: u64, before: u64| health(vec![hour(1000, 1, day), hour(900, 1, before)]).overall.trend();
        assert_eq!(trend(0, 8), Some(Trend::Stable));
        assert_eq!(trend(0, 10), Some(Trend::Improving));
        assert_eq!(trend(10, 0), Some(Trend::Declining));
    }

    #[test]
    fn a_gate_is_as_its_newest_trace_unless_a_chain_waits() {
        let states = states(&[(4, State::Passed), (6, State::Passed), (9, State::Contradicted)], &[6, 8]);
        let expected =
            [(4, State::Passed), (6, State::Waiting), (8, State::Waiting), (9, State::Contradicted)];
        assert_eq!(states, expected.into());
    }

    #[test]
    fn bands_begin_at_90_and_60() {
        assert_eq!(
            [90.0, 89.9, 60.0, 59.9].map(Band::of),
            [Band::Healthy, Band::Degraded, Band::Degraded, Band::Critical]
        );
    }
}
