//! V36 decision record: what the harness decided about a task, on which evidence, and why.

mod check;
mod evidence;
mod forms;
mod log;
mod parse;
mod recognize;
mod rules;
mod schema;
#[cfg(feature = "ssr")]
mod view;

use serde::Serialize;
use serde_json::{Map, Value};

use self::evidence::Evidence;
use crate::declaration::FieldType;
use crate::diagnostic::{Diagnostic, Sink};
use crate::document::{Outcome, Summary};
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::json;
use crate::json::JSON;
use crate::log::{Log, Record};
use crate::markdown::Outline;
use crate::reading::TEXT;
use crate::recognition::Scan;
use crate::text::{Span, Text};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct V36Decision {
    pub schema_version: Option<String>,
    pub decision_id: Option<String>,
    pub ts: Option<String>,
    pub task_id: Option<String>,
    pub contract_layer: Option<String>,
    pub decision_class: Option<String>,
    pub evidence: Evidence,
    pub decision_outcome: DecisionOutcome,
    pub actor_attribution: ActorAttribution,
    pub reason_code: Option<String>,
    pub chair_authorization_id: Option<String>,
    pub dry_run: Option<bool>,
    pub linked_decision_ids: Vec<String>,
    /// Fields that the schema does not know, unchanged.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub other_fields: Map<String, Value>,
}

/// Open by the schema, as the evidence is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DecisionOutcome {
    pub next_state: Option<String>,
    pub next_action: Option<String>,
    pub tool_call_decision: Option<String>,
    /// What the schema does not name.
    #[serde(flatten)]
    pub others: Map<String, Value>,
}

/// Open by the schema, as the evidence is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ActorAttribution {
    pub evidence_level: Option<String>,
    pub claimed_actor: Option<String>,
    pub verifiable: Option<bool>,
    pub evidence_path: Option<String>,
    /// What the schema does not name.
    #[serde(flatten)]
    pub others: Map<String, Value>,
}

