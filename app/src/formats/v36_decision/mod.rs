//! V36 decision record: what the harness decided about a task, on which evidence, and why.

mod audited;
mod check;
mod contradictions;
mod evidence;
mod forms;
mod log;
mod parse;
mod recognize;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use std::sync::LazyLock;

use serde_json::{Map, Value};

use self::evidence::Evidence;
use self::forms::{date_time, task_id};
use crate::format::prelude::*;
use crate::json::{self, JSON, Property};
use crate::log::{Log, Notes, Record};
use crate::reading::TEXT;

record! {
    pub struct V36Decision {
        schema_version: Option<String> = required Enum(&["v36.runtime_harness.decision.v1"]),
        decision_id: Option<String> = required Text,
        ts: Option<String> = required Form(date_time),
        task_id: Option<String> = required Form(task_id),
        contract_layer: Option<String> = required Enum(&[
            "layer_0_task_md_sha", "layer_1_dispatch_marker", "layer_2_spawn_detection", "layer_3_watchdog",
            "layer_4_callback_closeout", "layer_5_finish_task_profile", "layer_6_actor_attribution",
            "layer_7_incident_routing",
        ]),
        decision_class: Option<String> = required Enum(&[
            "ALLOW", "DENY", "HOLD_FOR_CHAIR", "STATE_TRANSITION", "ALERT_INFO", "ALERT_WARN",
            "ESCALATE_CHAIR", "SUPPRESSED", "UNKNOWN",
        ]),
        evidence: Evidence = required Record(EVIDENCE),
        decision_outcome: DecisionOutcome = required Record(DecisionOutcome::FIELDS),
        actor_attribution: ActorAttribution = required Record(ActorAttribution::FIELDS),
        reason_code: Option<String> = required Enum(&[
            "verbatim_match_metadata_patch_ok", "verbatim_mismatch_block", "expected_sha_outdated_resync",
            "spawn_signals_insufficient_unknown", "spawn_state_progressed_normal",
            "watchdog_alive_signal_majority", "watchdog_silently_stalled_cycle_1",
            "watchdog_silently_stalled_cycle_2", "watchdog_escalate_critical7",
            "watchdog_escalate_chair_explicit", "watchdog_suppressed_by_escalate_marker",
            "closeout_marker_observed_anu_signal_required", "callback_normal_received",
            "callback_fallback_triggered", "anu_reception_delay_alert", "tool_call_pattern_match_deny",
            "tool_call_pattern_match_hold", "tool_call_pattern_no_match_allow",
            "actor_attribution_verifiable_l3", "actor_attribution_self_attestation_only_l1",
            "incident_routed_to_contract",
        ]),
        chair_authorization_id: Option<String> = required Text => or_null(),
        dry_run: Option<bool> = optional Flag,
        linked_decision_ids: Vec<String> = optional List(&Text),
        #[serde(skip_serializing_if = "Map::is_empty")]
        other_fields: Map<String, Value> = deviation Others,
    }

    /// Open by the schema, as the evidence is.
    #[derive(Eq)]
    pub struct DecisionOutcome {
        next_state: Option<String> = required Text,
        next_action: Option<String> = required Enum(&[
            "PROCEED", "POLL_NEXT_SAMPLE", "REPORT_TO_CHAIR", "SUPPRESS", "BLOCK_TOOL_CALL",
            "HOLD_AWAIT_DECISION", "REGISTER_FALLBACK", "RECEIVE_AND_REPORT", "ESCALATE",
        ]),
        tool_call_decision: Option<String> = nullable Enum(&["ALLOW", "DENY", "HOLD_FOR_CHAIR"]),
        ..
        /// What the schema does not name.
        #[serde(flatten)]
        others: Map<String, Value>,
    }

    /// Open by the schema, as the evidence is.
    #[derive(Eq)]
    pub struct ActorAttribution {
        evidence_level: Option<String> = required Enum(&[
            "L1_SELF_ATTESTATION", "L2_AUDIT_LOG_OR_COMMIT_TRAILER", "L3_RUNTIME_HOOK_EVIDENCE",
        ]),
        claimed_actor: Option<String> = required Text,
        verifiable: Option<bool> = optional Flag,
        evidence_path: Option<String> = optional Place,
        ..
        /// What the schema does not name.
        #[serde(flatten)]
        others: Map<String, Value>,
    }
}

