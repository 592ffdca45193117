//! The viewer: the decision first, then the evidence as signals lit or dark.

mod levels;
mod line;
pub(super) mod log;
mod signal;
mod trail;

use serde_json::{Map, Value};

use self::signal::signal;
use super::log::machine::run_of;
use super::{CONTRACT, V36Decision};
use crate::json::Property;
use crate::log::Record;
use crate::ui::LogViewer;
use crate::ui::prelude::*;

impl LogViewer for V36Decision {
    const FACETS: &'static [&'static str] = &["task", "layer", "class", "level", "actor"];

    fn facets(&self) -> Vec<Option<&str>> {
        let actor = &self.actor_attribution;
        vec![
            self.task_id.as_deref().map(run_of),
            self.contract_layer.as_deref(),
            self.decision_class.as_deref(),
            actor.evidence_level.as_deref(),
            actor.claimed_actor.as_deref(),
        ]
    }

    fn view_log(records: &[Record<'_, Self>], shown: &[usize], context: &ViewContext) -> LogView {
        log::view(records, shown, context)
    }
}

impl Viewer for V36Decision {
    fn view(self, context: ViewContext) -> impl IntoView {
        let tone = context.tone();
        // The contract writes null where nobody was asked.
        let is_automatic =
            self.chair_authorization_id.is_none() && context.place("chair_authorization_id", None).is_some();
        let authorized_by = match is_automatic {
            true => Some("nobody: decided automatically".to_owned()),
            false => self.chair_authorization_id,
        };
        let said = |value: Option<String>| value.unwrap_or_else(|| "not said".to_owned());
        let word = |flag: Option<bool>| flag.map_or("not said", |flag| if flag { "yes" } else { "no" });
        let task = match self.task_id {
            Some(task) => match context.trail_href(run_of(&task)) {
                Some(href) => view! { <a href=href>{visible(&task)}</a> }.into_any(),
                None => visible(&task),
            },
            None => visible(&said(None)),
        };
        let outcome = self.decision_outcome;
        let actor = self.actor_attribution;
        let (linked, more) = few(self.linked_decision_ids, |id| view! { <Tag label=id/>" " });
        view! {
            <article>
                <header class=format!("verdict verdict--{} card", tone.as_str())>
                    <span class="verdict__icon">
                        <Glyph icon=tone.icon()/>
                    </span>
                    <div class="verdict__words">
                        <p class="verdict__word" data-field="decision_class">{visible(&said(self.decision_class))}</p>
                        <p class="verdict__qualifier" data-field="reason_code">{visible(&said(self.reason_code))}</p>
                    </div>
                    <p class="verdict__scope">
                        <span data-field="task_id">{task}</span>" · "
                        <span data-field="contract_layer">{visible(&said(self.contract_layer))}</span>" · "
                        <span data-field="ts">{visible(&said(self.ts))}</span>
                    </p>
                    <div class="verdict__figures">
                        <span data-field="dry_run">"dry run: "{word(self.dry_run)}</span>
                    </div>
                </header>
                <dl class="facts card" data-field="decision_outcome">
                    {fact("Next state", "decision_outcome.next_state", said(outcome.next_state))}
                    {fact("Next action", "decision_outcome.next_action", said(outcome.next_action))}
                    {fact("Tool call", "decision_outcome.tool_call_decision", said(outcome.tool_call_decision))}
                </dl>
                {besides("decision_outcome", outcome.others)}
                <section class="section" aria-label="Evidence" data-field="evidence">
                    <h2 class="section__title">"Evidence"</h2>
                    <Evidence evidence=self.evidence.value()/>
                </section>
                <dl class="facts card" data-field="actor_attribution">
                    {fact("Actor", "actor_attribution.claimed_actor", said(actor.claimed_actor))}
                    {fact("Shown by", "actor_attribution.evidence_level", said(actor.evidence_level))}
                    {fact("Verifiable", "actor_attribution.verifiable", word(actor.verifiable).to_owned())}
                    {fact("Recorded in", "actor_attribution.evidence_path", said(actor.evidence_path))}
                </dl>
                {besides("actor_attribution", actor.others)}
                <dl class="facts card">
                    {fact("Record", "decision_id", said(self.decision_id))}
                    {fact("Authorized by the chair", "chair_authorization_id", said(authorized_by))}
                    {fact("Schema", "schema_version", said(self.schema_version))}
                    <div>
                        <dt>"Linked decisions"</dt>
                        <dd data-field="linked_decision_ids">
                            {linked}
                            {more}
                        </dd>
                    </div>
                </dl>
                {besides("other_fields", self.other_fields)}
            </article>
        }
    }
}

/// What the schema does not name, beside what it names.
fn besides(field: &'static str, others: Map<String, Value>) -> Option<impl IntoView> {
    (!others.is_empty()).then(|| {
        view! {
            <section class="section" aria-label="Besides" data-field=field>
                <JsonView value=Value::Object(others)/>
            </section>
        }
    })
}

fn fact(name: &'static str, field: &'static str, value: String) -> impl IntoView {
    view! { <div><dt>{name}</dt><dd data-field=field>{visible(&value)}</dd></div> }
}

/// The parts of the evidence that the schema names.
fn parts() -> &'static [Property] {
    Property::find(&CONTRACT, "evidence").map_or(&[], |evidence| &evidence.parts)
}

/// What the schema names, group by group; then what it does not.
#[component]
fn Evidence(evidence: Value) -> impl IntoView {
    let known: Vec<_> =
        parts().iter().filter_map(|property| Some((property, evidence.get(property.spec.name)?))).collect();
    let groups: Vec<_> = known.iter().map(|(property, value)| group(property, value)).collect();
    let mut rest = evidence.clone();
    if let Some(fields) = rest.as_object_mut() {
        fields.retain(|name, _| parts().iter().all(|property| property.spec.name != name));
    }
    let has_rest = rest.as_object().is_some_and(|fields| !fields.is_empty());
    view! {
        <div class="decision__evidence">{groups}</div>
        {has_rest.then(|| view! { <JsonView value=rest/> })}
    }
}

fn group(property: &Property, value: &Value) -> impl IntoView + use<> {
    let parts = property.parts.iter();
    let signals: Vec<_> = match property.parts.is_empty() {
        false => parts.filter_map(|part| Some(signal(part, value.get(part.spec.name)?))).collect(),
        true => vec![signal(property, value)],
    };
    let title = property.spec.name.replace('_', " ");
    let field = (!property.parts.is_empty()).then_some(property.path);
    view! {
        <div class="card card--padded" data-field=field>
            <h3 class="gate-verdict__label">{title}</h3>
            <ul>{signals}</ul>
        </div>
    }
}
