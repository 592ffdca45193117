//! Which gate an answer comes from.

use serde::Serialize;

use super::GateVerdict;
use super::answer::said;
use super::names::{VERDICT_NAMES, use_contract_names};
use crate::declaration::Opener;
use crate::format::{Recognition, Revision};
use crate::json::{
    Found, Json, Kind, Member, Names, Reading, Unwrapping, WRAPPERS, is_placeholder, is_same_name, read,
};
use crate::reading::normal;
use crate::recognition::Scan;
use crate::text::{Span, Text};

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GateKind {
    #[default]
    TestRunner,
    CodeReview,
    SecurityAuditor,
}

impl GateKind {
    /// The id of the gate's format.
    const fn format(self) -> &'static str {
        match self {
            Self::TestRunner => "reaper/test-runner",
            Self::CodeReview => "reaper/code-review",
            Self::SecurityAuditor => "reaper/security-auditor",
        }
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TestRunner => "test-runner",
            Self::CodeReview => "code-review",
            Self::SecurityAuditor => "security-auditor",
        }
    }
}

/// One of these is in every answer of a gate.
const GATE_KEYS: [&str; 9] = [
    "scope_violations",
    "gate_status",
    "all_checks_passed",
    "blocking_issues",
    "validation_status",
    "next_steps",
    "agent_metadata",
    "dynamicSecurityTests",
    "security_assessment",
];
static GATE_NAMES: Names = Names::of(&GATE_KEYS);
static SPOKEN_NAMES: Names = Names::of(&VERDICT_NAMES);
/// Fields that decide.
const DECIDING: [&str; 5] =
    ["gate_status", "next_steps.gate_status", "validation_status", "all_checks_passed", "blocking_issues"];
pub(super) const SECURITY_KEYS: [&str; 7] = [
    "security_assessment",
    "vulnerability_findings",
    "dynamicSecurityTests",
    "dependency_security",
    "owasp_compliance",
    "tool_execution_status",
    "vulnerabilities",
];
pub(super) const REVIEW_KEYS: [&str; 9] = [
    "files_reviewed",
    "plan_coverage",
    "scope_violations",
    "non_blocking_notes",
    "review_analysis",
    "plan_validation",
    "quality_assessment",
    "test_quality_review",
    "suggested_claude_md_entries",
];
pub(super) const TEST_KEYS: [&str; 10] = [
    "tests",
    "test_metrics",
    "coverage",
    "coverage_metrics",
    "lint",
    "lint_metrics",
    "test_exit_code",
    "validation_exit_code",
    "artifacts_cleaned",
    "pre_execution_validation",
];
/// What any gate may say. An answer of nothing else comes from one, and does not tell from which.
const UNIVERSAL_KEYS: [&str; 13] = [
    "gate_status",
    "all_checks_passed",
    "validation_status",
    "task_id",
    "working_dir",
    "worktree_path",
    "summary",
    "blocking_issues",
    "files_modified",
    "commands_executed",
    "verification_evidence",
    "pre_work_validation",
    "next_steps",
];
/// Fields of agents that are no gates, though they answer in the same words.
const FOREIGN_KEYS: [&str; 5] =
    ["advisory_issues", "generated_documentation", "work_completed", "verification_mode", "unfinished"];

/// How the formats of all gates open.
pub const OPENERS: &[Opener] = &[Opener::Object];

/// Recognizes the answers of all gates in a text; each object is read once.
pub fn recognize(scan: &Scan<'_>) -> Vec<(&'static str, Recognition)> {
    let show = |show: Show<'_>| scan.outline.show_objects(scan.text, show);
    answers(scan.text, show).into_iter().map(|answer| (answer.kind.format(), answer.recognition)).collect()
}

/// An answer, and the gate that it comes from.
#[derive(Debug)]
struct Answer {
    kind: GateKind,
    recognition: Recognition,
}

