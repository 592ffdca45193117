use leptos::prelude::*;

/// Stands in for content that is on its way.
#[component]
pub fn Skeleton(#[prop(default = 8)] lines: u8) -> impl IntoView {
    view! {
        <div class="skeleton card" role="status" aria-label="Loading">
            {(0..lines).map(|_| view! { <div class="skeleton__line"></div> }).collect_view()}
        </div>
    }
}
