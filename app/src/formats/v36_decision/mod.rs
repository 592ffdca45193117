//! V36 decision record: what the harness decided about a task, on which evidence, and why.

mod check;
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

use crate::diagnostic::{Diagnostic, Sink};
use crate::document::{Outcome, Summary};
use crate::format::{Block, FieldSpec, Format, Recognition, Spec};
use crate::json;
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
    /// Open by contract: what the schema does not name is kept beside what it names.
    pub evidence: Value,
    pub decision_outcome: DecisionOutcome,
    pub actor_attribution: ActorAttribution,
    pub reason_code: Option<String>,
    pub chair_authorization_id: Option<String>,
    pub dry_run: Option<bool>,
    pub linked_decision_ids: Vec<String>,
    /// Fields that the schema does not know, as they stand.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub other_fields: Map<String, Value>,
}

/// Open by the schema, as evidence is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DecisionOutcome {
    pub next_state: Option<String>,
    pub next_action: Option<String>,
    pub tool_call_decision: Option<String>,
    /// What the schema does not name.
    #[serde(flatten)]
    pub others: Map<String, Value>,
}

/// Open by the schema, as evidence is.
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
    FieldSpec::required("schema_version"),
    FieldSpec::required("decision_id"),
    FieldSpec::required("ts"),
    FieldSpec::required("task_id"),
    FieldSpec::required("contract_layer"),
    FieldSpec::required("decision_class"),
    FieldSpec::required("evidence"),
    FieldSpec::optional("evidence.task_md_sha"),
    FieldSpec::optional("evidence.task_md_sha.expected_sha"),
    FieldSpec::optional("evidence.task_md_sha.actual_sha"),
    FieldSpec::optional("evidence.task_md_sha.content_verbatim_match"),
    FieldSpec::optional("evidence.task_md_sha.metadata_patch_detected"),
    FieldSpec::optional("evidence.task_md_sha.continue_allowed"),
    FieldSpec::optional("evidence.dispatch_marker"),
    FieldSpec::optional("evidence.dispatch_marker.marker_path"),
    FieldSpec::optional("evidence.dispatch_marker.schedule_id"),
    FieldSpec::optional("evidence.dispatch_marker.executor"),
    FieldSpec::optional("evidence.dispatch_marker.bot_key_hash"),
    FieldSpec::optional("evidence.dispatch_marker.fire_time"),
    FieldSpec::optional("evidence.dispatch_marker.prompt_sha"),
    FieldSpec::optional("evidence.dispatch_marker.task_md_sha_before"),
    FieldSpec::optional("evidence.dispatch_marker.dispatch_method"),
    FieldSpec::optional("evidence.spawn_signals"),
    FieldSpec::optional("evidence.spawn_signals.task_id_present"),
    FieldSpec::optional("evidence.spawn_signals.schedule_id_present"),
    FieldSpec::optional("evidence.spawn_signals.bot_key_present"),
    FieldSpec::optional("evidence.spawn_signals.session_id_present"),
    FieldSpec::optional("evidence.spawn_signals.timer_status"),
    FieldSpec::optional("evidence.spawn_signals.worktree_or_artifact_mtime_seconds"),
    FieldSpec::optional("evidence.spawn_signals.bot_output_present"),
    FieldSpec::optional("evidence.spawn_signals.schedule_history_present"),
    FieldSpec::optional("evidence.spawn_state"),
    FieldSpec::optional("evidence.watchdog_alive_signals"),
    FieldSpec::optional("evidence.watchdog_alive_signals.dispatch_marker_present"),
    FieldSpec::optional("evidence.watchdog_alive_signals.closeout_marker_present"),
    FieldSpec::optional("evidence.watchdog_alive_signals.escalate_marker_present"),
    FieldSpec::optional("evidence.watchdog_alive_signals.spawn_state_ge_work_started"),
    FieldSpec::optional("evidence.watchdog_alive_signals.bot_session_process_active"),
    FieldSpec::optional("evidence.watchdog_alive_signals.worktree_mtime_lt_900s"),
    FieldSpec::optional("evidence.watchdog_alive_signals.recent_artifact_mtime_lt_900s"),
    FieldSpec::optional("evidence.watchdog_state"),
    FieldSpec::optional("evidence.closeout_state"),
    FieldSpec::optional("evidence.callback_path"),
    FieldSpec::optional("evidence.finish_task_profile"),
    FieldSpec::optional("evidence.finish_task_profile.task_mode"),
    FieldSpec::optional("evidence.finish_task_profile.git_evidence_result"),
    FieldSpec::optional("evidence.finish_task_profile.l1_smoke_result"),
    FieldSpec::optional("evidence.finish_task_profile.scope_guard_result"),
    FieldSpec::optional("evidence.matched_rule"),
    FieldSpec::optional("evidence.tool"),
    FieldSpec::optional("evidence.command"),
    FieldSpec::optional("evidence.elapsed_ms"),
    FieldSpec::required("decision_outcome"),
    FieldSpec::required("decision_outcome.next_state"),
    FieldSpec::required("decision_outcome.next_action"),
    FieldSpec::optional("decision_outcome.tool_call_decision"),
    FieldSpec::required("actor_attribution"),
    FieldSpec::required("actor_attribution.evidence_level"),
    FieldSpec::required("actor_attribution.claimed_actor"),
    FieldSpec::optional("actor_attribution.verifiable"),
    FieldSpec::optional("actor_attribution.evidence_path"),
    FieldSpec::required("reason_code"),
    FieldSpec::required("chair_authorization_id"),
    FieldSpec::optional("dry_run"),
    FieldSpec::optional("linked_decision_ids"),
    FieldSpec::deviation("other_fields"),
];

impl V36Decision {
    /// Whether a line is a record as the schema has it. What is wrong with one that is not, [`crate::scan::read`] says.
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
        openers: recognize::OPENERS,
        fields: FIELDS,
        rules: rules::ALL,
        sets: &[&TEXT],
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

    fn check(&self, block: &Block<'_>, sink: &mut Sink) {
        check::check(self, block, sink);
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
