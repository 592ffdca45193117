use leptos::prelude::*;

use crate::language::translated;
use crate::ui::visible::visible;

/// The way to a page from the list that it belongs to: names with their addresses.
#[component]
pub fn Crumbs(steps: Vec<(String, String)>) -> impl IntoView {
    let step =
        |(name, href): (String, String)| view! { <li><a href=href>{visible(&translated(&name))}</a></li> };
    view! {
        <nav class="crumbs" aria-label="Breadcrumbs">
            <ol>{steps.into_iter().map(step).collect::<Vec<_>>()}</ol>
        </nav>
    }
}

/// The list alone.
pub fn crumb(name: &str, href: &str) -> Vec<(String, String)> {
    vec![(name.to_owned(), href.to_owned())]
}
