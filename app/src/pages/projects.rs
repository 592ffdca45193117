//! The page of projects: how each of them does, and the way to its pages.

use super::wrong_address::{WrongAddress, unknown};
use crate::api::{ProjectSummary, load_projects};
use crate::ui::Table;
use crate::ui::prelude::*;

const COLUMNS: &[&str] = &[
    "Project", "Waiting for a person", "Failed", "Contradicted", "Without issues", "Quarantined",
    "Documents", "Newest",
];

#[component]
pub fn ProjectsPage() -> impl IntoView {
    let errors = unknown(&use_query_map().get_untracked(), &[]);
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/projects" label="All projects"/> }.into_any();
    }
    let list = Resource::new_blocking(|| (), |()| load_projects());
    view! {
        <div class="page">
            <PageHead title="Projects" lead="Each has a store, tokens and an address of its own."/>
            <Loaded resource=list let:summaries>
                <List summaries/>
            </Loaded>
        </div>
    }
    .into_any()
}

#[component]
fn List(summaries: Option<Vec<ProjectSummary>>) -> impl IntoView {
    match summaries {
        Some(summaries) => view! {
            <div class="card scroll-x">
                <Table class="table table--stacked" columns=COLUMNS rows=summaries.into_iter().map(row).collect_view()/>
            </div>
        }
        .into_any(),
        None => view! {
            <div class="card">
                <Empty
                    icon=Icon::Projects
                    title="One project"
                    text="Start this server with `--project NAME` for each further one."
                >
                    <a class="button" href="/">"Overview"</a>
                </Empty>
            </div>
        }
        .into_any(),
    }
}

fn row(summary: ProjectSummary) -> impl IntoView {
    let ProjectSummary { name, totals, waiting, quarantined, newest_ms } = summary;
    let href = match &name {
        Some(name) => asked_host().map(|host| format!("//{name}.{host}/")),
        None => Some("/".to_owned()),
    };
    let name = name.unwrap_or_else(|| "Main project".to_owned());
    let Some(totals) = totals else {
        return view! {
            <tr>
                <td><a href=href rel="external">{name}</a></td>
                <td colspan="7" class="muted">"Its store can't be read; the log of the server says why."</td>
            </tr>
        }
        .into_any();
    };
    let share = (totals.recognized > 0)
        .then(|| format!("{} %", totals.conforming.saturating_mul(100) / totals.recognized));
    let alarming = |count: u64, tone: Tone| match count {
        0 => view! { <span class="faint">"0"</span> }.into_any(),
        _ => view! { <Badge tone label=grouped(count)/> }.into_any(),
    };
    view! {
        <tr>
            <td><a href=href rel="external"><strong>{name}</strong></a></td>
            <td data-label="Waiting for a person">{alarming(waiting, Tone::Waiting)}</td>
            <td data-label="Failed">{alarming(totals.failed, Tone::Fail)}</td>
            <td data-label="Contradicted">{alarming(totals.contradicted, Tone::Contradicted)}</td>
            <td data-label="Without issues">{share}</td>
            <td data-label="Quarantined">{alarming(quarantined, Tone::Quarantined)}</td>
            <td data-label="Documents">{grouped(totals.documents)}</td>
            <td data-label="Newest">{newest_ms.map(|milliseconds| view! { <Moment milliseconds/> })}</td>
        </tr>
    }
    .into_any()
}

/// Returns the host of the page's address. The name of a project comes before that of the main one.
pub fn asked_host() -> Option<String> {
    let parts = use_context::<http::request::Parts>()?;
    let of_uri = parts.uri.authority().map(ToString::to_string);
    of_uri.or_else(|| Some(parts.headers.get(http::header::HOST)?.to_str().ok()?.to_owned()))
}
