//! What quality gates said of work items: all of them, and each with its attempts side by side.

mod item;
mod list;

use leptos_router::params::ParamsMap;

use self::item::Item;
use self::list::List;
use super::wrong_address::{WrongAddress, number, unknown};
use crate::api::{load_work_item, load_work_items, with_quarantined_formats};
use crate::gate::{GateKind, GateOutcome};
use crate::islands::Fresh;
use crate::ui::prelude::*;
use crate::work_item::WorkItemQuery;

#[component]
pub fn VerdictsPage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let mut errors = unknown(&map, &["task", "before"]);
    let task = map.get("task").filter(|task| !task.trim().is_empty());
    let query = WorkItemQuery { task, before: number(&map, "before", &mut errors) };
    errors.extend(query.error());
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/verdicts" label="All verdicts"/> }.into_any();
    }
    match query.task {
        Some(task) => view! { <OfTask task/> }.into_any(),
        None => view! { <OfAll before=query.before/> }.into_any(),
    }
}

#[component]
fn OfAll(before: Option<u64>) -> impl IntoView {
    let list =
        Resource::new_blocking(move || before, |before| with_quarantined_formats(load_work_items(before)));
    view! {
        <div class="page">
            <PageHead title="Verdicts" lead="What tests, code review and security audit say of each work item."/>
            <div data-fresh="verdicts">
                <Loaded resource=list let:loaded>
                    <List items=loaded.0 quarantined=loaded.1/>
                </Loaded>
            </div>
            <Fresh/>
        </div>
    }
}

#[component]
fn OfTask(task: String) -> impl IntoView {
    let asked = task.clone();
    let item =
        Resource::new_blocking(move || asked.clone(), |task| with_quarantined_formats(load_work_item(task)));
    view! {
        <Title text=format!("Verdicts of {task}")/>
        <div class="page">
            <div data-fresh="verdicts">
                <Loaded resource=item let:loaded>
                    <Item item=loaded.0 task=task.clone() quarantined=loaded.1/>
                </Loaded>
            </div>
            <Fresh/>
        </div>
    }
}

/// The page of a work item.
pub(super) fn verdicts_href(task: &str) -> String {
    let mut query = ParamsMap::new();
    query.insert("task", task.to_owned());
    format!("/verdicts{}", query.to_query_string())
}

fn gate_title(kind: GateKind) -> &'static str {
    match kind {
        GateKind::TestRunner => "Tests",
        GateKind::CodeReview => "Code review",
        GateKind::SecurityAuditor => "Security audit",
    }
}

fn outcome_badge(outcome: GateOutcome) -> impl IntoView {
    let tone = match outcome {
        GateOutcome::Pass => Tone::Pass,
        GateOutcome::Fail => Tone::Fail,
        GateOutcome::Redeploy => Tone::Contradicted,
        GateOutcome::Undecidable => Tone::Unknown,
    };
    view! { <Badge tone label=outcome.as_str()/> }
}
