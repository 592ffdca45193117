//! Red flags of any gate: two fields that contradict each other, or work that can't be trusted.

use super::answer::{VERDICT_PLACES, parse_verdict};
use super::duplicates::duplicate_keys;
use super::others::other_fields;
use super::reason::reason;
use super::rules::{CONFLICTING_VERDICTS, INVALID_INPUTS, VERDICT_AGAINST_COUNTS};
use super::scope::scope;
use super::work::work;
use super::{Flag, GateAnswer, GateOptions, GateOutcome, GateVerdict};
use crate::diagnostic::{Rule, Sink};
use crate::json::{Json, Property, breaks_off, flag_of, may_go_on, number_of};
use crate::text::Span;

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

/// Checks what every gate must fulfill and what this one must, once all fields were read; then says what decides.
pub fn check(evidence: &mut Evidence<'_, '_>, of_gate: impl FnOnce(&mut Evidence<'_, '_>)) {
    evidence.answer.attempt = evidence.options.attempt.or(evidence.answer.attempt);
    let verdict = evidence.verdict_place();
    let passed = evidence.answer.verdict == GateVerdict::Pass;
    let validated = evidence.answer.pre_work_validation.as_ref().and_then(|inputs| inputs.validation_passed);
    if validated == Some(false) {
        let place = "pre_work_validation.validation_passed";
        let message = "the gate had no valid inputs, so its result means nothing".to_owned();
        evidence.red_flag(&INVALID_INPUTS, [place, verdict], message);
    }
    let issues = evidence.answer.blocking_issues.len();
    let is_computed = matches!(verdict, "blocking_issues" | "scope_violations");
    if passed && issues > 0 && !is_computed {
        let place = evidence.place("blocking_issues");
        let message = format!("passed over {}", crate::reading::counted(issues, "blocking issue"));
        evidence.contradiction(&VERDICT_AGAINST_COUNTS, [verdict, place], message);
    }
    exit_codes(evidence, verdict, passed);
    conflicting_verdicts(evidence);
    scope(evidence);
    duplicate_keys(evidence);
    work(evidence);
    of_gate(evidence);
    evidence.answer.other_fields = other_fields(evidence.json, evidence.sink);
    evidence.answer.rule = reason(evidence);
}

/// Where an answer may state how a command ended.
pub(super) const EXIT_CODES: [&str; 6] = [
    "test_exit_code",
    "test_metrics.test_exit_code",
    "validation_exit_code",
    "lint_exit_code",
    "lint_metrics.lint_exit_code",
    "compilation_results.build_exit_code",
];

fn exit_codes(evidence: &mut Evidence<'_, '_>, verdict: &'static str, passed: bool) {
    if !passed {
        return;
    }
    for place in EXIT_CODES {
        let Some(code) = evidence.json.at(place).and_then(number_of).filter(|code| *code != 0.0) else {
            continue;
        };
        let message = format!("passed, but a command ended with code {code}");
        evidence.contradiction(&VERDICT_AGAINST_COUNTS, [verdict, place], message);
    }
}

fn conflicting_verdicts(evidence: &mut Evidence<'_, '_>) {
    let status = evidence.place("gate_status");
    let checks = evidence.place("all_checks_passed");
    let stated = evidence.json.at(status).and_then(parse_verdict);
    // A code review states no verdict; what it lists decides.
    let computed = matches!(evidence.verdict_place(), "blocking_issues" | "scope_violations");
    let (verdict, place) = match stated {
        Some(verdict) => (verdict, status),
        None if computed => (evidence.answer.verdict, evidence.verdict_place()),
        None => return,
    };
    let Some(checks_passed) = evidence.json.at(checks).and_then(flag_of) else { return };
    if (verdict == GateVerdict::Pass) != checks_passed {
        let message = format!("`{place}` and `{checks}` state two verdicts");
        evidence.contradiction(&CONFLICTING_VERDICTS, [place, checks], message);
    }
}
