use leptos::prelude::*;

use crate::live::Live;

/// New ones don't push the list while it is read: they wait until they are asked for.
#[island]
pub fn NewDocuments() -> impl IntoView {
    let arrived = Live::of_page().arrived;
    let link = move || {
        let count = arrived.get();
        (count > 0).then(|| view! { <a class="button button--small" href="/documents">{format!("Show what is new ({count})")}</a> })
    };
    view! {
        <div class="page__actions" role="status">
            {link}
        </div>
    }
}
