//! Identifies the gate that an answer comes from.

use serde::{Deserialize, Serialize};

use super::answer::parse_verdict;
use super::contract::is_of_adr;
use super::names::{VERDICT_NAMES, use_contract_names};
use super::verdict::GateVerdict;
use crate::block::{Recognition, Revision};
use crate::json::{Json, Kind, Member, Names, is_placeholder, is_same_name};
use crate::reading::normal;
use crate::recognition::{Candidate, JsonFamily, Opener, Scan};
use crate::text::{Span, Text};

crate::named::named! {
    #[derive(Default, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum GateKind {
        #[default]
        TestRunner = "test-runner",
        CodeReview = "code-review",
        SecurityAuditor = "security-auditor",
    }
}

impl GateKind {
    /// The id of the gate's format.
    pub const fn id(self) -> &'static str {
        match self {
            Self::TestRunner => "reaper/test-runner",
            Self::CodeReview => "reaper/code-review",
            Self::SecurityAuditor => "reaper/security-auditor",
        }
    }
}

/// One of these is in every answer of a gate.
const GATE_KEYS: [&str; 9] = [
    "scope_violations", "gate_status", "all_checks_passed", "blocking_issues", "validation_status",
    "next_steps", "agent_metadata", "dynamicSecurityTests", "security_assessment",
];
static GATE_NAMES: Names = Names::of(&GATE_KEYS);
static VERDICT_KEYS: Names = Names::of(&VERDICT_NAMES);
/// Fields that decide.
const DECIDING: [&str; 5] =
    ["gate_status", "next_steps.gate_status", "validation_status", "all_checks_passed", "blocking_issues"];
pub(super) const SECURITY_KEYS: [&str; 7] = [
    "security_assessment", "vulnerability_findings", "dynamicSecurityTests", "dependency_security",
    "owasp_compliance", "tool_execution_status", "vulnerabilities",
];
pub(super) const REVIEW_KEYS: [&str; 9] = [
    "files_reviewed", "plan_coverage", "scope_violations", "non_blocking_notes", "review_analysis",
    "plan_validation", "quality_assessment", "test_quality_review", "suggested_claude_md_entries",
];
pub(super) const TEST_KEYS: [&str; 10] = [
    "tests", "test_metrics", "coverage", "coverage_metrics", "lint", "lint_metrics", "test_exit_code",
    "validation_exit_code", "artifacts_cleaned", "pre_execution_validation",
];
/// Fields of every gate. An answer that has no others comes from a gate, but they don't identify it.
const UNIVERSAL_KEYS: [&str; 14] = [
    "gate_status", "all_checks_passed", "validation_status", "task_id", "working_dir", "worktree_path",
    "summary", "blocking_issues", "files_modified", "commands_executed", "verification_evidence",
    "pre_work_validation", "next_steps", "task_scope",
];
/// Fields of agents that are no gates, but use the same words.
const FOREIGN_KEYS: [&str; 5] =
    ["advisory_issues", "generated_documentation", "work_completed", "verification_mode", "unfinished"];

/// How the formats of all gates open.
pub const OPENERS: &[Opener] = &[Opener::Object];

/// Recognizes the answers of all gates in a text.
pub fn recognize(scan: &Scan<'_>) -> Vec<(&'static str, Recognition)> {
    let answers = GateKind::find(scan).into_iter();
    answers.map(|answer| (answer.format.id(), answer.recognition)).collect()
}

impl JsonFamily for GateKind {
    const KEYS: &'static [&'static Names] = &[&GATE_NAMES, &VERDICT_KEYS];

    fn is_answer(json: &Json<'_>) -> bool {
        identify(json, false).is_some()
    }

    fn identify(text: &Text, candidate: &Candidate<'_, '_>) -> Option<(Self, Revision, &'static str)> {
        let Candidate { json, outermost, is_cut } = *candidate;
        let is_bare = || is_bare_verdict(json) && stands_alone(text, outermost);
        identify(json, is_cut).or_else(|| {
            let reason = "`gate_status` and nothing else, most like a test run";
            // Only the first gate's contract has the field at the top; checked against it, the answer lacks the others.
            is_bare().then_some((Self::TestRunner, Revision::Current, reason))
        })
    }
}

