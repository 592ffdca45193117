//! An answer as it is judged: red flags are collected, and each is reported with its places.

use super::answer::VERDICT_PLACES;
use super::options::GateOptions;
use super::verdict::{Flag, GateAnswer, GateOutcome};
use crate::diagnostic::{Rule, Sink};
use crate::json::{Json, Property, breaks_off, may_go_on};
use crate::text::Span;

/// Where an answer may state how a command ended.
pub(super) const EXIT_CODES: [&str; 6] = [
    "test_exit_code",
    "test_metrics.test_exit_code",
    "validation_exit_code",
    "lint_exit_code",
    "lint_metrics.lint_exit_code",
    "compilation_results.build_exit_code",
];

/// Collects red flags, and reports each with both of its places.
pub struct Evidence<'e, 't> {
    pub json: &'e Json<'t>,
    pub contract: &'e [Property],
    pub options: &'e GateOptions,
    pub answer: &'e mut GateAnswer,
    pub sink: &'e mut Sink,
}

impl Evidence<'_, '_> {
    /// Two places that can't both be true.
    pub fn contradiction(&mut self, rule: &'static Rule, places: [&'static str; 2], message: String) {
        let flag = self.report(rule, places, message);
        self.answer.contradictions.push(flag);
    }

    pub fn red_flag(&mut self, rule: &'static Rule, places: [&'static str; 2], message: String) {
        let flag = self.report(rule, places, message);
        self.answer.red_flags.push(flag);
    }

    /// A red flag at parts of fields, such as one entry of a list.
    pub fn red_flag_at(
        &mut self,
        rule: &'static Rule,
        places: impl IntoIterator<Item = (&'static str, Option<Span>)>,
        message: String,
    ) {
        let (places, spans) = places.into_iter().unzip();
        let flag = self.report_flag(rule, Flag { flag: rule.id, message, places, spans });
        self.answer.red_flags.push(flag);
    }

    fn report(&mut self, rule: &'static Rule, places: [&'static str; 2], message: String) -> Flag {
        let spans = places.map(|place| self.json.at(place).map(|value| value.span)).to_vec();
        self.report_flag(rule, Flag { flag: rule.id, message, places: places.to_vec(), spans })
    }

    fn report_flag(&mut self, rule: &'static Rule, flag: Flag) -> Flag {
        self.answer.outcome = GateOutcome::Redeploy;
        self.sink.report(flag.diagnostic(rule, self.json.span.take(1)));
        flag
    }

    /// Returns `true` if the answer was cut off, so that what is missing may have followed.
    pub fn is_cut(&self) -> bool {
        breaks_off(self.sink)
    }

    /// Returns `true` if a field is the last of an answer that was cut off.
    pub fn may_go_on(&self, place: &str) -> bool {
        self.json.at(place).is_some_and(|part| may_go_on(part, self.json, self.sink))
    }

    /// The field that states the verdict.
    pub fn verdict_place(&self) -> &'static str {
        let field = self.answer.verdict_field.as_deref();
        let mut places = VERDICT_PLACES.into_iter().chain(["blocking_issues", "scope_violations"]);
        places.find(|place| Some(*place) == field).unwrap_or("gate_status")
    }

    /// The place where the answer has a field.
    pub fn place(&self, path: &'static str) -> &'static str {
        let older = Property::find(self.contract, path).map_or(&[][..], |field| field.spec.older_places);
        let mut places = [path].into_iter().chain(older.iter().copied());
        places.find(|place| self.json.at(place).is_some()).unwrap_or(path)
    }

    /// The place that the answer uses.
    pub fn used(&self, places: &[&'static str]) -> &'static str {
        let used = places.iter().find(|place| self.json.at(place).is_some());
        used.or(places.first()).copied().unwrap_or_default()
    }
}
