use leptos::prelude::*;

/// Updates the parts of the page that are marked with `data-fresh` after each event. The address stays the same, and with
/// it a chosen event or a page of a list.
#[island]
pub fn Fresh() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    {
        let shown_ms = StoredValue::new(0.0);
        let wait = move |arrived| {
            let since_last = js_sys::Date::now() - shown_ms.get_value();
            let wait = (MOST_OFTEN_MS - since_last).clamp(AT_ONCE_MS, MOST_OFTEN_MS);
            (arrived > 0).then(|| std::time::Duration::from_millis(wait as u64))
        };
        crate::live::Live::of_page().after_arrivals(wait, move || {
            shown_ms.set_value(js_sys::Date::now());
            leptos::task::spawn_local(async {
                let shown = match window().location().href() {
                    Ok(address) => super::fragment::show_once_let_go(&address).await,
                    Err(error) => Err(error),
                };
                // Without an answer the page is being left, or the strip says that the server is away.
                if let Some(status) = shown.err().and_then(|error| error.as_f64()) {
                    leptos::logging::warn!("could not update the page: the server responded with {status}");
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
