use super::address::with_finding;
use crate::audit::{AuditedTask, CountedFinding, DecisionQuery};
use crate::ui::prelude::*;
use crate::ui::trail_href;

/// Tasks with where they are, those decided on last first.
#[component]
pub(super) fn Tasks(tasks: Vec<AuditedTask>, query: DecisionQuery, more: AnyView) -> impl IntoView {
    let rows = tasks.into_iter().map(row).collect_view();
    let newest = query.tasks_before.map(|_| {
        view! { <a class="button" href="/decisions">"Newest tasks"</a> }
    });
    view! {
        <section aria-label="Tasks">
            <h2 class="section__title">"Tasks"</h2>
            <div class="card scroll-x">
                <Table columns=&["Task", "Spawn", "Close-out", "Watchdog", "Records", "Findings", "Newest"] rows class="table table--stacked"/>
            </div>
            <nav class="overview__more" aria-label="Pages of tasks">{newest}{more}</nav>
        </section>
    }
}

fn row(task: AuditedTask) -> impl IntoView {
    let AuditedTask { task, records, states, findings, newest_ms } = task;
    let state = |(label, state): (&'static str, Option<String>)| {
        view! { <td class="mono" data-label=label>{state.map_or_else(|| visible("–"), |state| visible(&state))}</td> }
    };
    let states = ["Spawn", "Close-out", "Watchdog"].into_iter().zip(states).map(state).collect_view();
    let findings = counted_findings(findings, Some(&task));
    view! {
        <tr>
            <td>
                <a class="path" href=trail_href(&task)>
                    {visible(&task)}
                </a>
            </td>
            {states}
            <td data-label="Records">{grouped(records)}</td>
            <td>{findings}</td>
            <td>
                <Moment milliseconds=newest_ms/>
            </td>
        </tr>
    }
}

/// The findings of a task, each with the way to its records.
pub(super) fn counted_findings(findings: Vec<CountedFinding>, task: Option<&str>) -> impl IntoView + use<> {
    let finding = |finding: CountedFinding| {
        let CountedFinding { rule, severity, count } = finding;
        let href = with_finding(task, &rule);
        let label = format!("{} {rule}", grouped(count));
        view! { <a class="decisions__finding" href=href><Badge tone=Tone::from(severity) label/></a> }
    };
    let findings: Vec<_> = findings.into_iter().map(finding).collect();
    view! { <span class="decisions__findings">{findings}</span> }
}