/// Returns `true` if an object has a key without which it is no answer of a gate.
fn has_gate_key(json: &Json<'_>) -> bool {
    json.members().iter().any(|member| Names::any_has(&[&GATE_NAMES, &VERDICT_KEYS], &member.key))
}

/// Deeper members don't help to identify an answer.
const SECTIONS: u8 = 2;

/// Returns the object down to a depth, without the rows of lists.
fn upper_part<'t>(json: &Json<'t>, depth: u8) -> Json<'t> {
    let kind = match &json.kind {
        Kind::List(_) => Kind::List(Vec::new()),
        Kind::Object(members) => {
            let upper = members.iter().take(if depth == 0 { 0 } else { members.len() });
            let upper = upper.map(|member| Member {
                key: member.key.clone(),
                key_span: member.key_span,
                value: upper_part(&member.value, depth.saturating_sub(1)),
            });
            Kind::Object(upper.collect())
        }
        other => other.clone(),
    };
    Json { span: json.span, kind }
}

fn identify(json: &Json<'_>, is_cut: bool) -> Option<(GateKind, Revision, &'static str)> {
    if !has_gate_key(json) {
        return None;
    }
    let mut json = upper_part(json, SECTIONS);
    use_contract_names(&mut json);
    // An agent's name alone is no answer.
    if !GATE_KEYS.iter().any(|key| json.get(key).is_some()) {
        return None;
    }
    let (kind, reason) = kind_of(&json).or_else(|| cut_kind(&json).filter(|_| is_cut))?;
    Some((kind, if is_older(&json) { Revision::Legacy } else { Revision::Current }, reason))
}

/// `{"gate_status": "PASS"}`: it comes from a gate, and no field names the gate.
fn is_bare_verdict(json: &Json<'_>) -> bool {
    matches!(json.members(), [only] if is_same_name(&only.key, "gate_status") && parse_verdict(&only.value).is_some())
}

/// Returns `true` if an object has its lines to itself. One within a sentence is only mentioned.
fn stands_alone(text: &Text, span: Span) -> bool {
    let lines = text.lines();
    let (first, last) = (lines.line(lines.line_of(span.start)), lines.line(lines.line_of(span.end)));
    let around = [Span::new(first.start, span.start), Span::new(span.end, last.end.max(span.end))];
    around
        .into_iter()
        .all(|part| text.slice(part).chars().all(|beside| beside.is_whitespace() || beside == '>'))
}

/// The shape in which the verdict is one of many sections.
pub(super) fn is_older(json: &Json<'_>) -> bool {
    ["agent_metadata", "validation_status", "test_metrics", "narrative_report", "next_steps"]
        .iter()
        .any(|key| json.get(key).is_some())
}

fn kind_of(json: &Json<'_>) -> Option<(GateKind, &'static str)> {
    let has = |keys: &[&str]| keys.iter().any(|path| json.at(path).is_some());
    if let Some(agent) = agent(json) {
        return Some((by_agent(&agent)?, "`agent_type` names a gate"));
    }
    if has(&SECURITY_KEYS) {
        return Some((GateKind::SecurityAuditor, "fields of a security audit"));
    }
    if has(&["plan_coverage"]) && has(&["scope_violations"]) {
        return Some((GateKind::CodeReview, "fields of a code review"));
    }
    if !has(&DECIDING) {
        return None;
    }
    if has(&REVIEW_KEYS) {
        return Some((GateKind::CodeReview, "fields of a code review"));
    }
    if has(&TEST_KEYS) {
        return Some((GateKind::TestRunner, "fields of a test run"));
    }
    let states_verdict =
        || has(&["gate_status", "next_steps.gate_status", "validation_status", "all_checks_passed"]);
    if has(&FOREIGN_KEYS) || !states_verdict() {
        return None;
    }
    if has(&["security_findings"]) {
        return Some((GateKind::SecurityAuditor, "fields of a security audit"));
    }
    let is_audit = has(&["gate_status"]) && has(&["summary"]) && has(&["blocking_issues"]);
    if is_audit && is_of_adr(json) {
        return Some((GateKind::SecurityAuditor, "the fields of a security audit"));
    }
    let by_place = by_current_gate(json).or_else(|| by_directory(json));
    if let Some(kind) = by_place {
        return Some((kind, "the directory of a gate"));
    }
    if let Some(kind) = json.get("summary").and_then(Json::text).and_then(by_words) {
        return Some((kind, "the summary speaks of a gate's work"));
    }
    let has_failed = json.get("gate_status").and_then(parse_verdict) == Some(GateVerdict::Fail);
    let is_bare = !has(&["task_id"]) || has_failed;
    let is_early_failure = json.members().len() <= 3 && is_bare && !has(&["working_dir", "summary"]);
    if is_early_failure && has(&["gate_status"]) && has(&["blocking_issues"]) {
        return Some((GateKind::TestRunner, "an early failure: `gate_status` and `blocking_issues`"));
    }
    if is_audit {
        return Some((GateKind::SecurityAuditor, "the fields of a security audit"));
    }
    // The first gate is the test runner, and its contract has most of these fields.
    is_verdict_with_issues(json)
        .then_some((GateKind::TestRunner, "fields of every verdict, most like a test run"))
}