const FIELDS: &[FieldSpec] = &[
    FieldSpec::required("schema_version", FieldType::Text),
    FieldSpec::required("decision_id", FieldType::Text),
    FieldSpec::required("ts", FieldType::Instant),
    FieldSpec::required("task_id", FieldType::Text),
    FieldSpec::required(
        "contract_layer",
        FieldType::Enum(&[
            "layer_0_task_md_sha", "layer_1_dispatch_marker", "layer_2_spawn_detection", "layer_3_watchdog",
            "layer_4_callback_closeout", "layer_5_finish_task_profile", "layer_6_actor_attribution",
            "layer_7_incident_routing",
        ]),
    ),
    FieldSpec::required(
        "decision_class",
        FieldType::Enum(&[
            "ALLOW", "DENY", "HOLD_FOR_CHAIR", "STATE_TRANSITION", "ALERT_INFO", "ALERT_WARN",
            "ESCALATE_CHAIR", "SUPPRESSED", "UNKNOWN",
        ]),
    ),
    FieldSpec::required("evidence", FieldType::Record),
    FieldSpec::optional("evidence.task_md_sha", FieldType::Record),
    FieldSpec::optional("evidence.task_md_sha.expected_sha", FieldType::Text),
    FieldSpec::optional("evidence.task_md_sha.actual_sha", FieldType::Text),
    FieldSpec::optional("evidence.task_md_sha.content_verbatim_match", FieldType::Flag),
    FieldSpec::optional("evidence.task_md_sha.metadata_patch_detected", FieldType::Flag),
    FieldSpec::optional("evidence.task_md_sha.continue_allowed", FieldType::Flag),
    FieldSpec::optional("evidence.dispatch_marker", FieldType::Record),
    FieldSpec::optional("evidence.dispatch_marker.marker_path", FieldType::Place),
    FieldSpec::optional("evidence.dispatch_marker.schedule_id", FieldType::Text),
    FieldSpec::optional("evidence.dispatch_marker.executor", FieldType::Text),
    FieldSpec::optional("evidence.dispatch_marker.bot_key_hash", FieldType::Text),
    FieldSpec::optional("evidence.dispatch_marker.fire_time", FieldType::Instant),
    FieldSpec::optional("evidence.dispatch_marker.prompt_sha", FieldType::Text),
    FieldSpec::optional("evidence.dispatch_marker.task_md_sha_before", FieldType::Text),
    FieldSpec::optional(
        "evidence.dispatch_marker.dispatch_method",
        FieldType::Enum(&["dispatch_py", "direct_cron_bot_key", "fallback_safety_net"]),
    ),
    FieldSpec::optional("evidence.spawn_signals", FieldType::Record),
    FieldSpec::optional("evidence.spawn_signals.task_id_present", FieldType::Flag),
    FieldSpec::optional("evidence.spawn_signals.schedule_id_present", FieldType::Flag),
    FieldSpec::optional("evidence.spawn_signals.bot_key_present", FieldType::Flag),
    FieldSpec::optional("evidence.spawn_signals.session_id_present", FieldType::Flag),
    FieldSpec::optional(
        "evidence.spawn_signals.timer_status",
        FieldType::Enum(&[
            "absent",
            "running",
            "completed",
            "completed_owner_decision_accepted",
            "cancelled",
        ]),
    ),
    FieldSpec::optional("evidence.spawn_signals.worktree_or_artifact_mtime_seconds", FieldType::Integer),
    FieldSpec::optional("evidence.spawn_signals.bot_output_present", FieldType::Flag),
    FieldSpec::optional("evidence.spawn_signals.schedule_history_present", FieldType::Flag),
    FieldSpec::optional(
        "evidence.spawn_state",
        FieldType::Enum(&[
            "NOT_REGISTERED", "REGISTERED", "FIRED", "SESSION_SEEN", "WORK_STARTED", "ARTIFACT_SEEN",
            "CALLBACK_REGISTERED", "DONE", "UNKNOWN",
        ]),
    ),
    FieldSpec::optional("evidence.watchdog_alive_signals", FieldType::Record),
    FieldSpec::optional("evidence.watchdog_alive_signals.dispatch_marker_present", FieldType::Flag),
    FieldSpec::optional("evidence.watchdog_alive_signals.closeout_marker_present", FieldType::Flag),
    FieldSpec::optional("evidence.watchdog_alive_signals.escalate_marker_present", FieldType::Flag),
    FieldSpec::optional("evidence.watchdog_alive_signals.spawn_state_ge_work_started", FieldType::Flag),
    FieldSpec::optional("evidence.watchdog_alive_signals.bot_session_process_active", FieldType::Flag),
    FieldSpec::optional("evidence.watchdog_alive_signals.worktree_mtime_lt_900s", FieldType::Flag),
    FieldSpec::optional("evidence.watchdog_alive_signals.recent_artifact_mtime_lt_900s", FieldType::Flag),
    FieldSpec::optional(
        "evidence.watchdog_state",
        FieldType::Enum(&["QUIET", "WATCH", "ALERT_INFO", "ALERT_WARN", "ESCALATE_CHAIR", "SUPPRESSED"]),
    ),
    FieldSpec::optional(
        "evidence.closeout_state",
        FieldType::Enum(&[
            "WORK_CLOSEOUT_STARTED", "FINISH_IN_PROGRESS", "CALLBACK_LAUNCHED", "DONE", "ANU_RECEIVED",
            "CHAIR_REPORTED",
        ]),
    ),
    FieldSpec::optional(
        "evidence.callback_path",
        FieldType::Enum(&["normal_callback", "closeout_marker_watcher", "fallback_safety_net"]),
    ),
    FieldSpec::optional("evidence.finish_task_profile", FieldType::Record),
    FieldSpec::optional(
        "evidence.finish_task_profile.task_mode",
        FieldType::Enum(&[
            "code", "system_hook", "local_runtime", "read_only", "callback_only", "closeout_marker_only",
        ]),
    ),
    FieldSpec::optional(
        "evidence.finish_task_profile.git_evidence_result",
        FieldType::Enum(&["PASS", "WARN", "FAIL", "NOT_APPLICABLE"]),
    ),
    FieldSpec::optional(
        "evidence.finish_task_profile.l1_smoke_result",
        FieldType::Enum(&["PASS", "WARN", "FAIL", "NOT_APPLICABLE"]),
    ),
    FieldSpec::optional(
        "evidence.finish_task_profile.scope_guard_result",
        FieldType::Enum(&["PASS", "WARN", "FAIL", "NOT_APPLICABLE"]),
    ),
    FieldSpec::optional("evidence.matched_rule", FieldType::Text),
    FieldSpec::optional("evidence.tool", FieldType::Text),
    FieldSpec::optional("evidence.command", FieldType::Text),
    FieldSpec::optional("evidence.elapsed_ms", FieldType::Number),
    FieldSpec::required("decision_outcome", FieldType::Record),
    FieldSpec::required("decision_outcome.next_state", FieldType::Text),
    FieldSpec::required(
        "decision_outcome.next_action",
        FieldType::Enum(&[
            "PROCEED", "POLL_NEXT_SAMPLE", "REPORT_TO_CHAIR", "SUPPRESS", "BLOCK_TOOL_CALL",
            "HOLD_AWAIT_DECISION", "REGISTER_FALLBACK", "RECEIVE_AND_REPORT", "ESCALATE",
        ]),
    ),
    FieldSpec::optional(
        "decision_outcome.tool_call_decision",
        FieldType::Enum(&["ALLOW", "DENY", "HOLD_FOR_CHAIR"]),
    ),
    FieldSpec::required("actor_attribution", FieldType::Record),
    FieldSpec::required(
        "actor_attribution.evidence_level",
        FieldType::Enum(&[
            "L1_SELF_ATTESTATION",
            "L2_AUDIT_LOG_OR_COMMIT_TRAILER",
            "L3_RUNTIME_HOOK_EVIDENCE",
        ]),
    ),
    FieldSpec::required("actor_attribution.claimed_actor", FieldType::Text),
    FieldSpec::optional("actor_attribution.verifiable", FieldType::Flag),
    FieldSpec::optional("actor_attribution.evidence_path", FieldType::Place),
    FieldSpec::required(
        "reason_code",
        FieldType::Enum(&[
            "verbatim_match_metadata_patch_ok",
            "verbatim_mismatch_block",
            "expected_sha_outdated_resync",
            "spawn_signals_insufficient_unknown",
            "spawn_state_progressed_normal",
            "watchdog_alive_signal_majority",
            "watchdog_silently_stalled_cycle_1",
            "watchdog_silently_stalled_cycle_2",
            "watchdog_escalate_critical7",
            "watchdog_escalate_chair_explicit",
            "watchdog_suppressed_by_escalate_marker",
            "closeout_marker_observed_anu_signal_required",
            "callback_normal_received",
            "callback_fallback_triggered",
            "anu_reception_delay_alert",
            "tool_call_pattern_match_deny",
            "tool_call_pattern_match_hold",
            "tool_call_pattern_no_match_allow",
            "actor_attribution_verifiable_l3",
            "actor_attribution_self_attestation_only_l1",
            "incident_routed_to_contract",
        ]),
    ),
    FieldSpec::required("chair_authorization_id", FieldType::Text),
    FieldSpec::optional("dry_run", FieldType::Flag),
    FieldSpec::optional("linked_decision_ids", FieldType::List),
    FieldSpec::deviation("other_fields", FieldType::Record),
];

