use super::address::{summary_of, with_finding};
use super::tasks::counted_findings;
use crate::audit::{DecisionQuery, EndFinding, Path, PathStep, Trail};
use crate::ui::prelude::*;
use crate::ui::{StateRail, line_href};

/// Where a task is in each machine, how it came there, and what was found on its way.
#[component]
pub(super) fn TrailView(trail: Trail, query: DecisionQuery) -> impl IntoView {
    let Trail { task, machines, end } = trail;
    let findings = match task.findings.is_empty() {
        true => view! { <span class="muted">"Nothing was found."</span> }.into_any(),
        false => counted_findings(task.findings, query.task.as_deref()).into_any(),
    };
    let machines: Vec<_> = machines.into_iter().filter(|machine| !machine.steps.is_empty()).collect();
    let is_stateless = machines.is_empty();
    let machines: Vec<_> = machines.into_iter().map(machine).collect();
    view! {
        <section class="card card--padded decisions__trail" aria-label="Trail">
            <p class="facts">
                <strong>{counted(task.records, "decision")}</strong>
                <span>"newest "<Moment milliseconds=task.newest_ms/></span>
                <a href="/decisions">"All decisions"</a>
            </p>
            <p>{findings}</p>
            {end.map(missing)}
            {machines}
            {is_stateless.then(|| view! { <p class="muted">"No record says in which state the task was."</p> })}
        </section>
    }
}

/// What is missing at the end, with the record that it is missing after.
fn missing(end: EndFinding) -> impl IntoView {
    let EndFinding { finding, place } = end;
    let summary = summary_of(&finding.rule).unwrap_or_default();
    view! {
        <p class="decision-log__links">
            <Badge tone=Tone::from(finding.severity) label=finding.rule/>
            <span>{summary}</span>
            <a href=line_href(&place.document, place.line)>"after this record"</a>
        </p>
    }
}

fn machine(path: Path) -> impl IntoView {
    let Path { machine, states, steps, is_cut } = path;
    let now = steps.last().map(|step| step.state.clone());
    let chips: Vec<_> = steps.into_iter().map(step).collect();
    view! {
        <StateRail name=machine states now/>
        <p class="decision-log__links">
            <span class="faint">{if is_cut { "came at last by " } else { "came by " }}</span>
            {chips}
        </p>
    }
}

fn step(step: PathStep) -> impl IntoView {
    let PathStep { state, place, finding, .. } = step;
    let href = line_href(&place.document, place.line);
    let finding = finding.map(|finding| {
        let href = with_finding(None, &finding.rule);
        view! { <a class="decisions__finding" href=href><Badge tone=Tone::from(finding.severity) label=finding.rule/></a> }
    });
    view! {
        {finding}
        <a class="chain__wait" href=href>{visible(&state)}</a>
    }
}
