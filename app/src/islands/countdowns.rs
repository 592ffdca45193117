use leptos::prelude::*;

/// Counts down the times of the page that are marked with `data-until`, second by second, including those that are
/// fetched later. Without scripts they show the state at the time of rendering.
#[island]
pub fn Countdowns(
    /// When the page was rendered, by the server's clock.
    made: i64,
) -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        use std::time::Duration;

        use web_sys::Element;

        use super::page::elements;
        use crate::ui::time_left;

        // The reader's clock may be wrong, so it only measures how long the page has been open.
        let opened = js_sys::Date::now();
        let count = move || {
            let now = made + (js_sys::Date::now() - opened) as i64;
            for timer in elements::<Element>(document().query_selector_all("[data-until]")) {
                let until = timer.get_attribute("data-until").and_then(|until| until.parse::<i64>().ok());
                if let Some(until) = until {
                    timer.set_text_content(Some(&time_left(until, now)));
                }
            }
        };
        if let Ok(interval) = set_interval_with_handle(count, Duration::from_secs(1)) {
            on_cleanup(move || interval.clear());
        }
    });
    #[cfg(not(feature = "hydrate"))]
    let _ = made;
}
