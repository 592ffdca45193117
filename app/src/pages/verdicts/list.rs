use super::{gate_title, outcome_badge, verdicts_href};
use crate::gate::GateKind;
use crate::ui::prelude::*;
use crate::work_item::{GateAttempts, WorkItem, WorkItems};

#[component]
pub(super) fn List(
    items: WorkItems,
    /// The ids of the formats that are quarantined.
    quarantined: Vec<String>,
) -> impl IntoView {
    if items.items.is_empty() {
        return view! {
            <div class="card">
                <Empty
                    icon=Icon::Check
                    title="No verdicts"
                    text="Answers of a test runner, a code reviewer or a security auditor are here by their task_id, or else by their session."
                >
                    <code>"harmony gate verdict.json"</code>
                </Empty>
            </div>
        }
        .into_any();
    }
    let older = items.next.map(|before| {
        view! { <a class="button" href=format!("/verdicts?before={before}")>"Older work items"</a> }
    });
    let rows = items.items.into_iter().map(|item| row(item, &quarantined)).collect_view();
    view! {
        <section class="card scroll-x" aria-label="Work items">
            <Table columns=&["Work item", "Outcome", "Tests", "Code review", "Security audit", "Newest"] rows class="table table--stacked"/>
        </section>
        <nav class="overview__more" aria-label="Pages of the list">{older}</nav>
    }
    .into_any()
}

fn row(item: WorkItem, quarantined: &[String]) -> impl IntoView + use<> {
    let cells = GateKind::ALL.map(|kind| {
        let gate = item.gates.iter().find(|gate| gate.kind == kind);
        let is_held = gate.is_some() && quarantined.iter().any(|id| id == kind.id());
        view! { <td data-label=gate_title(kind)>{gate.map(gate_cell)}{is_held.then(|| view! { " "<QuarantineBadge/> })}</td> }
    });
    view! {
        <tr>
            <td>
                <a class="path" href=verdicts_href(&item.task)>
                    {visible(&item.task)}
                </a>
            </td>
            <td>{outcome_badge(item.outcome)}</td>
            {cells.into_iter().collect_view()}
            <td>
                <Moment milliseconds=item.newest_ms/>
            </td>
        </tr>
    }
}

/// The newest answer, and at which attempt.
fn gate_cell(gate: &GateAttempts) -> impl IntoView + use<> {
    let newest = gate.newest()?;
    let attempt = newest.attempt.filter(|attempt| *attempt > 1);
    Some(view! {
        {outcome_badge(newest.outcome)}
        {attempt.map(|attempt| view! { <span class="muted">{format!(" attempt {attempt}")}</span> })}
    })
}
