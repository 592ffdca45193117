//! Reports keys that occur twice in one object.

use std::collections::HashMap;

use super::answer::parse_verdict;
use super::evidence::Evidence;
use super::rules::{CONFLICTING_VALUES, CONFLICTING_VERDICTS};
use super::verdict::{Flag, GateOutcome};
use crate::declaration::Need;
use crate::diagnostic::{Diagnostic, Rule, Sink};
use crate::json::{BROKEN_JSON, Json, Member, Property};

/// Fields that state a verdict, by their last names.
const VERDICT_KEYS: [&str; 2] = ["gate_status", "all_checks_passed"];

/// Reports each key that occurs a second time. Two values of a verdict are two verdicts, and those of another required
/// field contradict each other as well.
pub(super) fn duplicate_keys(evidence: &mut Evidence<'_, '_>) {
    let mut search = Search { contract: evidence.contract, sink: evidence.sink, conflicts: Vec::new() };
    search.look_into(evidence.json, &mut Vec::new());
    for conflict in search.conflicts {
        evidence.answer.contradictions.push(conflict);
        evidence.answer.outcome = GateOutcome::Redeploy;
    }
}

struct Search<'s> {
    contract: &'s [Property],
    sink: &'s mut Sink,
    conflicts: Vec<Flag>,
}

impl Search<'_> {
    /// `path` names the object: `tests`.
    fn look_into<'j>(&mut self, json: &'j Json<'_>, path: &mut Vec<&'j str>) {
        let mut seen: HashMap<&str, &Member<'_>> = HashMap::with_capacity(json.members().len());
        for member in json.members() {
            path.push(&member.key);
            if let Some(first) = seen.insert(&member.key, member) {
                self.compare(first, member, path);
            }
            self.look_into(&member.value, path);
            path.pop();
        }
        json.items().iter().for_each(|item| self.look_into(item, path));
    }

    fn compare(&mut self, first: &Member<'_>, second: &Member<'_>, path: &[&str]) {
        let Some((rule, key, message)) = self.conflict(first, second, path) else {
            let message = format!("the key `{}` occurs twice; the last one counts", second.key);
            // Any key may occur twice, and most keys are no fields of the format.
            let found = Diagnostic::new(&BROKEN_JSON, second.key_span, message);
            self.sink.report(found.related(first.key_span, "first here"));
            return;
        };
        let found = Diagnostic::new(rule, second.key_span, message.as_str());
        self.sink.report(found.related(first.key_span, "first here"));
        let spans = vec![Some(first.value.span), Some(second.value.span)];
        self.conflicts.push(Flag { flag: rule.id, message, places: vec![key, key], spans });
    }

    fn conflict(
        &self,
        first: &Member<'_>,
        second: &Member<'_>,
        path: &[&str],
    ) -> Option<(&'static Rule, &'static str, String)> {
        if let Some(key) = VERDICT_KEYS.into_iter().find(|key| *key == second.key) {
            let differs = parse_verdict(&first.value) != parse_verdict(&second.value);
            let message = format!("`{key}` occurs twice, with two verdicts");
            return differs.then_some((&CONFLICTING_VERDICTS, key, message));
        }
        let property = Property::find(self.contract, &path.join("."))?;
        let differs = property.need == Need::Required && first.value.plain() != second.value.plain();
        let message = format!("`{}` occurs twice, with two values", property.path);
        differs.then_some((&CONFLICTING_VALUES, property.path, message))
    }
}
