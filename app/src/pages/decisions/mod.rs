//! The audit of decisions: all records, by what they have in common, and the trail of each task across documents.

mod address;
mod filters;
mod graph;
mod records;
mod tasks;
mod trail;

use self::address::{Next, decisions_href, next_href};
use self::filters::Filters;
use self::records::Records;
use self::tasks::Tasks;
use self::trail::TrailView;
use super::wrong_address::{WrongAddress, number, unknown};
use crate::api::load_decisions;
use crate::audit::{DecisionQuery, Decisions, Facet};
use crate::islands::Fresh;
use crate::ui::prelude::*;
use crate::ui::{Crumbs, crumb};

#[component]
pub fn DecisionsPage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let known: Vec<&str> =
        Facet::ALL.iter().map(|facet| facet.as_str()).chain(["before", "tasks_before"]).collect();
    let mut errors = unknown(&map, &known);
    let query = DecisionQuery {
        before: number(&map, "before", &mut errors),
        tasks_before: number(&map, "tasks_before", &mut errors),
        ..DecisionQuery::of(|name| map.get(name))
    };
    errors.extend(query.error());
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/decisions" label="All decisions"/> }.into_any();
    }
    let asked = query.clone();
    let found = Resource::new_blocking(move || asked.clone(), load_decisions);
    let title = query.task.clone().map(|task| view! { <Title text=format!("Decisions about {task}")/> });
    let head = match &query.task {
        Some(task) => view! {
            <Crumbs steps=crumb("Decisions", "/decisions")/>
            <div class="page__head">
                <h1 class="verdicts__task">{visible(task)}</h1>
                <p class="page__lead">"Its decisions in all documents, and how it came to where it is."</p>
            </div>
        }
        .into_any(),
        None => view! {
            <PageHead title="Decisions" lead="What the harness decided about each task, in all documents, and what is wrong with it."/>
        }
        .into_any(),
    };
    view! {
        {title}
        <div class="page">
            {head}
            <div data-fresh="decisions">
                <Loaded resource=found let:found>
                    <Found found query=query.clone()/>
                </Loaded>
            </div>
            <Fresh/>
        </div>
    }
    .into_any()
}

#[component]
fn Found(found: Decisions, query: DecisionQuery) -> impl IntoView {
    let Decisions { trail, tasks, next_tasks, records, next, facets } = found;
    if let (Some(task), None) = (&query.task, &trail) {
        return view! { <Missing task=task.clone()/> }.into_any();
    }
    if facets.iter().all(|facet| facet.values.is_empty()) && records.is_empty() {
        return view! {
            <div class="card">
                <Empty icon=Icon::Scales title="No decisions" text="Decision records of the V36 harness come here from every document that holds one.">
                    <code>"harmony ingest decisions.jsonl"</code>
                </Empty>
            </div>
        }
        .into_any();
    }
    let older_tasks = next_tasks.map(|before| {
        view! { <a class="button" href=next_href(&query, Next::Tasks(before))>"Older tasks"</a> }
    });
    let tasks =
        (!tasks.is_empty()).then(|| view! { <Tasks tasks query=query.clone() more=older_tasks.into_any()/> });
    let older =
        next.map(|before| view! { <a class="button" href=next_href(&query, Next::Records(before))>"Older records"</a> });
    let newest = query.before.map(|_| {
        let newest = DecisionQuery { before: None, ..query.clone() };
        view! { <a class="button" href=decisions_href(&newest)>"Newest records"</a> }
    });
    view! {
        {trail.map(|trail| view! { <TrailView trail query=query.clone()/> })}
        {tasks}
        <section aria-label="Records">
            <h2 class="section__title">"Records"</h2>
            <Filters facets query=query.clone()/>
            <Records records query/>
        </section>
        <nav class="overview__more" aria-label="Pages of the list">{newest}{older}</nav>
    }
    .into_any()
}

#[component]
fn Missing(task: String) -> impl IntoView {
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::NOT_FOUND);
    }
    let text = format!("No decision names {task}, or the documents were deleted.");
    view! {
        <div class="card">
            <Empty icon=Icon::Scales title="No decisions about this task" text>
                <a class="button" href="/decisions">"All decisions"</a>
            </Empty>
        </div>
    }
}