const EVIDENCE: &[FieldSpec] = &[
    FieldSpec::optional("task_md_sha", FieldType::Record(TASK_MD_SHA)),
    FieldSpec::optional("dispatch_marker", FieldType::Record(DISPATCH_MARKER)),
    FieldSpec::optional("spawn_signals", FieldType::Record(SPAWN_SIGNALS)),
    FieldSpec::optional("spawn_state", FieldType::Enum(SPAWN_STATES)),
    FieldSpec::optional("watchdog_alive_signals", FieldType::Record(WATCHDOG_ALIVE_SIGNALS)),
    FieldSpec::optional("watchdog_state", FieldType::Enum(WATCHDOG_STATES)),
    FieldSpec::optional("closeout_state", FieldType::Enum(CLOSEOUT_STATES)),
    FieldSpec::optional(
        "callback_path",
        FieldType::Enum(&["normal_callback", "closeout_marker_watcher", "fallback_safety_net"]),
    ),
    FieldSpec::optional("finish_task_profile", FieldType::Record(FINISH_TASK_PROFILE)),
    FieldSpec::optional("matched_rule", FieldType::Text),
    FieldSpec::optional("tool", FieldType::Text),
    FieldSpec::optional("command", FieldType::Text),
    FieldSpec::optional("elapsed_ms", FieldType::Number),
];
const SPAWN_STATES: &[&str] = &[
    "NOT_REGISTERED", "REGISTERED", "FIRED", "SESSION_SEEN", "WORK_STARTED", "ARTIFACT_SEEN",
    "CALLBACK_REGISTERED", "DONE", "UNKNOWN",
];
const WATCHDOG_STATES: &[&str] =
    &["QUIET", "WATCH", "ALERT_INFO", "ALERT_WARN", "ESCALATE_CHAIR", "SUPPRESSED"];
const CLOSEOUT_STATES: &[&str] = &[
    "WORK_CLOSEOUT_STARTED", "FINISH_IN_PROGRESS", "CALLBACK_LAUNCHED", "DONE", "ANU_RECEIVED",
    "CHAIR_REPORTED",
];
const TASK_MD_SHA: &[FieldSpec] = &[
    FieldSpec::optional("expected_sha", FieldType::Text),
    FieldSpec::optional("actual_sha", FieldType::Text),
    FieldSpec::optional("content_verbatim_match", FieldType::Flag),
    FieldSpec::optional("metadata_patch_detected", FieldType::Flag),
    FieldSpec::optional("continue_allowed", FieldType::Flag),
];
const DISPATCH_MARKER: &[FieldSpec] = &[
    FieldSpec::optional("marker_path", FieldType::Place),
    FieldSpec::optional("schedule_id", FieldType::Text),
    FieldSpec::optional("executor", FieldType::Text),
    FieldSpec::optional("bot_key_hash", FieldType::Text),
    FieldSpec::optional("fire_time", FieldType::Form(date_time)),
    FieldSpec::optional("prompt_sha", FieldType::Text),
    FieldSpec::optional("task_md_sha_before", FieldType::Text),
    FieldSpec::optional(
        "dispatch_method",
        FieldType::Enum(&["dispatch_py", "direct_cron_bot_key", "fallback_safety_net"]),
    ),
];
const SPAWN_SIGNALS: &[FieldSpec] = &[
    FieldSpec::optional("task_id_present", FieldType::Flag),
    FieldSpec::optional("schedule_id_present", FieldType::Flag),
    FieldSpec::optional("bot_key_present", FieldType::Flag),
    FieldSpec::optional("session_id_present", FieldType::Flag),
    FieldSpec::optional(
        "timer_status",
        FieldType::Enum(&[
            "absent",
            "running",
            "completed",
            "completed_owner_decision_accepted",
            "cancelled",
        ]),
    ),
    FieldSpec::nullable("worktree_or_artifact_mtime_seconds", FieldType::Integer),
    FieldSpec::optional("bot_output_present", FieldType::Flag),
    FieldSpec::optional("schedule_history_present", FieldType::Flag),
];
const WATCHDOG_ALIVE_SIGNALS: &[FieldSpec] = &[
    FieldSpec::optional("dispatch_marker_present", FieldType::Flag),
    FieldSpec::optional("closeout_marker_present", FieldType::Flag),
    FieldSpec::optional("escalate_marker_present", FieldType::Flag),
    FieldSpec::optional("spawn_state_ge_work_started", FieldType::Flag),
    FieldSpec::optional("bot_session_process_active", FieldType::Flag),
    FieldSpec::optional("worktree_mtime_lt_900s", FieldType::Flag),
    FieldSpec::optional("recent_artifact_mtime_lt_900s", FieldType::Flag),
];
const FINISH_TASK_PROFILE: &[FieldSpec] = &[
    FieldSpec::optional(
        "task_mode",
        FieldType::Enum(&[
            "code", "system_hook", "local_runtime", "read_only", "callback_only", "closeout_marker_only",
        ]),
    ),
    FieldSpec::optional("git_evidence_result", FieldType::Enum(&["PASS", "WARN", "FAIL", "NOT_APPLICABLE"])),
    FieldSpec::optional("l1_smoke_result", FieldType::Enum(&["PASS", "WARN", "FAIL", "NOT_APPLICABLE"])),
    FieldSpec::optional("scope_guard_result", FieldType::Enum(&["PASS", "WARN", "FAIL", "NOT_APPLICABLE"])),
];

