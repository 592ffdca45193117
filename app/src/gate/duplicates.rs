//! Reports keys that occur twice in one object.

use std::collections::HashMap;

use super::answer::parse_verdict;
use super::flags::Evidence;
use super::rules::CONFLICTING_VERDICTS;
use super::{Flag, GateOutcome};
use crate::diagnostic::{Diagnostic, Sink};
use crate::json::{BROKEN_JSON, Json, Member};

/// Fields that state a verdict, by their last names.
const VERDICT_KEYS: [&str; 2] = ["gate_status", "all_checks_passed"];

/// Reports each key that occurs a second time; two values of a verdict are two verdicts.
pub(super) fn duplicate_keys(evidence: &mut Evidence<'_, '_>) {
    let mut conflicts = Vec::new();
    look_into(evidence.json, evidence.sink, &mut conflicts);
    for key in conflicts {
        let message = format!("`{key}` occurs twice, with two verdicts");
        let flag = Flag { flag: CONFLICTING_VERDICTS.id, message, places: vec![key, key] };
        evidence.answer.contradictions.push(flag);
        evidence.answer.outcome = GateOutcome::Redeploy;
    }
}

fn look_into(json: &Json<'_>, sink: &mut Sink, conflicts: &mut Vec<&'static str>) {
    let mut seen: HashMap<&str, &Member<'_>> = HashMap::with_capacity(json.members().len());
    for member in json.members() {
        if let Some(first) = seen.insert(&member.key, member) {
            compare(first, member, sink, conflicts);
        }
        look_into(&member.value, sink, conflicts);
    }
    json.items().iter().for_each(|item| look_into(item, sink, conflicts));
}

fn compare(first: &Member<'_>, second: &Member<'_>, sink: &mut Sink, conflicts: &mut Vec<&'static str>) {
    let verdict = VERDICT_KEYS.into_iter().find(|key| *key == second.key);
    let verdict = verdict.filter(|_| parse_verdict(&first.value) != parse_verdict(&second.value));
    let (rule, message) = match verdict {
        Some(key) => (&CONFLICTING_VERDICTS, format!("`{key}` occurs twice, with two verdicts")),
        None => (&BROKEN_JSON, format!("the key `{}` occurs twice; the last one counts", second.key)),
    };
    conflicts.extend(verdict);
    // Any key may occur twice, and most keys are no fields of the format.
    let found = Diagnostic::new(rule, second.key_span, message);
    sink.report(found.related(first.key_span, "first here"));
}
