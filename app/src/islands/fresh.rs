use leptos::prelude::*;

/// Updates the parts of the page that are marked with `data-fresh` after each event. The address stays the same, and with
/// it a chosen event or a page of a list.
#[island]
pub fn Fresh() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    {
        let arrived = crate::live::Live::of_page().arrived;
        let is_due = StoredValue::new(false);
        let shown_ms = StoredValue::new(0.0);
        Effect::new(move || {
            let something_happened = arrived.get() > 0;
            if !something_happened || is_due.get_value() {
                return;
            }
            is_due.set_value(true);
            leptos::task::spawn_local(async move {
                // Includes what arrives meanwhile.
                let since_last = js_sys::Date::now() - shown_ms.get_value();
                let wait = (MOST_OFTEN_MS - since_last).clamp(AT_ONCE_MS, MOST_OFTEN_MS);
                gloo_timers::future::TimeoutFuture::new(wait as u32).await;
                is_due.set_value(false);
                shown_ms.set_value(js_sys::Date::now());
                let shown = match window().location().href() {
                    Ok(address) => super::fragment::show(&address).await,
                    Err(error) => Err(error),
                };
                if shown.is_err() {
                    leptos::logging::warn!("could not update the page");
                }
            });
        });
    }
}

/// Long enough to combine events that arrive together, short enough to feel immediate.
#[cfg(feature = "hydrate")]
const AT_ONCE_MS: f64 = 50.0;
/// Limits the load of a thousand open pages.
#[cfg(feature = "hydrate")]
const MOST_OFTEN_MS: f64 = 2_000.0;