pub use self::audited::{
    Audited, SPAWN_DONE, STATES, Signals, end_of_trail, is_of_several_records, step_between, task_of,
};

/// The record's schema. A test compares it with `schema.json`.
static CONTRACT: LazyLock<Vec<Property>> = LazyLock::new(|| json::contract(V36Decision::FIELDS));

impl V36Decision {
    /// Returns `true` if a line is a record that the schema allows. [`crate::scan::read`] reports what is wrong with others.
    pub fn conforms(line: &str) -> bool {
        parse::conforms(line)
    }
}

impl Log for V36Decision {
    fn check_log(records: &[Record<'_, Self>]) -> Notes {
        log::check(records)
    }
}

impl Format for V36Decision {
    const SPEC: Spec = Spec {
        id: "v36/decision",
        slug: "v36-decision",
        contradictions: &[
            &rules::CLASS_AGAINST_OUTCOME,
            &rules::MATCH_AGAINST_SHAS,
            &rules::REASON_AGAINST_LEVEL,
            &rules::FLAG_AGAINST_SECONDS,
        ],
        kind: Kind::Record,
        name: "Decision Record",
        version: "v1",
        revisions: &[Revision::Current],
        hints: Hints::titled(&["decision_id", "task_id"]).judged(
            "decision_class",
            &["ALLOW", "STATE_TRANSITION", "SUPPRESSED", "ALERT_INFO"],
            &["DENY", "ESCALATE_CHAIR", "ALERT_WARN"],
        ),
        producer: "V36 runtime harness",
        gate: 9,
        openers: recognize::OPENERS,
        recognizer: Recognizer::Code(recognize::recognize),
        is_announcement: true,
        is_example: json::is_example,
        fields: Self::FIELDS,
        rules: rules::ALL,
        sets: &[&JSON, &TEXT],
        manual: crate::named::manual!("spec.md"),
        example: include_str!("fixtures/complete.jsonl"),
        ..Spec::BASE
    };
    const PARSE: Parse<Self> = parse::parse;

    const SUMMARY: Summarize<Self> = |value| Summary {
        title: value.decision_id.clone().or_else(|| value.task_id.clone()),
        verdict: value.decision_class.clone(),
        state: Self::SPEC.hints.state(value.decision_class.as_deref()),
        ..Summary::default()
    };

    fn questions(&self) -> Vec<Question> {
        let is_escalation = self.decision_class.as_deref() == Some("ESCALATE_CHAIR");
        let reason = self.reason_code.as_deref().unwrap_or("no reason is given").replace('_', " ");
        let words = format!("Escalated to the chair: {reason}");
        if is_escalation { vec![Question { words, row: None }] } else { Vec::new() }
    }
}
