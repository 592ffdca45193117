//! Fields under other names than the contracts have: `gateStatus`, `GATE_STATUS`, and `verdict` in place of
//! `gate_status`.

use std::borrow::Cow;

use super::answer::parse_verdict;
use super::kind::{REVIEW_KEYS, SECURITY_KEYS, TEST_KEYS};
use crate::json::{Json, Kind, Names};
use crate::text::Span;

/// The contracts' names of several words. `dynamicSecurityTests` is written so by its contract.
static NAMES: Names = Names::of(&[
    "agent_metadata", "agent_name", "agent_type", "all_checks_passed", "artifacts_cleaned",
    "blocking_issues", "commands_executed", "coverage_metrics", "coverage_percentage", "current_gate",
    "dependency_security", "exit_code", "files_modified", "files_reviewed", "first_attempt", "gate_status",
    "jira_key", "lint_errors", "lint_metrics", "lint_warnings", "narrative_report", "next_steps",
    "non_blocking_notes", "overall_risk_level", "owasp_compliance", "plan_coverage", "plan_validation",
    "pre_execution_validation", "pre_work_validation", "prior_test_infrastructure", "quality_assessment",
    "review_analysis", "risk_level", "scope_deviations", "scope_violations", "security_assessment",
    "suggested_claude_md_entries", "task_id", "test_command", "test_command_executed", "test_exit_code",
    "test_metrics", "test_quality_review", "tests_errored", "tests_failed", "tests_passed", "tests_skipped",
    "tests_total", "threshold_met", "tool_execution_status", "validation_exit_code", "validation_passed",
    "validation_status", "verification_evidence", "vulnerability_findings", "working_dir", "worktree_path",
]);
/// The contracts' names of one word; only at the top and in its sections are they fields.
static SHORT_NAMES: Names = Names::of(&[
    "coverage", "errors", "evidence", "failed", "lint", "passed", "percentage", "scope", "skipped",
    "summary", "tests", "threshold", "total", "verdict", "vulnerabilities", "warnings",
]);
/// Other names under which agents state the verdict.
pub(super) const VERDICT_NAMES: [&str; 6] =
    ["verdict", "status", "result", "outcome", "gate_result", "validation_status"];
const GATE_STATUS: &str = "gate_status";
/// Where one of these states the verdict, another name means something else.
const VERDICTS: [&str; 3] = [GATE_STATUS, "all_checks_passed", "next_steps"];

/// A field that had another name.
pub(super) struct Renamed {
    pub key: Span,
    pub written: String,
    pub name: &'static str,
}

/// Renames all fields to the contracts' names, and returns which had others.
pub(super) fn use_contract_names(json: &mut Json<'_>) -> Vec<Renamed> {
    let mut renamed = Vec::new();
    rename_words(json, 0, &mut renamed);
    rename_verdict(json, &mut renamed);
    renamed
}

/// Below the top and its sections, an everyday word is no name of the contract.
const DEEPEST_SHORT_NAME: u8 = 1;

fn rename_words(json: &mut Json<'_>, depth: u8, renamed: &mut Vec<Renamed>) {
    match &mut json.kind {
        Kind::List(items) => items.iter_mut().for_each(|item| rename_words(item, depth + 1, renamed)),
        Kind::Object(members) => {
            for index in 0..members.len() {
                let Some(name) = members.get(index).and_then(|member| contract_name(&member.key, depth))
                else {
                    continue;
                };
                // If both names occur, the one that the contract uses is the field.
                if members.iter().all(|member| member.key != name)
                    && let Some(member) = members.get_mut(index)
                {
                    let written = std::mem::replace(&mut member.key, Cow::Borrowed(name)).into_owned();
                    renamed.push(Renamed { key: member.key_span, written, name });
                }
            }
            members.iter_mut().for_each(|member| rename_words(&mut member.value, depth + 1, renamed));
        }
        _ => {}
    }
}

/// Returns `gate_status` for `gateStatus`, or `None` for a name that the contract itself uses.
fn contract_name(key: &str, depth: u8) -> Option<&'static str> {
    let names = [&NAMES, &SHORT_NAMES];
    let known = names.get(..if depth <= DEEPEST_SHORT_NAME { 2 } else { 1 }).unwrap_or_default();
    Names::first_of(known, key).filter(|name| *name != key)
}

/// Renames the field that states the verdict. In a code review, which states none, the word means something else.
fn rename_verdict(json: &mut Json<'_>, renamed: &mut Vec<Renamed>) {
    let has = |keys: &[&str]| keys.iter().any(|key| json.get(key).is_some());
    let is_foreign = has(&VERDICTS) || has(&REVIEW_KEYS) || has(&["agent_metadata"]);
    let is_test_run = has(&["tests"]) && has(&["coverage", "lint"]);
    let is_of_gate = |name: &str| match name {
        "verdict" => has(&TEST_KEYS) || has(&SECURITY_KEYS) || has(&["blocking_issues"]),
        _ => is_test_run || has(&["blocking_issues"]),
    };
    let is_stated = |name: &str| json.get(name).is_some_and(|value| parse_verdict(value).is_some());
    let name = VERDICT_NAMES.into_iter().find(|name| is_of_gate(name) && is_stated(name));
    let Some(name) = name.filter(|_| !is_foreign) else { return };
    let Kind::Object(members) = &mut json.kind else { return };
    for member in members.iter_mut().filter(|member| member.key == name) {
        member.key = Cow::Borrowed(GATE_STATUS);
        renamed.push(Renamed { key: member.key_span, written: name.to_owned(), name: GATE_STATUS });
    }
}

#[cfg(test)]
mod tests {
    use super::use_contract_names;
    use crate::json::read;
    use crate::text::Span;

    #[track_caller]
    fn check(source: &str, expected: &[&str]) {
        let mut json = read(source, Span::of(0, source.len())).json;
        let renamed = use_contract_names(&mut json);
        let names: Vec<&str> = renamed.iter().map(|renamed| renamed.name).collect();
        assert_eq!(names, expected, "{source}");
    }

    #[test]
    fn names_that_mean_a_field_of_the_contract_are_known() {
        check(r#"{"gateStatus": "PASS", "blockingIssues": []}"#, &["gate_status", "blocking_issues"]);
        check(r#"{"commandsExecuted": [{"exitCode": 0}]}"#, &["commands_executed", "exit_code"]);
        check(r#"{"verdict": "PASS", "tests": {"passed": 1}}"#, &["gate_status"]);
        check(r#"{"validation_status": "FAIL", "blocking_issues": []}"#, &["gate_status"]);
        check(r#"{"GATE-STATUS": "PASS", "Tests": {"PASSED": 1}}"#, &["gate_status", "tests", "passed"]);
    }

    #[test]
    fn other_names_stay() {
        check(r#"{"gate_status": "PASS", "gateStatus": "FAIL"}"#, &[]);
        check(r#"{"verdict": "PASS", "files_reviewed": [], "blocking_issues": []}"#, &[]);
        check(r#"{"verdict": "it is well", "tests": {}}"#, &[]);
        check(r#"{"verdict": "PASS", "author": "me"}"#, &[]);
        check(r#"{"status": "PASS", "tests": {"passed": 1}}"#, &[]);
        check(r#"{"gate_status": "PASS", "blocking_issues": [{"Errors": 1}]}"#, &[]);
        check(r#"{"dynamicSecurityTests": [], "gateStatuses": 1}"#, &[]);
    }
}
