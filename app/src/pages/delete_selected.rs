//! Asks for confirmation before several documents are deleted.

use leptos_router::params::ParamsMap;

use super::not_found::NotFound;
use crate::api::{ListQuery, load_document};
use crate::document::DocumentHead;
use crate::ui::prelude::*;
use crate::ui::size;

/// The most documents that one form deletes.
const MOST: usize = 200;

#[component]
pub fn DeleteSelectedPage() -> impl IntoView {
    let query = use_query_map().get_untracked();
    let ids: Vec<String> = query.get_all("id").unwrap_or_default().into_iter().take(MOST).collect();
    let asked = |name: &'static str| Some((name, query.get(name)?));
    let list: Vec<_> = ListQuery::NARROWING.into_iter().filter_map(asked).collect();
    let load = |ids: Vec<String>| async move {
        let mut heads = Vec::new();
        for id in ids {
            heads.extend(load_document(id).await?.map(|page| page.head));
        }
        Ok::<_, ServerFnError>(heads)
    };
    let heads = Resource::new_blocking(move || ids.clone(), load);
    view! {
        <Loaded resource=heads let:heads>
            {match heads.is_empty() {
                true => view! { <NotFound title="There is no such document" text="They may have been deleted already."/> }.into_any(),
                false => view! { <Question heads list=list.clone()/> }.into_any(),
            }}
        </Loaded>
    }
}

#[component]
fn Question(
    heads: Vec<DocumentHead>,
    /// What narrows the list that they were selected in.
    list: Vec<(&'static str, String)>,
) -> impl IntoView {
    let back = format!("/documents{}", list.iter().cloned().collect::<ParamsMap>().to_query_string());
    let count = size::counted(heads.len() as u64, "document");
    let ids = heads.iter().map(|head| ("id", head.id.clone()));
    let inputs = hidden_inputs(ids.chain(list).collect());
    let rows = heads
        .into_iter()
        .map(|head| view! { <li><a href=format!("/documents/{}", head.id)>{visible(&head.title)}</a></li> });
    view! {
        <div class="page">
            <PageHead title="Delete these documents?"/>
            <div class="card question">
                <p class="question__title">{count}</p>
                <ul>{rows.collect_view()}</ul>
                <p>"Permanently deletes these documents and everything derived from them. Files stay where they are."</p>
                <form class="question__answers" method="POST" action="/delete">
                    {inputs}
                    <button class="button button--danger" type="submit">"Delete for good"</button>
                    <a class="button" href=back>"Keep them"</a>
                </form>
            </div>
        </div>
    }
}
