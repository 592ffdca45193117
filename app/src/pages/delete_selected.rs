//! Asks for confirmation before several documents are deleted.

use super::not_found::NotFound;
use crate::api::load_document;
use crate::document::DocumentHead;
use crate::ui::prelude::*;
use crate::ui::size;

/// The most documents that one form deletes.
const MOST: usize = 200;

#[component]
pub fn DeleteSelectedPage() -> impl IntoView {
    let query = use_query_map().get_untracked();
    let ids: Vec<String> = query.get_all("id").unwrap_or_default().into_iter().take(MOST).collect();
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
                false => view! { <Question heads/> }.into_any(),
            }}
        </Loaded>
    }
}

#[component]
fn Question(heads: Vec<DocumentHead>) -> impl IntoView {
    let count = size::counted(heads.len() as u64, "document");
    let inputs = hidden_inputs(heads.iter().map(|head| ("id", head.id.clone())).collect());
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
                    <a class="button" href="/documents">"Keep them"</a>
                </form>
            </div>
        </div>
    }
}
