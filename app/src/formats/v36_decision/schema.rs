//! The record's schema as a table. A test compares it with `schema.json`.

use crate::json::Shape::{Choice, Flag, Form, Integer, List, Nullable, Number, Object, Text};
use crate::json::{Property, optional, required};

use super::forms::{date_time, task_id};

pub(super) const PROPERTIES: &[Property] = &[
    required("schema_version", Choice(&["v36.runtime_harness.decision.v1"])),
    required("decision_id", Text),
    required("ts", Form(date_time)),
    required("task_id", Form(task_id)),
    required("contract_layer", Choice(CONTRACT_LAYERS)),
    required("decision_class", Choice(DECISION_CLASSES)),
    required("evidence", Object(EVIDENCE)),
    required("decision_outcome", Object(DECISION_OUTCOME)),
    required("actor_attribution", Object(ACTOR_ATTRIBUTION)),
    required("reason_code", Choice(REASON_CODES)),
    required("chair_authorization_id", Nullable(&Text)),
    optional("dry_run", Flag),
    optional("linked_decision_ids", List(&Text)),
];
pub(super) const ACTOR_ATTRIBUTION: &[Property] = &[
    required("actor_attribution.evidence_level", Choice(EVIDENCE_LEVELS)),
    required("actor_attribution.claimed_actor", Text),
    optional("actor_attribution.verifiable", Flag),
    optional("actor_attribution.evidence_path", Text),
];
pub(super) const DECISION_OUTCOME: &[Property] = &[
    required("decision_outcome.next_state", Text),
    required("decision_outcome.next_action", Choice(NEXT_ACTIONS)),
    optional("decision_outcome.tool_call_decision", Nullable(&Choice(TOOL_CALL_DECISIONS))),
];
pub(super) const EVIDENCE: &[Property] = &[
    optional("evidence.task_md_sha", Object(TASK_MD_SHA)),
    optional("evidence.dispatch_marker", Object(DISPATCH_MARKER)),
    optional("evidence.spawn_signals", Object(SPAWN_SIGNALS)),
    optional("evidence.spawn_state", Choice(SPAWN_STATES)),
    optional("evidence.watchdog_alive_signals", Object(WATCHDOG_ALIVE_SIGNALS)),
    optional("evidence.watchdog_state", Choice(WATCHDOG_STATES)),
    optional("evidence.closeout_state", Choice(CLOSEOUT_STATES)),
    optional("evidence.callback_path", Choice(CALLBACK_PATHS)),
    optional("evidence.finish_task_profile", Object(FINISH_TASK_PROFILE)),
    optional("evidence.matched_rule", Text),
    optional("evidence.tool", Text),
    optional("evidence.command", Text),
    optional("evidence.elapsed_ms", Number),
];
const FINISH_TASK_PROFILE: &[Property] = &[
    optional("evidence.finish_task_profile.task_mode", Choice(TASK_MODES)),
    optional("evidence.finish_task_profile.git_evidence_result", Choice(CHECK_RESULTS)),
    optional("evidence.finish_task_profile.l1_smoke_result", Choice(CHECK_RESULTS)),
    optional("evidence.finish_task_profile.scope_guard_result", Choice(CHECK_RESULTS)),
];
const WATCHDOG_ALIVE_SIGNALS: &[Property] = &[
    optional("evidence.watchdog_alive_signals.dispatch_marker_present", Flag),
    optional("evidence.watchdog_alive_signals.closeout_marker_present", Flag),
    optional("evidence.watchdog_alive_signals.escalate_marker_present", Flag),
    optional("evidence.watchdog_alive_signals.spawn_state_ge_work_started", Flag),
    optional("evidence.watchdog_alive_signals.bot_session_process_active", Flag),
    optional("evidence.watchdog_alive_signals.worktree_mtime_lt_900s", Flag),
    optional("evidence.watchdog_alive_signals.recent_artifact_mtime_lt_900s", Flag),
];
const SPAWN_SIGNALS: &[Property] = &[
    optional("evidence.spawn_signals.task_id_present", Flag),
    optional("evidence.spawn_signals.schedule_id_present", Flag),
    optional("evidence.spawn_signals.bot_key_present", Flag),
    optional("evidence.spawn_signals.session_id_present", Flag),
    optional("evidence.spawn_signals.timer_status", Choice(TIMER_STATUSES)),
    optional("evidence.spawn_signals.worktree_or_artifact_mtime_seconds", Nullable(&Integer)),
    optional("evidence.spawn_signals.bot_output_present", Flag),
    optional("evidence.spawn_signals.schedule_history_present", Flag),
];
const DISPATCH_MARKER: &[Property] = &[
    optional("evidence.dispatch_marker.marker_path", Text),
    optional("evidence.dispatch_marker.schedule_id", Text),
    optional("evidence.dispatch_marker.executor", Text),
    optional("evidence.dispatch_marker.bot_key_hash", Text),
    optional("evidence.dispatch_marker.fire_time", Form(date_time)),
    optional("evidence.dispatch_marker.prompt_sha", Text),
    optional("evidence.dispatch_marker.task_md_sha_before", Text),
    optional("evidence.dispatch_marker.dispatch_method", Choice(DISPATCH_METHODS)),
];
const TASK_MD_SHA: &[Property] = &[
    optional("evidence.task_md_sha.expected_sha", Text),
    optional("evidence.task_md_sha.actual_sha", Text),
    optional("evidence.task_md_sha.content_verbatim_match", Flag),
    optional("evidence.task_md_sha.metadata_patch_detected", Flag),
    optional("evidence.task_md_sha.continue_allowed", Flag),
];

