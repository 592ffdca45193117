use leptos::prelude::*;

use crate::ui::size::grouped;

/// Counts what waits for a person, on every page.
#[island]
pub fn InboxCount(
    /// How many items waited when the page was rendered.
    count: u64,
) -> impl IntoView {
    let count = RwSignal::new(count);
    #[cfg(feature = "hydrate")]
    crate::live::Live::of_page().after_arrivals(
        |arrived| (arrived > 0).then_some(WAIT),
        move || {
            leptos::task::spawn_local(async move {
                if let Ok(now) = crate::api::count_waiting().await {
                    count.set(now);
                }
            });
        },
    );
    view! {
        <span class="sidebar__count" class:is-none=move || count.get() == 0>
            {move || grouped(count.get())}
            <span class="visually-hidden">" waiting"</span>
        </span>
    }
}

/// Limits the load of a thousand open pages.
#[cfg(feature = "hydrate")]
const WAIT: std::time::Duration = std::time::Duration::from_millis(500);
