use leptos_router::hooks::use_params_map;

use super::not_found::NotFound;
use crate::api::{self, load_document};
use crate::ui::prelude::*;

/// A page about the document whose id the address names, or the word that there is none.
#[component]
pub(super) fn OfDocument<V>(
    children: impl Fn(api::DocumentPage) -> V + Clone + Send + Sync + 'static,
    #[prop(default = "It may have been removed, or the address may be mistyped.")] why_missing: &'static str,
) -> impl IntoView
where
    V: IntoView + 'static,
{
    let parameters = use_params_map();
    let id = Memo::new(move |_| parameters.with(|map| map.get("id")).unwrap_or_default());
    let page = Resource::new_blocking(move || id.get(), load_document);
    view! {
        <Loaded resource=page let:found>
            {match found {
                Some(page) => children(page).into_any(),
                None => view! { <NotFound title="There is no such document" text=why_missing/> }.into_any(),
            }}
        </Loaded>
    }
}
