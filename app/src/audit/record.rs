use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::format::Parsed;
use crate::formats::{Audited, STATES, Signals, decision, is_of_several_records, task_of};
use crate::severity::Severity;
use crate::text::{Text, head_of};

/// A record is kept beside its document, so it carries the beginning of long words only.
const LONGEST_WORD: usize = 200;
const MOST_LINKS: usize = 16;
const MOST_FINDINGS: usize = 24;

/// What an audit keeps of a decision record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DecisionRecord {
    pub line: u32,
    /// The task without the step: the trail that the record belongs to.
    pub task: Option<String>,
    pub layer: Option<String>,
    pub class: Option<String>,
    pub level: Option<String>,
    pub actor: Option<String>,
    pub reason: Option<String>,
    pub id: Option<String>,
    pub ts: Option<String>,
    /// In microseconds since 1970 (UTC).
    pub at_us: Option<i64>,
    /// The state of each machine, as its place in [`STATES`].
    pub states: [Option<u8>; STATES.len()],
    /// The signals that are stated and those that are lit, as bits; see [`signals_of`].
    pub stated: u32,
    pub lit: u32,
    /// The decisions on which it rests.
    pub links: Vec<String>,
    /// What was found in the record alone.
    pub findings: Vec<RecordFinding>,
}

/// What was found in a record, by its rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct RecordFinding {
    pub rule: String,
    pub severity: Severity,
}

impl DecisionRecord {
    /// Returns what is kept of a decision record. Examples are no records.
    pub fn of(text: &Text, parsed: &Parsed) -> Option<Self> {
        if parsed.fenced {
            return None;
        }
        let record = decision(parsed)?;
        let Audited { at_us, states, signals: Signals { stated, lit } } = record.audited();
        let kept = |value: &Option<String>| {
            let value = value.as_deref().map(str::trim).filter(|value| !value.is_empty());
            value.map(|value| head_of(value, LONGEST_WORD))
        };
        let own = parsed.diagnostics.iter().filter(|found| !is_of_several_records(found.rule.id));
        let findings: BTreeMap<&str, Severity> =
            own.map(|found| (found.rule.id, found.severity)).take(MOST_FINDINGS).collect();
        let task = record.task_id.as_deref().map(|task| task_of(task).trim().to_owned());
        let actor = &record.actor_attribution;
        Some(Self {
            line: text.position(parsed.span.start).line,
            task: kept(&task),
            layer: kept(&record.contract_layer),
            class: kept(&record.decision_class),
            level: kept(&actor.evidence_level),
            actor: kept(&actor.claimed_actor),
            reason: kept(&record.reason_code),
            id: kept(&record.decision_id),
            ts: kept(&record.ts),
            at_us,
            states,
            stated,
            lit,
            links: record
                .linked_decision_ids
                .iter()
                .take(MOST_LINKS)
                .map(|id| head_of(id, LONGEST_WORD))
                .collect(),
            findings: findings
                .into_iter()
                .map(|(rule, severity)| RecordFinding { rule: rule.to_owned(), severity })
                .collect(),
        })
    }

    /// The number of signals that are lit, where any is stated.
    pub fn lit_count(&self) -> Option<u32> {
        (self.stated != 0).then(|| self.lit.count_ones())
    }
}

/// Returns the names of signals, and whether each is lit.
pub fn signals_of(stated: u32, lit: u32) -> impl Iterator<Item = (&'static str, bool)> {
    Signals { stated, lit }.named()
}
