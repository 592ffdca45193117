//! What an audit across documents knows of a record: its states, its signals, and what is impossible about the trail of
//! its task.

use serde_json::Value;

use super::V36Decision;
use super::check::is_lit;
use super::forms::moment;
use super::log::machine::{CLOSEOUT, SPAWN, judge_end, run_of};
use super::rules::{
    DUPLICATE_ID, LATER_LINK, MISSING_CLOSEOUT, OPEN_CLOSEOUT, OUT_OF_ORDER, STATE_JUMP, STEP_BACK,
    UNKNOWN_LINK,
};
use super::{SPAWN_SIGNALS, WATCHDOG_ALIVE_SIGNALS, WATCHDOG_STATES};
use crate::diagnostic::Rule;

/// The machines with their states. Those of the watchdog follow each other in any order.
pub const STATES: [(&str, &[&str]); 3] =
    [(SPAWN.name, SPAWN.states), (CLOSEOUT.name, CLOSEOUT.states), ("watchdog", WATCHDOG_STATES)];

/// The last state of the spawn: the work is done.
pub const SPAWN_DONE: u8 = 7;

/// Of a second.
const MICROSECONDS: i64 = 1_000_000;

/// What a record states beside its own fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audited {
    /// In microseconds since 1970 (UTC).
    pub at_us: Option<i64>,
    /// The state of each machine, as its place in [`STATES`].
    pub states: [Option<u8>; STATES.len()],
    pub signals: Signals,
}

/// The signals of a record, each a bit.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    pub stated: u32,
    pub lit: u32,
}

impl V36Decision {
    /// Returns what an audit knows of the record.
    pub fn audited(&self) -> Audited {
        let evidence = self.evidence.value();
        let watchdog = evidence.get("watchdog_state").and_then(Value::as_str);
        let watchdog = watchdog.and_then(|state| WATCHDOG_STATES.iter().position(|known| *known == state));
        let steps = [self.evidence.spawn_step, self.evidence.closeout_step, watchdog];
        Audited {
            at_us: self.ts.as_deref().and_then(microseconds),
            states: steps.map(|step| u8::try_from(step?).ok()),
            signals: Signals::of(&evidence),
        }
    }
}

impl Signals {
    fn of(evidence: &Value) -> Self {
        let mut signals = Self::default();
        for (bit, (group, name)) in names().enumerate() {
            let Some(value) = evidence.get(group).and_then(|group| group.get(name)) else { continue };
            signals.stated |= u32::from(!value.is_null()) << bit;
            signals.lit |= u32::from(is_lit(value)) << bit;
        }
        signals
    }

    /// Returns the names of the signals that are stated, and whether each is lit.
    pub fn named(self) -> impl Iterator<Item = (&'static str, bool)> {
        let has = |signals: u32, bit: usize| signals >> bit & 1 == 1;
        let stated = names().enumerate().filter(move |(bit, _)| has(self.stated, *bit));
        stated.map(move |(bit, (_, name))| (name, has(self.lit, bit)))
    }
}

fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let groups =
        [("spawn_signals", SPAWN_SIGNALS), ("watchdog_alive_signals", WATCHDOG_ALIVE_SIGNALS)].into_iter();
    groups.flat_map(|(group, fields)| fields.iter().map(move |field| (group, field.name)))
}

fn microseconds(written: &str) -> Option<i64> {
    let (minutes, seconds) = moment(written)?;
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let digits: String = fraction.chars().chain("000000".chars()).take(6).collect();
    let (whole, fraction): (i64, i64) = (whole.parse().ok()?, digits.parse().ok()?);
    Some((minutes * 60 + whole) * MICROSECONDS + fraction)
}

/// Returns the task whose trail a record belongs to.
pub fn task_of(task: &str) -> &str {
    run_of(task)
}

/// Returns what is impossible about a step of a machine after another. The watchdog may go any way.
pub fn step_between(machine: usize, before: u8, step: u8) -> Option<&'static Rule> {
    let machine = [&SPAWN, &CLOSEOUT].into_iter().nth(machine)?;
    machine.judge(before.into(), step.into()).map(|(rule, _)| rule)
}

/// Returns what is missing at the end of a trail.
pub fn end_of_trail(is_done: bool, farthest_closeout: Option<u8>) -> Option<&'static Rule> {
    judge_end(is_done, farthest_closeout.map(usize::from)).map(|(rule, _)| rule)
}

/// Returns `true` if a rule is about several records of one log. Across documents it is looked at again, or means
/// nothing: a link may lead to a decision in another document.
pub fn is_of_several_records(rule: &str) -> bool {
    [
        &STEP_BACK, &STATE_JUMP, &MISSING_CLOSEOUT, &OPEN_CLOSEOUT, &OUT_OF_ORDER, &DUPLICATE_ID,
        &LATER_LINK, &UNKNOWN_LINK,
    ]
    .iter()
    .any(|known| known.id == rule)
}

#[cfg(test)]
mod tests {
    use super::{SPAWN_DONE, STATES, Signals, end_of_trail, microseconds, step_between};

    #[test]
    fn a_trail_goes_step_by_step_to_the_report() {
        let step = |machine, before, step| step_between(machine, before, step).map(|rule| rule.id);
        assert_eq!(step(0, 1, 2), None);
        assert_eq!(step(0, 1, 3), None, "one state may pass unseen");
        assert_eq!(step(0, 1, 4), Some("state-jump"));
        assert_eq!(step(1, 4, 3), Some("step-back"));
        assert_eq!(step(2, 5, 0), None, "the watchdog may calm down");
        let end = |is_done, farthest| end_of_trail(is_done, farthest).map(|rule| rule.id);
        assert_eq!(end(true, None), Some("missing-closeout"));
        assert_eq!(end(false, None), None);
        assert_eq!(end(true, Some(3)), Some("open-closeout"));
        assert_eq!(end(true, Some(5)), None);
        assert_eq!(STATES[0].1[usize::from(SPAWN_DONE)], "DONE");
    }

    #[test]
    fn times_are_microseconds_wherever_they_were_written() {
        assert_eq!(microseconds("1970-01-01T09:00:01.5+09:00"), Some(1_500_000));
        assert_eq!(microseconds("1970-01-01T00:00:00.0000019Z"), Some(1));
        assert_eq!(microseconds("yesterday"), None);
    }

    #[test]
    fn signals_are_named_as_the_contract_names_them() {
        let evidence = serde_json::json!({
            "spawn_signals": { "task_id_present": true, "timer_status": "absent" },
            "watchdog_alive_signals": { "recent_artifact_mtime_lt_900s": true },
        });
        let named: Vec<_> = Signals::of(&evidence).named().collect();
        assert_eq!(
            named,
            [("task_id_present", true), ("timer_status", false), ("recent_artifact_mtime_lt_900s", true)]
        );
    }
}
