//! What is read of any gate's answer, and what follows from it.

use serde::{Deserialize, Serialize};

use super::kind::GateKind;
use crate::declaration::record;
use crate::diagnostic::{Diagnostic, Rule};
use crate::text::Span;

record! {
    /// The fields that every gate's answer may have.
    pub struct GateAnswer from JSON {
        #[serde(skip_deserializing)]
        kind: GateKind = required Text => computed(),
        #[serde(skip_deserializing)]
        verdict: GateVerdict = required Text => computed(),
        #[serde(skip_deserializing)]
        outcome: GateOutcome = required Text => computed(),
        /// What decides, as a sentence: "fails because tests.failed = 2".
        #[serde(skip_deserializing)]
        rule: String = required Text => computed(),
        /// Two places that can't both be true.
        #[serde(skip_deserializing)]
        contradictions: Vec<Flag> = deviation Table(self::Flag::FIELDS) => computed(),
        /// Other reasons to run the gate again, regardless of the verdict.
        #[serde(skip_deserializing)]
        red_flags: Vec<Flag> = deviation Table(self::Flag::FIELDS) => computed(),
        /// The answer is a template, or has slots that were not filled in.
        placeholders: bool = required Flag => computed(),
        /// Where the verdict was read.
        verdict_field: Option<String> = required Text => computed(),
        gate_status: Option<String> = required Enum(&["PASS", "FAIL"]) => of_some_shapes()
            => or_at(&["next_steps.gate_status"]),
        all_checks_passed: Option<bool> = optional Flag => or_at(&["validation_status.all_checks_passed"]),
        /// Which attempt of the work was judged, where somebody says it.
        #[serde(skip_serializing_if = "Option::is_none")]
        attempt: Option<u32> = deviation Count,
        task_id: Option<String> = optional Text
            => or_at(&["agent_metadata.task_id", "agent_metadata.jira_key", "jira_key"]),
        working_dir: Option<String> = optional Place
            => or_at(&["agent_metadata.working_dir", "agent_metadata.worktree_path", "worktree_path"]),
        summary: Option<String> = required Markdown => of_some_shapes() => or_at(&["narrative_report.summary"]),
        blocking_issues: Vec<String> = required List(&Any(&[])) => or_at(&["validation_status.blocking_issues"]),
        files_modified: Vec<String> = optional List(&Text),
        commands_executed: Vec<Command> = optional List(&Any(Command::FIELDS))
            => or_at(&["evidence.commands_executed"]),
        pre_work_validation: Option<PreWorkValidation> = optional Record(PreWorkValidation::FIELDS),
        #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
        other_fields: serde_json::Map<String, serde_json::Value> = deviation Others,
    }
}

crate::named::named! {
    #[derive(Default, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum GateVerdict {
        Pass = "pass",
        Fail = "fail",
        /// No field states it.
        #[default]
        Undecidable = "undecidable",
    }

    /// What the orchestrator does with the verdict.
    #[derive(Default, Serialize, Deserialize)]
    #[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum GateOutcome {
        Pass = "pass",
        Fail = "fail",
        /// A red flag: the work is done again, regardless of the verdict.
        Redeploy = "redeploy",
        #[default]
        Undecidable = "undecidable",
    }
}

impl From<GateVerdict> for GateOutcome {
    fn from(verdict: GateVerdict) -> Self {
        match verdict {
            GateVerdict::Pass => Self::Pass,
            GateVerdict::Fail => Self::Fail,
            GateVerdict::Undecidable => Self::Undecidable,
        }
    }
}

record! {
    /// A red flag, with the fields that it is read from.
    #[derive(Eq)]
    pub struct Flag {
        flag: &'static str = deviation Text,
        message: String = deviation Markdown,
        places: Vec<&'static str> = deviation List(&Text),
        ..
        /// Where the places are; the answer may lack one.
        #[serde(skip)]
        spans: Vec<Option<Span>>,
    }

    #[derive(Eq)]
    pub struct Command from JSON {
        command: Option<String> = optional Text => or_whole(),
        exit_code: Option<i64> = optional Integer,
    }

    #[derive(Eq)]
    pub struct PreWorkValidation from JSON {
        validation_passed: Option<bool> = required Flag,
    }
}

impl Flag {
    /// Returns a diagnostic at the first place that names the others. What the answer lacks is missed at its opening.
    pub fn diagnostic(&self, rule: &'static Rule, opening: Span) -> Diagnostic {
        let mut places = self.places.iter().zip(&self.spans);
        let first = places.next().and_then(|(_, span)| *span).unwrap_or(opening);
        let diagnostic = Diagnostic::new(rule, first, self.message.as_str());
        places.fold(diagnostic, |diagnostic, (place, span)| match span {
            Some(span) => diagnostic.related(*span, format!("`{place}`")),
            None => diagnostic.related(opening, format!("no `{place}`")),
        })
    }
}

impl GateAnswer {
    /// Contradictions, then the other red flags.
    pub fn flags(&self) -> impl Iterator<Item = &Flag> {
        self.contradictions.iter().chain(&self.red_flags)
    }
}
