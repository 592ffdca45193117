//! All documents; the filters are in the address.

mod filters;
mod listing;
mod views;

use leptos_router::params::ParamsMap;

use self::filters::{Filters, chips};
use self::listing::Listing;
use self::views::views;
use super::wrong_address::{WrongAddress, number, unknown};
use crate::api::{ListQuery, Retention, load_documents, load_totals, load_views, with_quarantined_formats};
use crate::diagnostic::Severity;
use crate::islands::{ListKeys, NewDocuments, RemovedNotice};
use crate::ui::prelude::*;
use crate::ui::size;

/// The names that the address may have besides those that narrow the list.
const OTHER_NAMES: [&str; 3] = ["skip", "before", "deleted"];

#[component]
pub fn DocumentsPage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let mut errors = unknown(&map, &[&ListQuery::NARROWING[..], &OTHER_NAMES[..]].concat());
    let asked = |name| map.get(name).filter(|value| !value.trim().is_empty());
    let query = ListQuery {
        text: asked("q"),
        within: asked("in"),
        format: asked("format"),
        kind: asked("kind"),
        state: asked("state"),
        severity: asked("severity"),
        session: asked("session"),
        from: asked("from"),
        to: asked("to"),
        pinned: asked("pinned"),
        run: asked("run"),
        commit: asked("commit"),
        repository: asked("repository"),
        path: asked("path"),
        agent: asked("agent"),
        sort: asked("sort"),
        skip: number(&map, "skip", &mut errors).and_then(|skip| u32::try_from(skip).ok()),
        before: number(&map, "before", &mut errors),
        limit: None,
    }
    .with_terms();
    errors.extend(query.errors());
    if errors.is_empty() {
        view! { <Found query deleted=map.get("deleted")/> }.into_any()
    } else {
        view! { <WrongAddress errors href="/documents" label="All documents"/> }.into_any()
    }
}

#[component]
fn Found(query: ListQuery, deleted: Option<String>) -> impl IntoView {
    let asked = query.clone();
    let list = Resource::new_blocking(
        move || asked.clone(),
        |query| {
            with_quarantined_formats(async {
                Ok((load_documents(query).await?, load_totals().await?, load_views().await?))
            })
        },
    );
    let kept = use_context::<Retention>().filter(|policy| policy.documents_ms.is_some());
    view! {
        <Title text="Documents"/>
        <div class="page">
            <Loaded resource=list let:loaded>
                <div class="page__head">
                    <h1>"Documents"</h1>
                    {views(&query, loaded.0.1, loaded.0.2)}
                    {kept.map(|policy| view! { <p class="page__lead">{policy.describe()}</p> })}
                    <NewDocuments address=address(&query) is_empty=loaded.0.0.documents.is_empty()/>
                </div>
                {deleted.clone().map(|count| view! { <Deleted count/> })}
                <Filters query=query.clone()/>
                {chips(&query)}
                <Listing list=loaded.0.0 query=query.clone() quarantined=loaded.1/>
            </Loaded>
            <RemovedNotice document=None/>
            <ListKeys/>
        </div>
    }
}

/// After the form that deletes led here.
#[component]
fn Deleted(
    /// How many were deleted, if not one.
    count: String,
) -> impl IntoView {
    let sentence = match count.parse() {
        Ok(count) if count != 1 => format!("{} were deleted.", size::counted(count, "document")),
        _ => "The document was deleted.".to_owned(),
    };
    view! {
        <Banner severity=Severity::Info>
            <p class="banner__text">{sentence}</p>
        </Banner>
    }
}

/// A list's address: only what was asked for is in it.
fn address(query: &ListQuery) -> String {
    let map: ParamsMap = parameters(query).into_iter().collect();
    format!("/documents{}", map.to_query_string())
}

fn parameters(query: &ListQuery) -> Vec<(&'static str, String)> {
    let asked = [
        ("q", &query.text),
        ("in", &query.within),
        ("format", &query.format),
        ("kind", &query.kind),
        ("state", &query.state),
        ("severity", &query.severity),
        ("session", &query.session),
        ("run", &query.run),
        ("commit", &query.commit),
        ("repository", &query.repository),
        ("path", &query.path),
        ("agent", &query.agent),
        ("from", &query.from),
        ("to", &query.to),
        ("pinned", &query.pinned),
        ("sort", &query.sort),
        ("skip", &query.skip.map(|skip| skip.to_string())),
        ("before", &query.before.map(|before| before.to_string())),
    ];
    asked.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))).collect()
}