/// Shows the objects of a text one by one, with their readings where they are read just now.
type Show<'s> = &'s mut dyn FnMut(&Found, Option<Reading<'_>>);

fn answers(text: &Text, show_objects: impl FnOnce(Show<'_>)) -> Vec<Answer> {
    let mut answers = Vec::new();
    show_objects(&mut |found, reading| {
        if found.has_any_like(text, &[&GATE_NAMES, &SPOKEN_NAMES, &WRAPPERS]) {
            let reading = reading.unwrap_or_else(|| read(text.source(), found.span));
            let mut take = |json: &Json<'_>, span: Span| {
                let answer = answer(json, span, reading.cut.is_some())
                    .or_else(|| verdict_alone(json, span).filter(|_| stands_alone(text, found.span)));
                let is_answer = answer.is_some();
                answers.extend(answer);
                is_answer
            };
            let mut unwrapping = Unwrapping { source: text.source(), is_wanted: &is_answer, take: &mut take };
            // Where the text is cut, the rest of it belongs to the answer.
            unwrapping.object(&reading.json, found.span);
        }
    });
    answers
}

/// Whether an object comes from a gate.
pub(super) fn is_answer(json: &Json<'_>) -> bool {
    answer(json, json.span, false).is_some()
}

/// Whether an object has what one of a gate has at the least.
fn has_gate_key(json: &Json<'_>) -> bool {
    json.members().iter().any(|member| Names::any_has(&[&GATE_NAMES, &SPOKEN_NAMES], &member.key))
}

/// Below the members of an answer's members nothing tells where it comes from.
const SECTIONS: u8 = 2;

/// The object down to a depth; what lies below is left out, and rows of lists are.
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

fn answer(json: &Json<'_>, span: Span, is_cut: bool) -> Option<Answer> {
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
    let revision = if is_older(&json) { Revision::Legacy } else { Revision::Current };
    Some(Answer { kind, recognition: Recognition { span, revision, reason } })
}

/// `{"gate_status": "PASS"}`: it comes from a gate and does not tell from which. The contract of the first alone has
/// the field at the top, and says with it what else is missing.
fn verdict_alone(json: &Json<'_>, span: Span) -> Option<Answer> {
    let [only] = json.members() else { return None };
    let is_verdict = is_same_name(&only.key, "gate_status") && said(&only.value).is_some();
    let reason = "`gate_status` and nothing else, most like a test run";
    let recognition = Recognition { span, revision: Revision::Current, reason };
    is_verdict.then_some(Answer { kind: GateKind::TestRunner, recognition })
}

/// Whether nothing else is said on the lines of an object: what stands in a sentence is spoken of.
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
    let by_place = by_current_gate(json).or_else(|| by_directory(json));
    if let Some(kind) = by_place {
        return Some((kind, "the directory of a gate"));
    }
    if let Some(kind) = json.get("summary").and_then(Json::text).and_then(by_words) {
        return Some((kind, "the summary speaks of a gate's work"));
    }
    let has_failed = json.get("gate_status").and_then(said) == Some(GateVerdict::Fail);
    let is_bare = !has(&["task_id"]) || has_failed;
    let is_early_failure = json.members().len() <= 3 && is_bare && !has(&["working_dir", "summary"]);
    if is_early_failure && has(&["gate_status"]) && has(&["blocking_issues"]) {
        return Some((GateKind::TestRunner, "an early failure: `gate_status` and `blocking_issues`"));
    }
    let is_audit = has(&["gate_status"]) && has(&["summary"]) && has(&["blocking_issues"]);
    if is_audit && !has(&["working_dir"]) {
        return Some((GateKind::SecurityAuditor, "the fields of a security audit"));
    }
    // The first gate is the test runner, and its contract has most of these fields.
    says_what_all_say(json).then_some((GateKind::TestRunner, "fields of every verdict, most like a test run"))
}

/// What of an answer came before it was cut off is a verdict and more that all gates say.
fn cut_kind(json: &Json<'_>) -> Option<(GateKind, &'static str)> {
    let is_verdict = json.get("gate_status").is_some_and(|status| said(status).is_some());
    let is_first = is_verdict && json.members().len() > 1 && is_universal(json);
    is_first.then_some((GateKind::TestRunner, "a verdict that was cut off, most like a test run"))
}

fn is_universal(json: &Json<'_>) -> bool {
    json.members().iter().all(|member| UNIVERSAL_KEYS.contains(&member.key.as_ref()))
}

/// A verdict with the issues that it rests on, and nothing that an agent of another kind says.
fn says_what_all_say(json: &Json<'_>) -> bool {
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

/// Words tell the gate where nothing else does; they never tell the verdict.
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
