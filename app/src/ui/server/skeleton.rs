use leptos::prelude::*;

/// A placeholder for content that is still loading.
#[component]
pub fn Skeleton(#[prop(default = 8)] lines: u8) -> impl IntoView {
    view! {
        <div class="skeleton card" role="status" aria-label="Loading">
            {(0..lines).map(|_| view! { <div class="skeleton__line"></div> }).collect_view()}
        </div>
    }
}
