//! Finds anything by a few letters: sessions, steps, documents, formats, rules and pages. The search field of all pages
//! shows the same results while the reader types.

mod found;
mod hit;
mod places;

use self::found::Found;
use self::hit::Hit;
use super::wrong_address::{WrongAddress, unknown};
use crate::api::ListQuery;
use crate::ui::prelude::*;

#[component]
pub fn SearchPage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let errors = unknown(&map, &["q"]);
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/search" label="Search"/> }.into_any();
    }
    let typed = map.get("q").unwrap_or_default().trim().to_owned();
    let query = ListQuery { text: Some(typed.clone()), ..ListQuery::default() }.with_terms();
    view! {
        <div class="page">
            <PageHead title="Search" lead="Sessions, steps, documents, formats, rules and pages."/>
            <section class="card card--padded" aria-label="Results">
                <div data-hits="">
                    <Results typed query/>
                </div>
            </section>
        </div>
    }
    .into_any()
}

#[component]
fn Results(typed: String, query: ListQuery) -> impl IntoView {
    if let Some(error) = query.errors().first() {
        return view! { <p class="hits__none">{sentence(&error.to_string())}</p> }.into_any();
    }
    let found = Resource::new_blocking(move || query.clone(), Found::load);
    view! {
        <Loaded resource=found let:found>
            {groups(found, &typed)}
        </Loaded>
    }
    .into_any()
}

fn groups(found: Found, typed: &str) -> AnyView {
    let Found { sessions, steps, documents, formats, rules, places } = found;
    let groups = [
        ("Sessions", Icon::Chain, sessions),
        ("Steps", Icon::Chain, steps),
        ("Documents", Icon::File, documents),
        ("Formats", Icon::Book, formats),
        ("Rules", Icon::Book, rules),
        ("Go to", Icon::Arrow, places),
    ];
    let is_empty = groups.iter().all(|(_, _, hits)| hits.is_empty());
    let groups = groups.into_iter().filter(|(_, _, hits)| !hits.is_empty()).map(|(name, icon, hits)| {
        view! {
            <div class="hits__group" role="group" aria-label=name>
                <p class="hits__name" aria-hidden="true">{name}</p>
                {hits.into_iter().map(|hit| hit.view(icon)).collect_view()}
            </div>
        }
    });
    let all = (!typed.is_empty()).then(|| {
        let title = format!("All documents with “{typed}”");
        Hit { title, href: all_documents(typed), ..Hit::default() }.view(Icon::Search)
    });
    view! {
        {is_empty.then(|| view! { <p class="hits__none">"No matches"</p> })}
        {groups.collect_view()}
        {all}
    }
    .into_any()
}

fn all_documents(typed: &str) -> String {
    let mut map = leptos_router::params::ParamsMap::new();
    map.insert("q", typed.to_owned());
    format!("/documents{}", map.to_query_string())
}