impl V36Decision {
    /// Returns `true` if a line is a record that the schema allows. [`crate::scan::read`] reports what is wrong with others.
    pub fn conforms(line: &str) -> bool {
        parse::conforms(line)
    }
}

impl Log for V36Decision {
    fn check_log(records: &[Record<'_, Self>], report: &mut dyn FnMut(usize, Diagnostic)) {
        log::check(records, report);
    }
}

impl Format for V36Decision {
    const SPEC: Spec = Spec {
        id: "v36/decision",
        slug: "v36-decision",
        name: "Decision Record",
        producer: "V36 runtime harness",
        gate: 9,
        priority: None,
        pattern: None,
        openers: recognize::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&JSON, &TEXT],
        manual: include_str!("spec.md"),
        example: include_str!("fixtures/complete.jsonl"),
    };
    const IS_ANNOUNCEMENT: bool = true;

    fn is_example(text: &Text, outline: &Outline, span: Span) -> bool {
        json::is_example(text, outline, span)
    }

    fn recognize(scan: &Scan<'_>) -> Vec<Recognition> {
        recognize::recognize(scan)
    }

    fn parse(block: &Block<'_>, sink: &mut Sink) -> Self {
        parse::parse(block, sink)
    }

    fn summary(&self) -> Summary {
        Summary {
            title: self.decision_id.clone().or_else(|| self.task_id.clone()),
            verdict: self.decision_class.clone(),
            outcome: match self.decision_class.as_deref() {
                Some("ALLOW" | "STATE_TRANSITION" | "SUPPRESSED" | "ALERT_INFO") => Outcome::Pass,
                Some("DENY" | "ESCALATE_CHAIR" | "ALERT_WARN") => Outcome::Fail,
                _ => Outcome::Unknown,
            },
            ..Summary::default()
        }
    }
}