/// Identifies an answer that was cut off behind its verdict and other fields of every gate.
fn cut_kind(json: &Json<'_>) -> Option<(GateKind, &'static str)> {
    let is_verdict = json.get("gate_status").is_some_and(|status| parse_verdict(status).is_some());
    let is_first = is_verdict && json.members().len() > 1 && is_universal(json);
    is_first.then_some((GateKind::TestRunner, "a verdict that was cut off, most like a test run"))
}

fn is_universal(json: &Json<'_>) -> bool {
    json.members().iter().all(|member| UNIVERSAL_KEYS.contains(&member.key.as_ref()))
}

/// Returns `true` for a verdict with its issues and no fields of other agents.
fn is_verdict_with_issues(json: &Json<'_>) -> bool {
    let issues = ["blocking_issues", "validation_status.blocking_issues"];
    let lists_issues = issues
        .iter()
        .filter_map(|place| json.at(place))
        .any(|issues| matches!(issues.kind, Kind::List(_) | Kind::Text(_)));
    lists_issues && is_universal(json)
}

fn agent(json: &Json<'_>) -> Option<String> {
    let paths =
        ["agent_metadata.agent_type", "agent_metadata.agent_name", "agent_type", "agent_name", "agent"];
    let named = paths.iter().find_map(|path| json.at(path)?.text());
    named.filter(|name| !is_placeholder(name)).map(normal)
}

fn by_agent(agent: &str) -> Option<GateKind> {
    if agent.contains("test runner") || agent.contains("validation runner") {
        Some(GateKind::TestRunner)
    } else if agent.contains("review") {
        Some(GateKind::CodeReview)
    } else if agent.contains("security") {
        Some(GateKind::SecurityAuditor)
    } else {
        None
    }
}

fn by_current_gate(json: &Json<'_>) -> Option<GateKind> {
    let gate = normal(json.at("next_steps.current_gate")?.text()?);
    let names = [
        ("test", GateKind::TestRunner),
        ("review", GateKind::CodeReview),
        ("security", GateKind::SecurityAuditor),
    ];
    names.iter().find(|(name, _)| gate.contains(name)).map(|(_, kind)| *kind)
}

/// `./trees/PROJ-7-review`: worktrees are named after the gate.
fn by_directory(json: &Json<'_>) -> Option<GateKind> {
    let paths = ["working_dir", "worktree_path", "pre_work_validation.working_dir"];
    let directory = paths.iter().find_map(|path| json.at(path)?.text())?;
    let last = directory.trim_end_matches('/').rsplit(['-', '/', '_']).next()?;
    match last {
        "test" | "tests" | "validation" => Some(GateKind::TestRunner),
        "review" => Some(GateKind::CodeReview),
        "security" | "audit" => Some(GateKind::SecurityAuditor),
        _ => None,
    }
}

/// Identifies the gate by words of the summary where nothing else does. Words never decide the verdict.
fn by_words(summary: &str) -> Option<GateKind> {
    let words = normal(summary);
    let has = |names: &[&str]| names.iter().any(|name| words.contains(name));
    if has(&["vulnerab", "secret", "injection", "owasp", "security", "cve"]) {
        Some(GateKind::SecurityAuditor)
    } else if has(&["tests ", " passed", "coverage", "lint", "test suite"]) {
        Some(GateKind::TestRunner)
    } else if has(&["review", "solid", "plan"]) {
        Some(GateKind::CodeReview)
    } else {
        None
    }
}
