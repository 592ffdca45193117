//! The same issue in many records: a rule of a format, at its gate, with who writes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::healing::Owner;
use super::{Course, DAY, WEEK};
use crate::catalog;
use crate::severity::Severity;

/// How often a rule of a format was broken in an hour since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleHour {
    pub hour: i64,
    pub rule: String,
    pub format: String,
    pub severity: Severity,
    /// The records that break it, and how often they do.
    pub traces: u64,
    pub count: u64,
    pub first_ms: i64,
    pub last_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Pattern {
    pub rule: String,
    pub severity: Severity,
    pub format: String,
    pub name: String,
    pub gate: u32,
    pub producer: String,
    /// The records that break it, of the last 24 hours and of the last seven days.
    pub day: u64,
    pub week: u64,
    /// How often they break it in seven days.
    pub count: u64,
    pub first_ms: i64,
    pub last_ms: i64,
    /// Who can make it go away.
    pub owner: Owner,
    /// The records of each quarter of a day, oldest first.
    pub course: Vec<u64>,
}

const HOURS_OF_POINT: i64 = 6;
/// The most patterns that are listed.
const MOST: usize = 200;

/// Groups hours into patterns, the most frequent of the last 24 hours first.
pub(super) fn patterns(hours: Vec<RuleHour>, now: i64, formats: &BTreeMap<String, Course>) -> Vec<Pattern> {
    let mut found: BTreeMap<(String, String), Pattern> = BTreeMap::new();
    for hour in hours {
        let Some(spec) = catalog::by_id(&hour.format) else { continue };
        let age = now - hour.hour;
        if !(0..WEEK).contains(&age) {
            continue;
        }
        let pattern = found.entry((hour.format.clone(), hour.rule.clone())).or_insert_with(|| Pattern {
            rule: hour.rule,
            severity: hour.severity,
            format: hour.format,
            name: spec.name.to_owned(),
            gate: spec.gate,
            producer: spec.producer.to_owned(),
            day: 0,
            week: 0,
            count: 0,
            first_ms: hour.first_ms,
            last_ms: hour.last_ms,
            owner: Owner::Agent,
            course: vec![0; (WEEK / HOURS_OF_POINT) as usize],
        });
        pattern.week += hour.traces;
        pattern.day += if age < DAY { hour.traces } else { 0 };
        pattern.count += hour.count;
        pattern.first_ms = pattern.first_ms.min(hour.first_ms);
        pattern.last_ms = pattern.last_ms.max(hour.last_ms);
        if let Some(point) = pattern.course.iter_mut().rev().nth((age / HOURS_OF_POINT) as usize) {
            *point += hour.traces;
        }
    }
    let mut patterns: Vec<Pattern> = found.into_values().collect();
    for pattern in &mut patterns {
        let traces = formats.get(&pattern.format).map_or(0, |course| course.week.traces);
        pattern.owner = Owner::of(pattern, traces);
    }
    patterns.sort_by_key(|pattern| std::cmp::Reverse((pattern.day, pattern.week, pattern.last_ms)));
    patterns.truncate(MOST);
    patterns
}