const CONTRACT_LAYERS: &[&str] = &[
    "layer_0_task_md_sha", "layer_1_dispatch_marker", "layer_2_spawn_detection", "layer_3_watchdog",
    "layer_4_callback_closeout", "layer_5_finish_task_profile", "layer_6_actor_attribution",
    "layer_7_incident_routing",
];
const DECISION_CLASSES: &[&str] = &[
    "ALLOW", "DENY", "HOLD_FOR_CHAIR", "STATE_TRANSITION", "ALERT_INFO", "ALERT_WARN", "ESCALATE_CHAIR",
    "SUPPRESSED", "UNKNOWN",
];
const DISPATCH_METHODS: &[&str] = &["dispatch_py", "direct_cron_bot_key", "fallback_safety_net"];
const TIMER_STATUSES: &[&str] =
    &["absent", "running", "completed", "completed_owner_decision_accepted", "cancelled"];
pub(super) const SPAWN_STATES: &[&str] = &[
    "NOT_REGISTERED", "REGISTERED", "FIRED", "SESSION_SEEN", "WORK_STARTED", "ARTIFACT_SEEN",
    "CALLBACK_REGISTERED", "DONE", "UNKNOWN",
];
const WATCHDOG_STATES: &[&str] =
    &["QUIET", "WATCH", "ALERT_INFO", "ALERT_WARN", "ESCALATE_CHAIR", "SUPPRESSED"];
pub(super) const CLOSEOUT_STATES: &[&str] = &[
    "WORK_CLOSEOUT_STARTED", "FINISH_IN_PROGRESS", "CALLBACK_LAUNCHED", "DONE", "ANU_RECEIVED",
    "CHAIR_REPORTED",
];
const CALLBACK_PATHS: &[&str] = &["normal_callback", "closeout_marker_watcher", "fallback_safety_net"];
const TASK_MODES: &[&str] =
    &["code", "system_hook", "local_runtime", "read_only", "callback_only", "closeout_marker_only"];
const CHECK_RESULTS: &[&str] = &["PASS", "WARN", "FAIL", "NOT_APPLICABLE"];
const NEXT_ACTIONS: &[&str] = &[
    "PROCEED", "POLL_NEXT_SAMPLE", "REPORT_TO_CHAIR", "SUPPRESS", "BLOCK_TOOL_CALL", "HOLD_AWAIT_DECISION",
    "REGISTER_FALLBACK", "RECEIVE_AND_REPORT", "ESCALATE",
];
const TOOL_CALL_DECISIONS: &[&str] = &["ALLOW", "DENY", "HOLD_FOR_CHAIR"];
const EVIDENCE_LEVELS: &[&str] =
    &["L1_SELF_ATTESTATION", "L2_AUDIT_LOG_OR_COMMIT_TRAILER", "L3_RUNTIME_HOOK_EVIDENCE"];
const REASON_CODES: &[&str] = &[
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
];
