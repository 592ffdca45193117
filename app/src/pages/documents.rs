use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::api::{DocumentList, ListQuery, load_documents};
use crate::formats::FRONT_DESK;
use crate::islands::NewDocuments;
use crate::ui::{DocumentTable, Empty, Icon, Loaded};

/// All documents; the filters stand in the address.
#[component]
pub fn DocumentsPage() -> impl IntoView {
    let parameters = use_query_map();
    let query = Memo::new(move |_| {
        parameters.with(|map| ListQuery {
            text: map.get("q").filter(|text| !text.trim().is_empty()),
            format: map.get("format").filter(|format| !format.is_empty()),
            outcome: map.get("outcome").filter(|outcome| !outcome.is_empty()),
            before: map.get("before").and_then(|seq| seq.parse().ok()),
        })
    });
    let list = Resource::new_blocking(move || query.get(), load_documents);
    view! {
        <Title text="Documents"/>
        <div class="page">
            <Loaded resource=list let:loaded>
                <div class="page__head">
                    <h1>"Documents"</h1>
                    <NewDocuments address=address(&query.get_untracked()) is_empty=loaded.documents.is_empty()/>
                </div>
                <Filters query=query.get_untracked()/>
                <Listing list=loaded query=query.get_untracked()/>
            </Loaded>
        </div>
    }
}

#[component]
fn Filters(query: ListQuery) -> impl IntoView {
    let formats =
        FRONT_DESK.iter().map(|room| (room.spec.id, format!("{} {}", room.spec.id, room.spec.name)));
    let formats = [("", "Any".to_owned())].into_iter().chain(formats);
    let outcomes = [("", "Any"), ("pass", "Passed"), ("fail", "Needs changes"), ("unknown", "None")];
    let outcomes = outcomes.into_iter().map(|(value, name)| (value, name.to_owned()));
    view! {
        <form class="filters" method="GET" action="/documents">
            <label class="field">
                <span class="field__label">"Text"</span>
                <input class="field__input" type="search" name="q" value=query.text placeholder="Title, path, session, verdict"/>
            </label>
            <label class="field">
                <span class="field__label">"Format"</span>
                <select class="field__input" name="format">{options(formats, query.format)}</select>
            </label>
            <label class="field">
                <span class="field__label">"Verdict"</span>
                <select class="field__input" name="outcome">{options(outcomes, query.outcome)}</select>
            </label>
            <button class="button" type="submit">
                "Filter"
            </button>
        </form>
    }
}

fn options(values: impl Iterator<Item = (&'static str, String)>, chosen: Option<String>) -> impl IntoView {
    let chosen = chosen.unwrap_or_default();
    let option = |(value, name): (&'static str, String)| {
        view! { <option value=value selected=value == chosen>{name}</option> }
    };
    values.map(option).collect_view()
}

#[component]
fn Listing(list: DocumentList, query: ListQuery) -> impl IntoView {
    if list.documents.is_empty() {
        let is_filtered = query != ListQuery::default();
        return if is_filtered {
            view! { <NothingFound/> }.into_any()
        } else {
            view! { <NothingYet/> }.into_any()
        };
    }
    let older = list.next.map(|before| {
        let href = address(&ListQuery { before: Some(before), ..query.clone() });
        view! { <a class="button" href=href>"Older documents"</a> }
    });
    let newest = query.before.map(|_| {
        let href = address(&ListQuery { before: None, ..query.clone() });
        view! { <a class="button" href=href>"Newest documents"</a> }
    });
    view! {
        <section class="card" aria-label="Documents">
            <DocumentTable documents=list.documents/>
        </section>
        <nav class="overview__more" aria-label="Pages of the list">{newest}" "{older}</nav>
    }
    .into_any()
}

#[component]
fn NothingFound() -> impl IntoView {
    view! {
        <div class="card">
            <Empty icon=Icon::Search title="No document fits" text="The text is looked for in titles, paths, sessions and verdicts.">
                <a class="button" href="/documents">
                    "Clear the filters"
                </a>
            </Empty>
        </div>
    }
}

#[component]
fn NothingYet() -> impl IntoView {
    view! {
        <div class="card">
            <Empty icon=Icon::Inbox title="No documents yet" text="Watch a folder, send a report from a script, or paste one.">
                <a class="button button--primary" href="/add">
                    "Paste or drop a report"
                </a>
            </Empty>
        </div>
    }
}

/// A list's address: only what was asked for stands in it.
fn address(query: &ListQuery) -> String {
    let mut map = leptos_router::params::ParamsMap::new();
    let text = [("q", &query.text), ("format", &query.format), ("outcome", &query.outcome)];
    for (name, value) in text.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))) {
        map.insert(name, value);
    }
    if let Some(before) = query.before {
        map.insert("before", before.to_string());
    }
    format!("/documents{}", map.to_query_string())
}
