//! Keys that stand twice in one object.

use std::collections::HashMap;

use super::answer::said;
use super::{Evidence, Flag, GateOutcome, GateRules};
use crate::diagnostic::{Diagnostic, Sink};
use crate::json::{Json, Kind, Member};

/// Fields that state a verdict, by their last names.
const VERDICT_KEYS: [&str; 2] = ["gate_status", "all_checks_passed"];

/// Reports each key that stands a second time; two values of a verdict are two verdicts.
pub(super) fn duplicate_keys(evidence: &mut Evidence<'_, '_>, rules: &GateRules) {
    let mut conflicts = Vec::new();
    look_into(evidence.json, rules, evidence.sink, &mut conflicts);
    for key in conflicts {
        let message = format!("`{key}` stands twice, with two verdicts");
        let flag = Flag { flag: rules.conflicting_verdicts.id, message, places: vec![key, key] };
        evidence.answer.contradictions.push(flag);
        evidence.answer.outcome = GateOutcome::Redeploy;
    }
}

fn look_into(json: &Json<'_>, rules: &GateRules, sink: &mut Sink, conflicts: &mut Vec<&'static str>) {
    match &json.kind {
        Kind::Object(members) => {
            let mut seen = Seen::of(members);
            for (index, member) in members.iter().enumerate() {
                if let Some(first) = seen.before(index, member) {
                    compare(first, member, rules, sink, conflicts);
                }
                look_into(&member.value, rules, sink, conflicts);
            }
        }
        Kind::List(items) => items.iter().for_each(|item| look_into(item, rules, sink, conflicts)),
        _ => {}
    }
}

/// The members of an object up to one of them.
enum Seen<'j, 't> {
    /// Nearly all objects have so few that to compare them costs less than to keep them by name.
    Few(&'j [Member<'t>]),
    Many(HashMap<&'j str, &'j Member<'t>>),
}

impl<'j, 't> Seen<'j, 't> {
    const FEW: usize = 16;

    fn of(members: &'j [Member<'t>]) -> Self {
        if members.len() > Self::FEW { Self::Many(HashMap::new()) } else { Self::Few(members) }
    }

    /// The nearest member before this one that has its key.
    fn before(&mut self, index: usize, member: &'j Member<'t>) -> Option<&'j Member<'t>> {
        match self {
            Self::Few(members) => {
                members.get(..index)?.iter().rev().find(|earlier| earlier.key == member.key)
            }
            Self::Many(seen) => seen.insert(&member.key, member),
        }
    }
}

fn compare(
    first: &Member<'_>,
    second: &Member<'_>,
    rules: &GateRules,
    sink: &mut Sink,
    conflicts: &mut Vec<&'static str>,
) {
    let verdict = VERDICT_KEYS.into_iter().find(|key| *key == second.key);
    let verdict = verdict.filter(|_| said(&first.value) != said(&second.value));
    let (rule, message) = match verdict {
        Some(key) => (rules.conflicting_verdicts, format!("`{key}` stands twice, with two verdicts")),
        None => {
            (rules.json.broken_json, format!("the key `{}` stands twice; the last one counts", second.key))
        }
    };
    conflicts.extend(verdict);
    // Any key may stand twice, and most of them are no fields of the format.
    let found = Diagnostic::new(rule, second.key_span, message);
    sink.report(found.related(first.key_span, "first here"));
}
